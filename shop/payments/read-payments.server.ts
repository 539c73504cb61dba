import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Paise } from "../money.ts";
import { receivedPayment } from "./tables.server.ts";

const p = alias(receivedPayment, "p");

/**
 * The payments of an order in the order of arrival. Amounts in paise; `left` is the part that is neither refunded nor
 * being refunded.
 */
export async function paymentsOf(db: Db, orderId: string) {
  return db
    .select({
      id: p.providerPaymentId,
      provider: p.provider,
      gatewayOrderId: p.gatewayOrderId,
      amount: p.amount,
      method: p.method,
      effect: p.effect,
      at: p.at,
      left: sql`p.amount - coalesce((select sum(r.amount) from refund r where r.provider = p.provider
        and r.provider_payment_id = p.provider_payment_id and r.state <> 'failed'), 0)`.mapWith(Number),
    })
    .from(p)
    .where(eq(p.orderId, orderId))
    .orderBy(p.at);
}
export type Payment = Awaited<ReturnType<typeof paymentsOf>>[number];

/**
 * Refunded units and amount (paise) of an order, by line: of refunds that have not failed, and of parcels that came
 * back or were lost before they were paid for, which are not owed; `undelivered` are the units of those.
 */
export async function refundedByLine(
  { db }: { db: Db },
  orderId: string,
): Promise<Map<string, { quantity: number; amount: Paise; undelivered: number }>> {
  const { rows } = await db.execute(sql`
    select "lineId", sum(quantity)::integer as quantity, sum(amount) as amount,
      sum(undelivered)::integer as undelivered from (
      select l.order_line_id as "lineId", l.quantity, l.amount, 0 as undelivered
        from refund_line l join refund r on r.id = l.refund_id
        where r.order_id = ${orderId} and r.state <> 'failed'
      union all
      select u.order_line_id, u.quantity, u.credited, u.quantity from parcel_line u join parcel p on p.id = u.parcel_id
        where p.order_id = ${orderId} and u.credited > 0) back
    group by 1`);
  return new Map(backRows.parse(rows).map(({ lineId, ...back }) => [lineId, back]));
}

const backRows = z.array(
  z.object({
    lineId: z.string(),
    quantity: z.number(),
    amount: z.coerce.number(),
    undelivered: z.number(),
  }),
);
