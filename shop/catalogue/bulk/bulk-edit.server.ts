import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type Actor, can, type RecordedActor, recorded } from "../../access/actor.ts";
import { actorColumns, actorValues } from "../../access/actor-columns.server.ts";
import type { Permission } from "../../access/permissions.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { productStatuses } from "../edit/product-draft.ts";
import type { StockCode } from "../inventory/stock-codes.ts";
import { chosenByHand, shareMembership } from "../membership/membership.server.ts";
import { bulkEdit } from "../tables.server.ts";
import { type BulkChange, bulkChangeShape, maxBulkProducts, stepsOf } from "./bulk-change.ts";

/** How long a bulk edit can be undone. */
const undoHours = 24;

const product = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number(),
  price: z.coerce.number(),
  status: z.enum(productStatuses),
  collections: z.array(z.string()),
  variants: z.array(
    z.object({
      id: z.string(),
      sku: z.string(),
      price: z.number().nullable(),
      stock: z.number(),
      reserved: z.number(),
    }),
  ),
});
type Before = z.infer<typeof product>;

const storedEdit = z.array(
  z.object({
    product,
    /** The version after the edit; another version means that the product was edited since. */
    left: z.number(),
    moved: z.array(z.object({ variantId: z.string(), sku: z.string(), delta: z.number() })),
  }),
);

/**
 * Changes up to 500 products (unknown ids are ignored), each with its audit entry. Out: how many changed, and the
 * token that undoes the edit for 24 hours. A stock step applies to every variant and never goes below what is
 * reserved. Refused: 'nothing' when no product would change, 'no-collection' (none
 * of this slug whose products are chosen by hand).
 */
export async function changeInBulk(
  { db }: Pick<Services, "db">,
  actor: Actor,
  ids: string[],
  change: BulkChange,
): Promise<Done<{ changed: number; undo: string }> | Refused<"nothing" | "no-collection">> {
  const asked = knownIds(ids);
  return inTransaction(db, async (tx) => {
    await shareMembership(tx);
    if ((change.kind === "collect" || change.kind === "uncollect") && !(await isThere(tx, change.slug)))
      return refused("no-collection");
    const changed: z.infer<typeof storedEdit> = [];
    for (const before of await lock(tx, asked)) {
      const step = stepsOf(before, change);
      if (!step) continue;
      const moved = step.stock;
      await write(tx, { ...before, ...step.product }, moved, actor, "bulk-edit");
      await recordAction(tx, {
        actor,
        action: "product.bulk-edit",
        subject: { kind: "product", id: before.id, name: before.name },
        before: step.before,
        after: step.after,
      });
      changed.push({ product: before, left: before.version + 1, moved });
    }
    if (changed.length === 0) return refused("nothing");
    await tx.execute(sql`delete from bulk_edit where at < now() - make_interval(hours => ${undoHours})`);
    const [{ id } = { id: "" }] = await tx
      .insert(bulkEdit)
      .values({ before: changed, change, ...recordedColumns(actor) })
      .returning({ id: bulkEdit.id });
    return done({ changed: changed.length, undo: id });
  });
}

/** A bulk edit of the last 24 hours. `change`: null for one of an earlier version. */
export type RecentBulkEdit = {
  id: string;
  at: Date;
  by: RecordedActor;
  change: BulkChange | null;
  products: number;
  isUndone: boolean;
};

/** The bulk edits that can be undone, and those that were; the newest first. */
export async function recentBulkEdits({ db }: Pick<Services, "db">): Promise<RecentBulkEdit[]> {
  const rows = await db
    .select({
      id: bulkEdit.id,
      at: bulkEdit.at,
      kind: bulkEdit.actorKind,
      actorId: bulkEdit.actorId,
      name: bulkEdit.actorName,
      change: bulkEdit.change,
      products: sql`jsonb_array_length(${bulkEdit.before})`.mapWith(Number),
      undoneAt: bulkEdit.undoneAt,
    })
    .from(bulkEdit)
    .where(sql`${bulkEdit.at} > now() - make_interval(hours => ${undoHours})`)
    .orderBy(sql`${bulkEdit.at} desc`);
  return rows.map(({ id, at, kind, actorId, name, change, products, undoneAt }) => ({
    id,
    at,
    products,
    isUndone: undoneAt !== null,
    by: { kind, id: actorId, name },
    change: bulkChangeShape.nullable().parse(change),
  }));
}

/**
 * Undoes a bulk edit, once. Out: how many products were restored, and how many were edited since and stay as they
 * are. Stock is stepped back as far as reservations allow. Refused: 'too-late' for an unknown, expired or used token,
 * 'not-allowed' for an edit of prices or stock without the permission.
 */
