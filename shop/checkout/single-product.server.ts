import { and, eq, or, sql } from "drizzle-orm";
import type { Services } from "../../platform/services.server.ts";
import { product as products, variant } from "../catalogue/tables.server.ts";
import type { PricedLine } from "./priced-lines.server.ts";
import { pricedLines } from "./priced-lines.server.ts";

const maxVariants = 200;

/**
 * The orderable variants of a product at current prices; unavailable ones have quantity 0. In: the product's id or
 * slug. Null for an unknown or unsold product. `quantity` is the highest that can be ordered.
 */
export async function singleProductOptions(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
  product: string,
): Promise<PricedLine[] | null> {
  if (!/^[a-z0-9-]{1,120}$/i.test(product)) return null;
  const variants = await db
    .select({ variantId: variant.id })
    .from(variant)
    .innerJoin(products, eq(products.id, variant.productId))
    .where(
      and(
        eq(products.status, "active"),
        or(eq(products.slug, product), sql`${products.id}::text = ${product.toLowerCase()}`),
      ),
    )
    .orderBy(variant.position, variant.id)
    .limit(maxVariants);
  if (variants.length === 0) return null;
  // Ten is the limit of a line, so the result is what is available.
  return pricedLines(
    db,
    clock.now(),
    userId,
    variants.map(({ variantId }) => ({ variantId, quantity: 10 })),
  );
}
