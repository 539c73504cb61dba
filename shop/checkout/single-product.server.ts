import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
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
  const { rows } = await db.execute(sql`
    select v.id from variant v join product p on p.id = v.product_id
    where p.status = 'active' and (p.slug = ${product} or p.id::text = ${product.toLowerCase()})
    order by v.position, v.id limit ${maxVariants}`);
  const ids = z.array(z.object({ id: z.string() })).parse(rows);
  if (ids.length === 0) return null;
  // Ten is the limit of a line, so the result is what is available.
  return pricedLines(
    db,
    clock.now(),
    userId,
    ids.map(({ id }) => ({ variantId: id, quantity: 10 })),
  );
}
