import { and, asc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { collectionPlacement, productCollection, product as products } from "../tables.server.ts";

/** The placement of a product in a collection's recommended order: pinned first, buried last, or none. */
export const productMoves = ["top", "bury", "back"] as const;
export type ProductMove = (typeof productMoves)[number];

const uuid = z.uuid();
const buried = -1;
/** More would be a manual order instead of a recommendation. */
const mostPinned = 48;

/**
 * Pins a product to the top of a collection (before those that are already pinned), buries it, or undoes either.
 * Refused: 'not-found' (no such product in the collection), 'too-many' (48 are pinned).
 */
export async function placeProduct(
  { db }: Pick<Services, "db">,
  { actor, slug, productId, move }: { actor: Actor; slug: string; productId: string; move: ProductMove },
): Promise<Done | Refused<"not-found" | "too-many">> {
  if (!uuid.safeParse(productId).success || slug.includes("\0")) return refused("not-found");
  return inTransaction(db, async (tx) => {
    // The lock on the collection's row serialises concurrent pins.
    await tx.execute(sql`select from collection where slug = ${slug} for update`);
    const [product] = await tx
      .select({ name: products.name })
      .from(productCollection)
      .innerJoin(products, eq(products.id, productCollection.productId))
      .where(and(eq(productCollection.collectionSlug, slug), eq(productCollection.productId, productId)));
    if (!product) return refused("not-found");
    const ofCollection = eq(collectionPlacement.collectionSlug, slug);
    const pinned = await tx
      .select({ productId: collectionPlacement.productId })
      .from(collectionPlacement)
      .where(and(ofCollection, gt(collectionPlacement.placement, 0)))
      .orderBy(asc(collectionPlacement.placement), asc(collectionPlacement.productId));
    const others = pinned.filter((one) => one.productId !== productId);
    if (move === "top" && others.length >= mostPinned) return refused("too-many");
    const [before] = await tx
      .delete(collectionPlacement)
      .where(and(ofCollection, eq(collectionPlacement.productId, productId)))
      .returning({ placement: collectionPlacement.placement });
    const place = (id: string, placement: number) => ({ collectionSlug: slug, productId: id, placement });
    if (move === "bury") await tx.insert(collectionPlacement).values(place(productId, buried));
    if (move === "top")
      await tx
        .insert(collectionPlacement)
        .values([{ productId }, ...others].map((one, at) => place(one.productId, at + 1)))
        .onConflictDoUpdate({
          target: [collectionPlacement.collectionSlug, collectionPlacement.productId],
          set: { placement: sql`excluded.placement` },
        });
    await recordAction(tx, {
      actor,
      action: "product.place",
      subject: { kind: "product", id: productId, name: product.name },
      before: { collection: slug, placement: before?.placement ?? null },
      after: { collection: slug, placement: move === "top" ? 1 : move === "bury" ? buried : null },
    });
    return done();
  });
}

/** The placements of a collection, by product: above 0 pinned, the lowest first; below 0 buried. */
export async function placementsIn({ db }: Pick<Services, "db">, slug: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ productId: collectionPlacement.productId, placement: collectionPlacement.placement })
    .from(collectionPlacement)
    .where(eq(collectionPlacement.collectionSlug, slug));
  return new Map(rows.map(({ productId, placement }) => [productId, placement]));
}
