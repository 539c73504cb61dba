import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hot } from "../../platform/database/hot-statements.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { runningOffers } from "../catalogue/cards/read-cards.server.ts";
import { priceOf } from "../catalogue/pricing.ts";
import type { Candidate } from "./choose-variant.ts";

const candidate = z.object({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  available: z.number(),
  price: z.coerce.number(),
  originalPrice: z.coerce.number().nullable(),
  percent: z.number().nullable(),
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
  const { rows } = await hot(db).execute(sql`
    with running as (${runningOffers(clock.now())})
    select v.id, p.id as "productId", p.name, v.size, v.colour, v.stock - v.reserved as available,
      coalesce(v.price, p.price) as price, p.original_price as "originalPrice", r.percent
    from product p join variant v on v.product_id = p.id
    left join running r on r.product_id = p.id
    where p.status = 'active' and ${where}
    order by v.position, v.id`);
  return candidates.parse(rows).map(({ price, originalPrice, percent, ...variant }) => ({
    ...variant,
    paid: priceOf({ price, originalPrice }, percent).paid,
  }));
}
