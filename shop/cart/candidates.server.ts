import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { paidPrice, runningOffers } from "../catalogue/cards/read-cards.server.ts";
import type { Candidate } from "./choose-variant.ts";

const candidate = z.object({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  available: z.number(),
  paid: z.coerce.number(),
});
const candidates = z.array(candidate);

/**
 * The variants of active products with their available stock and current unit price in paise. In: a condition on `p`
 * (p.id is the product's id).
 */
export async function variantCandidates(
  { db, clock }: Pick<Services, "db" | "clock">,
  where: SQL,
): Promise<Candidate[]> {
  const { rows } = await db.execute(sql`/* hot */
    with running as (${runningOffers(clock.now())})
    select v.id, p.id as "productId", p.name, v.size, v.colour, v.stock - v.held as available,
      ${paidPrice} as paid
    from (select id, name, coalesce(own.price, product.price) as price, original_price, own.variant_id
      from product join lateral (select variant.id as variant_id, variant.price from variant
        where variant.product_id = product.id) own on true where product.status = 'active') p
    join variant v on v.id = p.variant_id
    left join running r on r.product_id = p.id
    where ${where}
    order by v.position, v.id`);
  return candidates.parse(rows);
}