export async function undoBulkEdit(
  { db }: Pick<Services, "db">,
  actor: Actor,
  token: string,
): Promise<Done<{ restored: number; left: number }> | Refused<"too-late" | "not-allowed">> {
  if (!z.uuid().safeParse(token).success) return refused("too-late");
  return inTransaction(db, async (tx) => {
    const [row] = await tx
      .select({ before: bulkEdit.before })
      .from(bulkEdit)
      .where(
        and(
          eq(bulkEdit.id, token),
          isNull(bulkEdit.undoneAt),
          sql`${bulkEdit.at} > now() - make_interval(hours => ${undoHours})`,
        ),
      )
      .for("update");
    if (!row) return refused("too-late");
    const stored = storedEdit.parse(row.before);
    const current = await lock(
      tx,
      stored.map((one) => one.product.id),
    );
    const now = new Map(current.map((one) => [one.id, one]));
    if (!undoNeeds(stored, now).every((needed) => can(actor, needed))) return refused("not-allowed");
    await tx.update(bulkEdit).set({ undoneAt: sql`now()` }).where(eq(bulkEdit.id, token));
    let restored = 0;
    for (const { product: before, left, moved } of stored) {
      const there = now.get(before.id);
      if (there?.version !== left) continue;
      const stock = new Map(there.variants.map((one) => [one.id, one.stock - one.reserved]));
      const back = moved
        .map((move) => ({ ...move, delta: Math.max(-move.delta, -(stock.get(move.variantId) ?? 0)) }))
        .filter(({ delta, variantId }) => delta !== 0 && stock.has(variantId));
      await write(tx, { ...before, version: left }, back, actor, "bulk-edit-undone");
      await recordAction(tx, {
        actor,
        action: "product.bulk-undo",
        subject: { kind: "product", id: before.id, name: before.name },
      });
      restored++;
    }
    return done({ restored, left: stored.length - restored });
  });
}

/** The permissions needed for the undo: the same as for the edit. */
function undoNeeds(stored: z.infer<typeof storedEdit>, now: Map<string, Before>): Permission[] {
  const prices = (one: Before | undefined) => [
    one?.price,
    ...(one?.variants.map(({ price }) => price) ?? []),
  ];
  const isRepriced = stored.some(({ product: before, left }) => {
    const there = now.get(before.id);
    return there?.version === left && String(prices(there)) !== String(prices(before));
  });
  const isMoved = stored.some(({ moved }) => moved.length > 0);
  return [...(isRepriced ? ["prices.edit" as const] : []), ...(isMoved ? ["stock.adjust" as const] : [])];
}

/** Whether products are chosen by hand for a collection, which then is not deleted before the transaction ends. */
async function isThere(tx: Db, slug: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from collection where slug = ${slug} and rule is null for key share`,
  );
  return rows.length > 0;
}

/** The ids that can be those of products, each once, at most 500. */
export function knownIds(ids: string[]): string[] {
  return [...new Set(ids)].filter((id) => z.uuid().safeParse(id).success).slice(0, maxBulkProducts);
}

function recordedColumns(actor: Actor) {
  const { kind, id, name } = recorded(actor);
  return { actorKind: kind, actorId: id, actorName: name };
}

/** Locks products, then their variants, each in the order of their ids, to avoid deadlocks. */
async function lock(tx: Db, ids: string[]): Promise<Before[]> {
  const list = sql`${sql.param(ids)}::uuid[]`;
  await shareMembership(tx);
  await tx.execute(sql`select 1 from product where id = any(${list}) order by id for update`);
  await tx.execute(sql`select 1 from variant where product_id = any(${list}) order by id for no key update`);
  return productsToChange(tx, ids);
}

/** What a bulk edit may change, of the products of these ids, by id. */
export async function productsToChange(db: Db, ids: string[]): Promise<Before[]> {
  const list = sql`${sql.param(ids)}::uuid[]`;
  const { rows } = await db.execute(sql`
    select p.id, p.name, p.version, p.price, p.status,
      array(select collection_slug from product_collection where product_id = p.id order by 1) as collections,
      (select coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'price', v.price, 'stock', v.stock,
        'reserved', v.reserved) order by v.id), '[]') from variant v where v.product_id = p.id) as variants
    from product p where p.id = any(${list}) order by p.id`);
  return z.array(product).parse(rows);
}

async function write(
  tx: Db,
  one: Before,
  moved: { variantId: string; sku: string; delta: number }[],
  actor: Actor,
  code: StockCode,
): Promise<void> {
  await tx.execute(sql`
    update product set price = ${one.price}, status = ${one.status}, version = version + 1 where id = ${one.id}`);
  for (const { id, price } of one.variants) {
    await tx.execute(
      sql`update variant set price = ${price} where id = ${id} and price is distinct from ${price}::bigint`,
    );
  }
  const wanted = sql`${sql.param(one.collections)}::text[]`;
  await tx.execute(sql`
    delete from product_collection where product_id = ${one.id} and collection_slug <> all(${wanted})
      and collection_slug in ${chosenByHand}`);
  await tx.execute(sql`
    insert into product_collection (product_id, collection_slug)
    select ${one.id}, slug from collection where rule is null and slug = any(${wanted}) order by slug for key share
    on conflict do nothing`);
  for (const { variantId, sku, delta } of moved) {
    await tx.execute(sql`insert into stock_movement (variant_id, sku, delta, ${actorColumns}, code)
      values (${variantId}, ${sku}, ${delta}, ${actorValues(actor)}, ${code})`);
  }
}
