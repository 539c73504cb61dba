import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { attributeSets } from "../catalogue/kinds/attribute-sets.server.ts";
import { type AskedColumns, askedColumns, type ProductColumns } from "./choose-columns.ts";
import { labelledFields } from "./draft.ts";
import { fileColumns } from "./tables.server.ts";

/** The kinds of files whose columns are kept for the next one. */
export type FileKind = (typeof fileColumns.$inferSelect)["kind"];

/** What the columns of the last file of a kind stand for, as its `shape` reads it; null before the first. */
export async function keptFileColumns<Columns>(
  db: Db,
  kind: FileKind,
  shape: z.ZodType<Columns>,
): Promise<{ columns: Columns | null; version: number }> {
  const [found] = await db.select().from(fileColumns).where(eq(fileColumns.kind, kind));
  const read = shape.safeParse(found?.columns);
  return { columns: read.success ? read.data : null, version: found?.version ?? 0 };
}

/** Keeps what the columns of a file stand for, for the next one of its kind. */
export async function keepFileColumns(tx: Db, kind: FileKind, columns: object): Promise<void> {
  await tx
    .insert(fileColumns)
    .values({ kind, columns })
    .onConflictDoUpdate({
      target: fileColumns.kind,
      set: { columns, version: sql`${fileColumns.version} + 1` },
      setWhere: sql`${fileColumns.columns} <> excluded.columns`,
    });
}

/** The same as somebody has typed it over `version`, as their form sent it. Out: whether nobody else had changed it since. */
export async function saveFileColumns(
  tx: Db,
  kind: FileKind,
  { columns, version }: { columns: object; version: string },
): Promise<boolean> {
  await tx.insert(fileColumns).values({ kind, columns: {}, version: 0 }).onConflictDoNothing();
  const { rowCount } = await tx
    .update(fileColumns)
    .set({ columns, version: sql`${fileColumns.version} + 1` })
    .where(and(eq(fileColumns.kind, kind), sql`${fileColumns.version}::text = ${version}`));
  return rowCount !== 0;
}

const productColumns = z.record(z.string(), z.string());
/** Headings are of many suppliers' files. */
const mostHeadings = 500;

/** What headings of product files stand for, as staff have said. */
export async function keptProductColumns(db: Db): Promise<ProductColumns> {
  const { columns } = await keptFileColumns(db, "products", productColumns);
  return new Map(Object.entries(columns ?? {}));
}

/** The labels of all details, which a column can be named by. */
export async function detailLabels(db: Db): Promise<string[]> {
  const sets = await attributeSets({ db });
  return [...new Set(sets.flatMap(({ fields }) => labelledFields(fields).map(({ label }) => label)))];
}

/** What is to be asked about the columns of a file of products (`askedColumns`). In: what its form says of them. */
export async function columnsToAsk(
  { db }: Pick<Services, "db">,
  file: Uint8Array,
  chosen: ProductColumns,
): Promise<AskedColumns | null> {
  const [kept, labels] = await Promise.all([keptProductColumns(db), detailLabels(db)]);
  return askedColumns(file, new Map([...kept, ...chosen]), labels);
}

/** Keeps what staff said of headings for the next file (audited). Out: all that is kept. In: a transaction. */
export async function keepProductColumns(
  tx: Db,
  actor: Actor,
  chosen: ProductColumns,
): Promise<ProductColumns> {
  if (chosen.size > 0) await tx.execute(sql`select pg_advisory_xact_lock(hashtext('product columns'))`);
  const kept = await keptProductColumns(tx);
  const isNew = [...chosen].some(([heading, column]) => kept.get(heading) !== column);
  if (!isNew) return kept;
  const others = [...kept].filter(([heading]) => !chosen.has(heading));
  return writeProductColumns(tx, actor, new Map([...chosen, ...others].slice(0, mostHeadings)));
}

/** Forgets what a heading stands for, so that the next file with it asks again (audited). */
export async function forgetProductColumn(
  { db }: Pick<Services, "db">,
  actor: Actor,
  heading: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('product columns'))`);
    const kept = await keptProductColumns(tx);
    if (!kept.has(heading)) return;
    await writeProductColumns(tx, actor, new Map([...kept].filter(([one]) => one !== heading)));
  });
}

async function writeProductColumns(tx: Db, actor: Actor, columns: ProductColumns): Promise<ProductColumns> {
  const after = Object.fromEntries(columns);
  await keepFileColumns(tx, "products", after);
  await recordAction(tx, {
    actor,
    action: "import.columns",
    subject: { kind: "import", id: "columns", name: "Columns of product files" },
    after,
  });
  return columns;
}
