import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, can } from "../access/actor.ts";
import { csvByteOrderMark, csvRow } from "../csv.ts";
import type { Paise } from "../money.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { BookPeriod } from "./period.ts";

type Ports = Pick<Services, "db">;

const costRow = z.object({
  id: z.string(),
  day: z.string(),
  cursor: z.string(),
  counts: z.boolean(),
  net_sales: z.coerce.number(),
  tax: z.coerce.number(),
  fee: z.coerce.number(),
  fee_tax: z.coerce.number(),
  delivery: z.coerce.number(),
  back: z.coerce.number(),
  goods: z.coerce.number(),
  unknown_goods: z.coerce.number(),
});
type CostRow = z.infer<typeof costRow>;

/**
 * What orders earned and cost, one row each, in paise. Sales: the total less what was refunded or came back, of orders
 * that count: some of it was sent, or all is paid, and it is not cancelled. Tax: of its invoices less its credit notes.
 * Goods: the pieces that stay sold, at the cost that the product has now; `unknown_goods`: lines whose product has none.
 */
async function costsOf({ db }: Ports, which: SQL): Promise<CostRow[]> {
  const { settlements } = await shopSettings({ db });
  const { rows } = await db.execute(sql`
    select o.id, (o.placed_at at time zone 'Asia/Kolkata')::date::text as day, o.placed_at::text as cursor,
      c.counts, case when c.counts then o.total - o.refunded_total else 0 end as net_sales,
      d.tax, s.fee, s.fee_tax, p.delivery, p.back, g.goods, g.unknown_goods
    from orders o
    cross join lateral (select o.status <> 'cancelled' and (exists (select from parcel
      where order_id = o.id and state <> 'prepared') or order_received(o.id) >= o.total) as counts) c
    cross join lateral (select coalesce(sum(case i.kind when 'credit-note' then -i.tax else i.tax end), 0) as tax
      from invoice i where i.order_id = o.id) d
    cross join lateral (select coalesce(sum(l.fee), 0) as fee, coalesce(sum(l.tax), 0) as fee_tax
      from settlement_line l where l.order_id = o.id) s
    cross join lateral (select
        coalesce(sum(coalesce(p.cost, ${settlements.deliveryCost}::bigint))
          filter (where p.state not in ('prepared', 'returning', 'returned')), 0) as delivery,
        coalesce(sum(coalesce(p.cost, ${settlements.deliveryCost + settlements.returnCost}::bigint))
          filter (where p.state in ('returning', 'returned')), 0)
          + (select coalesce(sum(coalesce(q.pickup_cost, case when q.pickup_number is not null and q.sent_at is not null
            then ${settlements.returnCost}::bigint end)), 0) from return_request q where q.order_id = o.id) as back
      from parcel p where p.order_id = o.id) p
    cross join lateral (select
        coalesce(sum(u.units * coalesce(v.cost, pr.cost)), 0) as goods,
        count(*) filter (where u.units > 0 and coalesce(v.cost, pr.cost) is null) as unknown_goods
      from order_line l
        cross join lateral (select case when c.counts then l.quantity - l.refunded_quantity else 0 end as units) u
        left join variant v on v.id = l.variant_id left join product pr on pr.id = l.product_id
      where l.order_id = o.id) g
    where o.placed_at is not null and ${which} order by o.placed_at, o.id`);
  return z.array(costRow).parse(rows);
}

/** What one order cost, in paise. `back`: of parcels that came back, both ways, and the way back of returns. */
export type OrderCosts = {
  /** Whether it is among the sales: not before it was sent or is paid for, nor once it is cancelled. */
  counts: boolean;
  netSales: Paise;
  tax: Paise;
  fee: Paise;
  feeTax: Paise;
  delivery: Paise;
  back: Paise;
  /** Null for staff who may not see what products cost, or when it is not known of each. */
  goods: Paise | null;
  /** What is left; without the goods where they are null. */
  left: Paise;
};

/** Null for staff without `tax.view`, and for an unknown order. */
export async function orderCosts({ db }: Ports, actor: Actor, orderId: string): Promise<OrderCosts | null> {
  if (!can(actor, "tax.view") || !z.uuid().safeParse(orderId).success) return null;
  const [[row], settings] = await Promise.all([
    costsOf({ db }, sql`o.id = ${orderId}`),
    shopSettings({ db }),
  ]);
  if (!row) return null;
  const { counts, net_sales: netSales, tax, fee, fee_tax: feeTax, delivery, back } = row;
  const goods = goodsFor(actor, row);
  return {
    counts,
    netSales,
    tax,
    fee,
    feeTax,
    delivery,
    back,
    goods,
    left: leftOf(row, goods, settings.legal.gstin !== null),
  };
}

/** What products cost the shop is for those who may change them (shop/access/permissions.ts). */
function goodsFor(actor: Actor, { goods, unknown_goods }: CostRow): Paise | null {
  return can(actor, "catalogue.edit") && unknown_goods === 0 ? goods : null;
}

/** The tax on a fee comes back to who is registered for GST, as input tax credit (CGST Act, section 16). */
function leftOf(row: CostRow, goods: Paise | null, isRegistered: boolean): Paise {
  const { net_sales, tax, fee, fee_tax, delivery, back } = row;
  return net_sales - tax - fee - (isRegistered ? 0 : fee_tax) - delivery - back - (goods ?? 0);
}

const batch = 500;

/** A cell that spreadsheets add up. */
const inRupees = (amount: Paise) => amount / 100;

/** The orders placed in a period with what they earned and cost, as CSV in rupees. What goods cost: see `goodsFor`. */
export async function* orderCostsCsv(
  { db }: Ports,
  actor: Actor,
  { from, to }: Pick<BookPeriod, "from" | "to">,
): AsyncGenerator<string> {
  const { legal } = await shopSettings({ db });
  const seesGoods = can(actor, "catalogue.edit");
  yield csvByteOrderMark +
    csvRow([
      ...["Order", "Ordered", "Net sales", "Tax", "Fee", "Tax on fee", "Delivery", "RTO and returns"],
      ...(seesGoods ? ["Cost of goods"] : []),
      "Left",
    ]);
  let after = { at: from.toISOString(), id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const rows = await costsOf(
      { db },
      sql`o.id in (select id from orders where placed_at < ${to.toISOString()}
        and (placed_at, id) > (${after.at}, ${after.id}::uuid) order by placed_at, id limit ${batch})`,
    );
    const text = rows.map((row) => {
      const goods = goodsFor(actor, row);
      const left = leftOf(row, goods, legal.gstin !== null);
      const costs = [row.net_sales, row.tax, row.fee, row.fee_tax, row.delivery, row.back];
      return csvRow([
        ...[row.id, row.day, ...costs.map(inRupees)],
        // Without the cost of each of its goods nobody knows what is left.
        ...(seesGoods ? [goods === null ? "" : inRupees(goods)] : []),
        seesGoods && goods === null ? "" : inRupees(left),
      ]);
    });
    if (text.length > 0) yield text.join("");
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = { at: last.cursor, id: last.id };
  }
}
