import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { productSummaries } from "../catalogue/cards/read-cards.server.ts";
import type { ProductSummary } from "../catalogue/catalogue.ts";

const windowDays = 180;
const productsShown = 4;

/** Up to four products that were bought together with this one, most orders first. */
export async function boughtTogether(
  ports: Pick<Services, "db" | "clock">,
  productId: string,
): Promise<ProductSummary[]> {
  const { rows } = await ports.db.execute(sql`
    select other_id as id from bought_together where product_id = ${productId}
    order by orders desc, other_id limit ${productsShown}`);
  const ids = z.array(z.object({ id: z.string() })).parse(rows);
  return productSummaries(
    ports,
    ids.map(({ id }) => id),
  );
}

/**
 * Recounts what was bought together in the last 180 days; a job. A pair needs two orders; cancelled orders do not
 * count.
 */
export async function refreshBoughtTogether({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const since = new Date(clock.now().getTime() - windowDays * 86_400_000).toISOString();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`delete from bought_together`);
    await tx.execute(sql`
      insert into bought_together (product_id, other_id, orders)
      select one.product_id, other.product_id, count(distinct one.order_id)
      from orders o
      join order_line one on one.order_id = o.id
      join order_line other on other.order_id = o.id and other.product_id <> one.product_id
      where o.status <> 'cancelled' and o.placed_at >= ${since}
      group by one.product_id, other.product_id having count(distinct one.order_id) >= 2`);
  });
}
