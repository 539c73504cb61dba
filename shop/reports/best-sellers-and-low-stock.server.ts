import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { lowStock } from "../catalogue/inventory/inventory.ts";
import { product, variant } from "../catalogue/tables.server.ts";
import type { Paise } from "../money.ts";
import { bestSellersDays, bestSellersFrom } from "./periods.ts";

export type BestSeller = { productId: string; slug: string; name: string; units: number; revenue: Paise };

const bestRows = z.array(
  z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    units: z.coerce.number(),
    revenue: z.coerce.number(),
  }),
);

/**
 * The best sellers of the last `days` days (India), by units of orders that are due, without deleted products. For
 * the usual period the sums are maintained and only the best are read.
 */
export async function bestSellers(
  { db, clock }: Pick<Services, "db" | "clock">,
  { days = bestSellersDays, most = 5 }: { days?: number; most?: number } = {},
): Promise<BestSeller[]> {
  const from = bestSellersFrom(clock.now(), days);
  const stored = await db.execute(sql`select 1 from product_sales_window where first_day = ${from}`);
  const { rows } = await db.execute(sql`
    with sums as (${stored.rows.length > 0 ? storedSums(from, most) : daySums(from)})
    select p.id, p.slug, p.name, s.units, s.revenue from (
      select product_id, sum(units) as units, sum(revenue) as revenue from sums
      group by product_id having sum(units) > 0) s
      join product p on p.id = s.product_id
    order by s.units desc, s.revenue desc, p.id limit ${most}`);
  return bestRows.parse(rows).map(({ id, ...row }) => ({ productId: id, ...row }));
}

/** Deltas that are not rolled up yet. */
const freshSums = (from: string) => sql`
  select value::uuid as product_id, count as units, amount as revenue from metric_change
  where facet = 'product' and day >= ${from}`;

const daySums = (from: string) => sql`
  select value::uuid as product_id, count as units, amount as revenue from metric_by_day
  where facet = 'product' and day >= ${from}
  union all ${freshSums(from)}`;

/**
 * From the stored sums: every product with new deltas, and the best of the rest. A product without deltas can be
 * among the best only if it is among as many of them as are requested plus those that changed. Ties at the last place
 * are all included.
 */
const storedSums = (from: string, most: number) => sql`
  with fresh as materialized (${freshSums(from)}),
  best as (
    (select s.product_id, s.units, s.revenue from product_sales s join product p on p.id = s.product_id
      where s.units > 0 order by s.units desc, s.revenue desc
      fetch first (select ${most}::integer + count(distinct product_id) from fresh) rows with ties)
    union
    select product_id, units, revenue from product_sales where product_id in (select product_id from fresh))
  select product_id, units, revenue from best
  union all select product_id, units, revenue from fresh`;

export type LowStockVariant = {
  id: string;
  productId: string;
  name: string;
  size: string | null;
  colour: string | null;
  left: number;
};

/** Variants of products on sale with at most `lowStock` units left, fewest first. */
export async function lowStockVariants({ db }: Pick<Services, "db">, most = 6): Promise<LowStockVariant[]> {
  const { id, productId, size, colour, stock, reserved } = variant;
  const left = sql<number>`${stock} - ${reserved}`;
  return db
    .select({ id, productId, name: product.name, size, colour, left })
    .from(variant)
    .innerJoin(product, and(eq(product.id, productId), sql`${product.status} = 'active'`))
    .where(sql`${left} <= ${sql.raw(String(lowStock))}`)
    .orderBy(left, id)
    .limit(most);
}
