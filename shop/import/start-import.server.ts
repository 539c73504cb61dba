import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { readCategoryChoice } from "../catalogue/category-choice.ts";
import { attributeFields, typedFields } from "../catalogue/kinds/attribute-sets.ts";
import { makeCategory } from "../catalogue/make-category.server.ts";
import { category as categories } from "../catalogue/tables.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { detailsInCells, draftShape } from "./draft.ts";
import { excludeForbidden } from "./forbidden-columns.server.ts";
import { importRun } from "./tables.server.ts";

/** The job that runs an import; registered in shop/jobs.server.ts. */
export const importJob = "import-products";

/**
 * Starts a checked import, or resumes one that stopped. In: the actor, the run, and for each type without a category
 * the choice (`readCategoryChoice`); without a choice its products get no category. Refused: 'not-found',
 * 'already-done'.
 */
export async function startImport(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { actor, id, types = new Map() }: { actor: Actor; id: string; types?: ReadonlyMap<string, string> },
): Promise<Done | Refused<"not-found" | "already-done">> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  return inTransaction(db, async (tx) => {
    const [run] = await tx
      .select({ status: importRun.status, fileName: importRun.fileName })
      .from(importRun)
      .where(eq(importRun.id, id))
      .for("update");
    if (!run) return refused("not-found");
    if (run.status === "done") return refused("already-done");
    // Somebody else may have checked the file.
    await excludeForbidden(tx, id, actor);
    const made = run.status === "checked" ? await chooseCategories(tx, id, types) : [];
    await tx.execute(sql`update import_run set status = 'running' where id = ${id}`);
    await recordAction(tx, {
      actor,
      action: run.status === "checked" ? "import.start" : "import.resume",
      subject: { kind: "import", id, name: run.fileName },
      ...(made.length > 0 && { after: { categories: made } }),
    });
    await jobs.send(tx, importJob, { runId: id });
    return done();
  });
}

/** Assigns the pending products of each chosen type to its category. Out: the names of new categories. */
async function chooseCategories(
  tx: Db,
  runId: string,
  types: ReadonlyMap<string, string>,
): Promise<string[]> {
  const made: string[] = [];
  for (const [type, answer] of types) {
    const choice = readCategoryChoice(answer);
    if (!choice) continue;
    const [category] =
      "set" in choice
        ? [await makeCategory(tx, { name: type, kind: choice.set })]
        : await tx
            .select({ id: categories.id, fresh: sql<boolean>`false` })
            .from(categories)
            .where(eq(categories.id, choice.id));
    if (!category) continue;
    if (category.fresh) made.push(type);
    await tx.execute(sql`
      update import_product set draft = jsonb_set(draft, '{categoryId}', to_jsonb(${category.id}::text))
      where run_id = ${runId} and state = 'waiting' and draft->>'type' = ${type}`);
    await fillDetails(tx, runId, category.id);
  }
  return made;
}

const cellRows = z.array(
  z.object({ position: z.int(), cells: draftShape.shape.cells, fields: attributeFields }),
);

/**
 * Reads what the file says of details, now that the products have a category: one with a value that its set does not
 * allow is left out, and says so.
 */
async function fillDetails(tx: Db, runId: string, categoryId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select i.position, i.draft->'cells' as cells, s.fields
    from import_product i join category c on c.id = ${categoryId} join attribute_set s on s.key = c.kind
    where i.run_id = ${runId} and i.state = 'waiting' and i.draft->>'categoryId' = ${categoryId}::text
      and i.draft->'cells' <> '{}'`);
  const read = cellRows.parse(rows).map(({ position, cells, fields }) => ({
    position,
    details: detailsInCells(cells, typedFields(fields)),
  }));
  await tx.execute(sql`
    update import_product i set draft = jsonb_set(i.draft, '{details}', coalesce(r.details, '{}')),
      state = case when r.details is null then 'skipped' else i.state end,
      message = case when r.details is null then '{"code": "no-detail"}' else i.message end
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r (position integer, details jsonb)
    where i.run_id = ${runId} and i.position = r.position`);
}
