import { and, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database/database.server.ts";
import type { Paise } from "../money.ts";
import { receivedPayment, refund, refundLine } from "./tables.server.ts";

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

/** Refunded units and amount (paise) of an order, by line; of refunds that have not failed. */
export async function refundedByLine(
  { db }: { db: Db },
  orderId: string,
): Promise<Map<string, { quantity: number; amount: Paise }>> {
  const rows = await db
    .select({
      lineId: refundLine.orderLineId,
      quantity: sql`sum(${refundLine.quantity})`.mapWith(Number),
      amount: sql`sum(${refundLine.amount})`.mapWith(Number),
    })
    .from(refundLine)
    .innerJoin(refund, eq(refund.id, refundLine.refundId))
    .where(and(eq(refund.orderId, orderId), ne(refund.state, "failed")))
    .groupBy(refundLine.orderLineId);
  return new Map(rows.map(({ lineId, ...back }) => [lineId, back]));
}
