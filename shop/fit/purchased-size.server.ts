import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Customer } from "../access/actor.ts";

const sizeRows = z.array(z.object({ size: z.string() }));

/**
 * The size of this product's brand and kind that a customer bought most often and did not return, the latest among
 * equals; after an exchange the replacement's size. In: the customer and a product's id. Out: null when they have none
 * of its sizes, or the id is not one.
 */
export async function purchasedSize(
  { db }: { db: Db },
  customer: Customer,
  productId: string,
): Promise<{ size: string } | null> {
  if (!z.uuid().safeParse(productId).success) return null;
  const { rows } = await db.execute(sql`
    select bought.size from product one join category c on c.id = one.category_id
    cross join lateral (
      select case when back.id is null then l.size else back.exchange_size end as size, o.delivered_at
      from orders o join order_line l on l.order_id = o.id
      join product p on p.id = l.product_id join category k on k.id = p.category_id
      left join lateral (
        select r.id, rl.exchange_size from return_line rl join return_request r on r.id = rl.return_id
        where rl.order_line_id = l.id and r.state not in ('rejected', 'withdrawn') order by r.created_at desc limit 1) back on true
      where o.user_id = ${customer.id} and o.status = 'delivered' and p.brand = one.brand and k.kind = c.kind) bought
    where one.id = ${productId} and one.status = 'active'
      and exists (select from variant v where v.product_id = one.id and v.size = bought.size)
    group by 1 order by count(*) desc, max(bought.delivered_at) desc limit 1`);
  return sizeRows.parse(rows)[0] ?? null;
}
