import { sql } from "drizzle-orm";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { FacetValue, ProductSummary } from "../catalogue/catalogue.ts";
import { readListing } from "../catalogue/listing-address.ts";
import { listProducts, type SearchPorts } from "./list-products.server.ts";

export type PopularProducts = { products: ProductSummary[]; categories: FacetValue[] };

const productsShown = 8;
const categoriesShown = 10;

/** Suggestions for an empty result: the best-rated products in stock, and the largest categories. */
export async function popularProducts(ports: SearchPorts): Promise<PopularProducts> {
  const { products, facets } = await listProducts(
    ports,
    readListing(new URLSearchParams("stock=1&sort=rating")),
    [],
    { cards: productsShown, categoriesOnly: true },
  );
  const byCount = facets.categories.toSorted((one, other) => other.count - one.count);
  return { products, categories: byCount.slice(0, categoriesShown) };
}

const popularityDays = 90;

/**
 * Recounts the units of each product sold in the last 90 days, for the recommended order; a job. Cancelled orders do
 * not count. It sends one change event to the product indexes, and only when something changed.
 */
export async function refreshPopularity({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const since = new Date(clock.now().getTime() - popularityDays * 86_400_000).toISOString();
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      with now_sold as (
        select line.product_id, sum(line.quantity)::integer as units
        from orders o join order_line line on line.order_id = o.id join product p on p.id = line.product_id
        where o.status <> 'cancelled' and o.placed_at >= ${since} group by 1),
      gone as (
        delete from product_popularity where product_id not in (select product_id from now_sold) returning 1),
      changed as (
        insert into product_popularity as before (product_id, units) select product_id, units from now_sold
        on conflict (product_id) do update set units = excluded.units where before.units <> excluded.units
        returning 1)
      select from gone union all select from changed`);
    if (rowCount) await tx.execute(sql`select pg_notify('live', '{"topic":"products"}')`);
  });
}
