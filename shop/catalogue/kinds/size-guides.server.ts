import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { RowOf } from "../../../platform/database/rows.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { category, sizeGuide } from "../tables.server.ts";
import { guideRows, type SizeGuideInput } from "./size-guide.ts";

type Ports = Pick<Services, "db">;

const { id, name, categoryId, brand, sizeScale, note, unit, columns, rows, version } = sizeGuide;
const guideColumns = { id, name, categoryId, brand, sizeScale, note, unit, columns, rows, version };
export type SizeGuideToEdit = Omit<RowOf<typeof guideColumns>, "rows"> & {
  rows: string[][];
  /** What it is for, in words: "Kurtas, Fabindia, S to XXL". */
  of: string;
};

/** All size guides by name. In: words of the name, or "". */
export async function sizeGuideRows({ db }: Ports, q: string): Promise<SizeGuideToEdit[]> {
  const found = await db
    .select({
      ...guideColumns,
      of: sql<string>`concat_ws(', ', (select c.name from ${category} c where c.id = size_guide.category_id), size_guide.brand,
        (select s.name from size_scale s where s.key = size_guide.size_scale))`,
    })
    .from(sizeGuide)
    .where(sql`name ilike search_pattern(${q})`)
    .orderBy(sql`lower(name), id`);
  return found.map((row) => ({ ...row, rows: guideRows.parse(row.rows) }));
}

/** The guide with this id; null when there is none. */
export async function sizeGuideToEdit(ports: Ports, wanted: string): Promise<SizeGuideToEdit | null> {
  return (await sizeGuideRows(ports, "")).find((one) => one.id === wanted) ?? null;
}

/**
 * Makes a size guide (`id` null) or changes one. In: the actor, the version that was shown. Refused: 'not-found',
 * 'changed-meanwhile', 'taken' (another guide is for the same products), 'gone' (its category or scale was deleted).
 */
export async function saveSizeGuide(
  { db }: Ports,
  { actor, id, version, input }: { actor: Actor; id: string | null; version: string; input: SizeGuideInput },
): Promise<Done | Refused<"not-found" | "changed-meanwhile" | "taken" | "gone">> {
  return inTransaction(db, async (tx) => {
    await lockGuides(tx);
    const all = await sizeGuideRows({ db: tx }, "");
    const before = all.find((one) => one.id === id);
    if (id !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    const isFor = (one: Pick<SizeGuideInput, "categoryId" | "brand" | "sizeScale">) =>
      [one.categoryId, one.brand?.toLowerCase(), one.sizeScale].join("\n");
    if (all.some((one) => one.id !== id && isFor(one) === isFor(input))) return refused("taken");
    if (!(await lockTargets(tx, input))) return refused("gone");
    const [made] = before
      ? await tx
          .update(sizeGuide)
          .set({ ...input, version: sql`${sizeGuide.version} + 1` })
          .where(eq(sizeGuide.id, before.id))
          .returning({ id: sizeGuide.id })
      : await tx.insert(sizeGuide).values(input).returning({ id: sizeGuide.id });
    await recordAction(tx, {
      actor,
      action: before ? "size-guide.update" : "size-guide.create",
      subject: { kind: "size-guide", id: made?.id ?? "", name: input.name },
      ...(before && { before: { name: before.name, of: before.of, rows: before.rows } }),
      after: { ...input },
    });
    return done();
  });
}

/** Deletes a size guide; the next nearest one, or the shipped one, is shown then. Refused: 'not-found'. */
export async function deleteSizeGuide(
  { db }: Ports,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    await lockGuides(tx);
    const before = await sizeGuideToEdit({ db: tx }, id);
    if (!before) return refused("not-found");
    await tx.delete(sizeGuide).where(eq(sizeGuide.id, id));
    await recordAction(tx, {
      actor,
      action: "size-guide.delete",
      subject: { kind: "size-guide", id, name: before.name },
      before: { name: before.name, of: before.of, rows: before.rows },
    });
    return done();
  });
}

async function lockGuides(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('size guides'))`);
}

/** Whether its category and scale are there, which then stay until the end of the transaction. */
async function lockTargets(tx: Db, { categoryId, sizeScale }: SizeGuideInput): Promise<boolean> {
  if (categoryId !== null) {
    if (!z.uuid().safeParse(categoryId).success) return false;
    const { rows } = await tx.execute(sql`select from category where id = ${categoryId} for key share`);
    if (rows.length === 0) return false;
  }
  if (sizeScale === null) return true;
  const { rows } = await tx.execute(sql`select from size_scale where key = ${sizeScale} for key share`);
  return rows.length > 0;
}
