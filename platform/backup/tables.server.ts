import type { ClientBase } from "pg";
import { z } from "zod";

/** A table in a backup: its stored columns, without generated ones. */
export const backupTable = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
});
export type BackupTable = z.infer<typeof backupTable>;

/** A sequence, and its next number. */
export const backupSequence = z.object({
  schema: z.string(),
  name: z.string(),
  last: z.string(),
  called: z.boolean(),
});
export type BackupSequence = z.infer<typeof backupSequence>;

/** The job queue creates its own tables, and of the migrations only the names are stored. */
const ownRelations = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'jobs')
  and n.nspname not like 'pg_temp%' and c.relpersistence = 'p' and c.relname <> 'schema_migration'`;

const tableRows = z.array(backupTable.extend({ oid: z.number(), needs: z.array(z.number()) }));

/**
 * All tables to back up, each after those it references, so that rows can be loaded with foreign keys checked. Throws
 * when tables reference each other in a circle.
 */
export async function tablesInOrder(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query(`
    select c.oid::integer as oid, n.nspname as schema, c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct f.confrelid::integer from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${ownRelations} order by n.nspname, c.relname`);
  const left = tableRows.parse(rows);
  const done = new Set<number>();
  const ordered: BackupTable[] = [];
  while (left.length > 0) {
    const next = left.findIndex(({ needs }) => needs.every((oid) => done.has(oid)));
    const [table] = left.splice(next, next < 0 ? 0 : 1);
    if (!table) throw new Error(`Tables refer to each other in a circle: ${left.map(({ name }) => name)}`);
    done.add(table.oid);
    ordered.push({ schema: table.schema, name: table.name, columns: table.columns });
  }
  return ordered;
}

/** All sequences and their values. */
export async function sequences(client: ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${ownRelations} order by 1, 2`);
  const names = z.array(z.object({ schema: z.string(), name: z.string() })).parse(rows);
  const stored: BackupSequence[] = [];
  for (const { schema, name } of names) {
    const at = await client.query(
      `select last_value::text as last, is_called as called from ${quoteIdentifier(schema, name)}`,
    );
    stored.push(backupSequence.parse({ schema, name, ...at.rows[0] }));
  }
  return stored;
}

/** Quotes an SQL identifier; names come from a catalogue or a file. */
export function quoteIdentifier(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
}

/**
 * Columns that a backup replaces: emailed links and codes, and bank accounts that are deleted after payout, must not
 * stay in a file for weeks.
 */
const redactedColumns: Record<string, Record<string, string>> = {
  "public.mail_outbox": {
    text: `case when secret or sent_at is not null then '' else "text" end`,
    html: "case when secret or sent_at is not null then null else html end",
    unsubscribe: "case when secret or sent_at is not null then null else unsubscribe end",
  },
  "public.payout_details": { details: "null::jsonb" },
};

/** The COPY source of a table: its columns in order, with redacted ones replaced. */
export function copySource(table: BackupTable): string {
  const { schema, name, columns } = table;
  const instead = redactedColumns[`${schema}.${name}`];
  if (!instead) return columnsOf(table);
  const list = columns.map((column) => instead[column] ?? quoteIdentifier(column));
  return `(select ${list.join(", ")} from ${quoteIdentifier(schema, name)})`;
}

/** `"schema"."table" ("column", ...)`, as COPY names it. */
export function columnsOf({ schema, name, columns }: BackupTable): string {
  return `${quoteIdentifier(schema, name)} (${columns.map((column) => quoteIdentifier(column)).join(", ")})`;
}
