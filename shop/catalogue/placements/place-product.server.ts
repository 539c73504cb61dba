import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { lockMembership, refreshMembership } from "../membership/membership.server.ts";
import { collectionPlacement, productCollection, product as products } from "../tables.server.ts";

/** The placement of a product in a collection's recommended order: pinned first, buried last, or none. */
export const productMoves = ["top", "bury", "back"] as const;
export type ProductMove = (typeof productMoves)[number];

const uuid = z.uuid();
const buried = -1;
/** More would be a manual order instead of a recommendation. */
const mostPinned = 48;

/**
 * Pins a product to the top of a collection (before those that are already pinned), buries it, or undoes either. A
 * collection by rules leaves a buried product out.
 * Refused: 'not-found' (no such product in the collection), 'too-many' (48 are pinned).
 */
export async function placeProduct(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, slug, productId, move }: { actor: Actor; slug: string; productId: string; move: ProductMove },
): Promise<Done | Refused<"not-found" | "too-many">> {
  if (!uuid.safeParse(productId).success || slug.includes("\0")) return refused("not-found");
  return inTransaction(db, async (tx) => {
    await lockMembership(tx);
    // The lock on the collection's row serialises concurrent pins.
    await tx.execute(sql`select from collection where slug = ${slug} for update`);
    const [product] = await tx
      .select({ name: products.name })
      .from(products)
      .where(
        and(
          eq(products.id, productId),
          sql`(exists (select from ${productCollection} pc where pc.collection_slug = ${slug} and pc.product_id = ${productId})
            or exists (select from ${collectionPlacement} cp where cp.collection_slug = ${slug} and cp.product_id = ${productId} and cp.placement < 0))`,
        ),
      );
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
    await refreshMembership(tx, clock.now(), { products: [productId], slug });
    await recordAction(tx, {
      actor,
      action: "product.place",
      subject: { kind: "product", id: productId, name: product.name },
      before: { collection: slug, placement: placementWords(before?.placement ?? null) },
      after: {
        collection: slug,
        placement: placementWords(move === "top" ? 1 : move === "bury" ? buried : null),
      },
    });
    return done();
  });
}

const placementWords = (placement: number | null) =>
  placement === null ? null : placement === buried ? "left out" : `pinned at place ${placement}`;

/** The products that a collection by rules leaves out, by name. */
export async function leftOut(
  { db }: Pick<Services, "db">,
  slug: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: products.id, name: products.name })
    .from(collectionPlacement)
    .innerJoin(products, eq(products.id, collectionPlacement.productId))
    .where(and(eq(collectionPlacement.collectionSlug, slug), lt(collectionPlacement.placement, 0)))
    .orderBy(sql`lower(${products.name})`, products.id);
}

/** The placements of a collection, by product: above 0 pinned, the lowest first; below 0 buried. */
export async function placementsIn({ db }: Pick<Services, "db">, slug: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ productId: collectionPlacement.productId, placement: collectionPlacement.placement })
    .from(collectionPlacement)
    .where(eq(collectionPlacement.collectionSlug, slug));
  return new Map(rows.map(({ productId, placement }) => [productId, placement]));
}
