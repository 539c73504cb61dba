import { and, count, desc, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { RowOf } from "../../platform/database/rows.server.ts";
import { attributeSets } from "../catalogue/kinds/attribute-sets.server.ts";
import { category } from "../catalogue/tables.server.ts";
import { problemShape, storedImportMessage } from "./draft.ts";
import { importFetch, importProduct, importRun } from "./tables.server.ts";

const { id, fileName, format, mode, status, actorName, createdAt } = importRun;
const runColumns = { id, fileName, format, mode, status, actorName, createdAt };
const { rowsRead, productsRead, productsRejected, rowsRejected, problems } = importRun;
export type ImportRun = RowOf<typeof runColumns>;

const types = z.array(z.object({ type: z.string(), kind: z.string().nullable(), count: z.number() }));

/** The newest twenty imports. */
export function listRuns({ db }: { db: Db }): Promise<ImportRun[]> {
  return db.select(runColumns).from(importRun).orderBy(desc(createdAt)).limit(20);
}

/**
 * One import: what was read, the problems of the file, what it would create and change or its progress, the first
 * hundred products that were excluded or have missing pictures, and the types without a category, with their choices.
 */
export async function readImportRun({ db }: { db: Db }, id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [run] = await db
    .select({ ...runColumns, rowsRead, productsRead, productsRejected, rowsRejected, problems })
    .from(importRun)
    .where(eq(importRun.id, id));
  if (!run) return null;
  const { slug, state, message, existing } = importProduct;
  const ofRun = eq(importProduct.runId, id);
  const counts = await db
    .select({ state, existing, count: count() })
    .from(importProduct)
    .where(ofRun)
    .groupBy(state, existing);
  const noted = await db
    .select({ slug, state, message })
    .from(importProduct)
    .where(and(ofRun, isNotNull(message)))
    .orderBy(sql`state in ('failed', 'skipped') desc, position`)
    .limit(100);
  const of = (state: (typeof counts)[number]["state"], existing?: boolean) =>
    counts
      .filter((one) => one.state === state && (existing === undefined || one.existing === existing))
      .reduce((sum, { count }) => sum + count, 0);
  return {
    ...run,
    problems: z.array(problemShape).parse(run.problems),
    counts: {
      waiting: of("waiting"),
      toMake: of("waiting", false),
      toChange: of("waiting", true),
      created: of("created"),
      updated: of("updated"),
      skipped: of("skipped"),
      failed: of("failed"),
      undone: of("undone"),
    },
    pictures: await picturesOf(db, id),
    noted: noted.map((one) => ({ ...one, message: storedImportMessage.parse(one.message) })),
    ...(run.status === "checked" ? await typesToAsk(db, id) : { types: [], categories: [], sets: [] }),
  };
}

async function typesToAsk(db: Db, id: string) {
  const asked = await db.execute(sql`
    select draft->>'type' as type, min(draft->>'kind') as kind, count(*)::integer as count from import_product
    where run_id = ${id} and state = 'waiting' and draft->>'type' is not null and draft->>'categoryId' is null
    group by 1 order by 2 desc, 1 limit 200`);
  const { id: categoryId, name } = category;
  const categories = await db.select({ id: categoryId, name }).from(category).orderBy(name);
  return { types: types.parse(asked.rows), categories, sets: await attributeSets({ db }) };
}

const addressRows = z.array(z.object({ named: z.int(), fetched: z.int(), failed: z.int() }));

/**
 * The pictures that a run names by address: how many addresses there are, how many were fetched and how many could not
 * be, with the first hundred of these and the reason.
 */
async function picturesOf(db: Db, id: string) {
  const { url, refused } = importFetch;
  const [counted, failures] = await Promise.all([
    db.execute(sql`
      select (select count(distinct p.one->>'source')::integer
          from import_product i cross join jsonb_array_elements(i.draft->'pictures') as p (one)
          where i.run_id = ${id} and i.state <> 'skipped' and p.one->>'source' is not null) as named,
        count(*) filter (where refused is null)::integer as fetched,
        count(*) filter (where refused is not null)::integer as failed
      from import_fetch where run_id = ${id}`),
    db
      .select({ url, refused: sql<string>`${refused}` })
      .from(importFetch)
      .where(and(eq(importFetch.runId, id), isNotNull(refused)))
      .orderBy(importFetch.fetchedAt, url)
      .limit(100),
  ]);
  const [counts] = addressRows.parse(counted.rows);
  return { ...(counts ?? { named: 0, fetched: 0, failed: 0 }), failures };
}
