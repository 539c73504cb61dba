import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { is, SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgDialect, PgTable } from "drizzle-orm/pg-core";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";

// Compares every table of the migrated database with the shapes in the `tables.server.ts` files, in both directions.

/** Tables that libraries create and read themselves. */
const ofLibraries = {
  "jobs.": "pg-boss makes its schema at its first start",
  "public.schema_migration": "db/migrate.server.ts makes it before the first migration",
};

const shop = await testShop();
afterAll(shop.dispose);

type Column = {
  type: string;
  notNull: boolean;
  /** SQL as PostgreSQL prints it. */
  default: string | null;
  made: "identity" | "generated" | null;
  /** The values that a check constraint allows, sorted. */
  values: string[] | null;
};
type Table = { columns: Record<string, Column>; primaryKey: string[] };

const dialect = new PgDialect();
const top = resolve(import.meta.dirname, "../..");

async function shapes(): Promise<Map<string, Table>> {
  const files = ["shop", "platform", "demo"].flatMap((room) =>
    readdirSync(join(top, room), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("tables.server.ts"))
      .map((path) => join(top, room, path)),
  );
  const found = new Map<string, Table>();
  for (const file of files) {
    const exported: Record<string, unknown> = await import(file);
    for (const one of Object.values(exported)) {
      if (!is(one, PgTable)) continue;
      const { name, schema } = getTableConfig(one);
      const key = `${schema ?? "public"}.${name}`;
      expect(found.has(key), `${key} has two shapes`).toBe(false);
      found.set(key, shapeOf(one));
    }
  }
  return found;
}

function shapeOf(table: PgTable): Table {
  const { columns, primaryKeys } = getTableConfig(table);
  const composite = primaryKeys.flatMap((one) => one.columns.map(({ name }) => name));
  return {
    columns: Object.fromEntries(columns.map((column) => [column.name, columnOf(column)])),
    primaryKey: [...columns.filter(({ primary }) => primary).map(({ name }) => name), ...composite].sort(),
  };
}

function columnOf(column: PgColumn): Column {
  return {
    type: column.getSQLType().replace(", ", ","),
    notNull: column.notNull,
    default: column.generated ? text(column.generated.as) : defaultOf(column),
    made: column.generatedIdentity ? "identity" : column.generated ? "generated" : null,
    values: column.enumValues ? [...column.enumValues].sort() : null,
  };
}

function defaultOf(column: PgColumn): string | null {
  const value: unknown = column.default;
  if (value === undefined) return null;
  if (is(value, SQL)) return text(value);
  if (typeof value === "object") return `'{}'::${column.getSQLType()}`;
  return typeof value === "string" ? `'${value}'::${column.getSQLType()}` : String(value);
}

function text(value: unknown): string {
  return is(value, SQL) ? dialect.sqlToQuery(value).sql : String(value);
}

const columnRows = z.array(
  z.object({
    table: z.string(),
    name: z.string(),
    type: z.string(),
    notNull: z.boolean(),
    default: z.string().nullable(),
    made: z.enum(["identity", "generated"]).nullable(),
    check: z.string().nullable(),
    inKey: z.boolean(),
  }),
);

async function database(): Promise<Map<string, Table>> {
  const { rows } = await shop.services.db.execute(sql`
    select n.nspname || '.' || c.relname as "table", a.attname as name,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
      regexp_replace(pg_get_expr(d.adbin, d.adrelid), '^''(-?\\d+)''::bigint$', '\\1') as "default",
      case when a.attidentity <> '' then 'identity' when a.attgenerated <> '' then 'generated' end as made,
      (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
        and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = (ANY \\(ARRAY\\[|'')') as "check",
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)) as "inKey"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
      and c.relpersistence = 'p'
    order by 1, a.attnum`);
  const mine = columnRows
    .parse(rows)
    .filter(({ table }) => !Object.keys(ofLibraries).some((name) => table.startsWith(name)));
  return new Map(
    [...Map.groupBy(mine, ({ table }) => table)].map(([table, columns]) => [
      table,
      {
        columns: Object.fromEntries(
          columns.map(({ name, type, notNull, default: byDefault, made, check }) => [
            name,
            { type, notNull, default: byDefault, made, values: check === null ? null : valuesOf(check) },
          ]),
        ),
        primaryKey: columns
          .filter(({ inKey }) => inKey)
          .map(({ name }) => name)
          .sort(),
      },
    ]),
  );
}

/** "CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))" -> ["a", "b"]. */
function valuesOf(check: string): string[] {
  return [...check.matchAll(/'([^']*)'::text/g)].map(([, value = ""]) => value).sort();
}

test("every database table has one shape in the code, and every shape a table, with the same columns", async () => {
  const [ours, theirs] = [await shapes(), await database()];
  expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
  for (const [name, table] of theirs) expect({ [name]: ours.get(name) }).toEqual({ [name]: table });
});

test.each([
  ["a column more", "alter table coupon add column seen boolean", "coupon"],
  ["a column less", "alter table offer drop column title", "offer"],
  ["another type", "alter table refund alter column reason type varchar(80)", "refund"],
  ["null allowed", "alter table review alter column comment drop not null", "review"],
  ["another default", "alter table orders alter column country set default 'Nepal'", "orders"],
  [
    "another value",
    "alter table reservation drop constraint reservation_state_check, add constraint reservation_state_check check (state in ('active', 'gone'))",
    "reservation",
  ],
  ["a table more", "create table refill (id int primary key)", "refill"],
])("%s is detected", async (_, change, table) => {
  const ours = await shapes();
  const before = await database();
  expect(before.get(`public.${table}`)).toEqual(ours.get(`public.${table}`));
  await onDatabase(shop.databaseUrl, change);
  expect((await database()).get(`public.${table}`)).not.toEqual(ours.get(`public.${table}`));
});
