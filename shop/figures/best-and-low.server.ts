import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Paise } from "../money.ts";
import { dayPlus, indianDay } from "./periods.ts";

export type BestSeller = { productId: string; slug: string; name: string; pieces: number; revenue: Paise };

const bestRows = z.array(
  z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    pieces: z.coerce.number(),
    revenue: z.coerce.number(),
  }),
);

/** What sold most in the last `days` days (India), by pieces of orders that are due; products that are gone left out. */
export async function bestSellers(
  { db, clock }: Pick<Services, "db" | "clock">,
  { days = 30, most = 5 }: { days?: number; most?: number } = {},
): Promise<BestSeller[]> {
  const from = dayPlus(indianDay(clock.now()), 1 - days);
  const { rows } = await db.execute(sql`
    select p.id, p.slug, p.name, s.pieces, s.revenue from (
      select value, sum(count) as pieces, sum(amount) as revenue from (
        select value, count, amount from figure_day where facet = 'product' and day >= ${from}
        union all
        select value, count, amount from figure_delta where facet = 'product' and day >= ${from}) both_tables
      group by value having sum(count) > 0) s
      join product p on p.id = s.value::uuid
    order by s.pieces desc, s.revenue desc, p.id limit ${most}`);
  return bestRows.parse(rows).map(({ id, ...row }) => ({ productId: id, ...row }));
}

/** From so few on a size counts as low. */
export const lowStockFrom = 5;

export type LowVariant = {
  id: string;
  productId: string;
  name: string;
  size: string | null;
  colour: string | null;
  left: number;
};

const lowRows = z.array(
  z.object({
    id: z.string(),
    product_id: z.string(),
    name: z.string(),
    size: z.string().nullable(),
    colour: z.string().nullable(),
    left: z.coerce.number(),
  }),
);

/** Sizes of products on sale of which at most five can still be sold, the fewest first. */
export async function lowStock({ db }: { db: Db }, most = 6): Promise<LowVariant[]> {
  const { rows } = await db.execute(sql`
    select v.id, p.id as product_id, p.name, v.size, v.colour, v.stock - v.held as left
      from variant v join product p on p.id = v.product_id and p.status = 'active'
      where v.stock - v.held <= ${sql.raw(String(lowStockFrom))}
      order by v.stock - v.held, v.id limit ${most}`);
  return lowRows.parse(rows).map(({ product_id, ...row }) => ({ ...row, productId: product_id }));
}

export type ToHandle = { payments: number; returns: number; refunds: number };

/** What waits for staff beside the orders themselves: doubtful payments, returns asked for, cash to pay out. */
export async function toHandle({ db }: { db: Db }): Promise<ToHandle> {
  const { rows } = await db.execute(sql`
    select (select count(*) from (select 1 from return_request where state = 'requested' limit 1000) r) as returns,
      (select count(*) from (select 1 from refund where state = 'pending' limit 1000) r) as refunds,
      (select count(*) from (select 1 from payment_notice where handled_at is null limit 1000) n) as payments`);
  const [row] = z
    .array(z.object({ returns: z.coerce.number(), refunds: z.coerce.number(), payments: z.coerce.number() }))
    .parse(rows);
  return row ?? { payments: 0, returns: 0, refunds: 0 };
}
