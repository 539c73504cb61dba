import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database/database.server.ts";
import { recorded, type Staff } from "../access/actor.ts";
import type { Paise } from "../money.ts";
import { readMailContext } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { postPaymentStatus } from "../orders/posting/payment-status.server.ts";
import { refundReasonOf } from "../orders/remarks/remark.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { wayBackOf } from "./providers.ts";
import { paymentsOf } from "./read-payments.server.ts";
import { beginRefund, type RefundPorts } from "./refunds.server.ts";
import { refundLine, refund as refunds } from "./tables.server.ts";

/** How a refund that failed is tried again: through its provider, or paid out by staff. */
export type RefundWay = "provider" | "by-hand";

/** A new refund in place of one that failed (`failed`: its id). */
export type RetriedRefund = { id: string; failed: string; amount: Paise };

const r = alias(refunds, "r");

/**
 * The condition for refunds `r` that failed and that somebody has to try again: nobody did, and as much is left of the
 * payment. Another refund of the order does not settle one that failed.
 */
export const needsRetry = sql`(r.state = 'failed' and not exists (select from refund retry where retry.retry_of = r.id)
  and r.amount <= coalesce((select p.amount from received_payment p
      where p.provider = r.provider and p.provider_payment_id = r.provider_payment_id), r.amount)
    - coalesce((select sum(gone.amount) from refund gone where gone.order_id = r.order_id and gone.state <> 'failed'
      and gone.provider = r.provider and gone.provider_payment_id = r.provider_payment_id), 0))`;

/**
 * Tries a refund that failed again, with the parts into which it was divided: the same sums, reason and items.
 * 'by-hand': the customer is asked where to send it, and staff pay it out. In: the transaction that has locked the order;
 * staff with `orders.refund`. Out: the new refunds, each with the id of the one that failed, in paise. Refused:
 * 'not-found' unless it `needsRetry`; 'too-much' when two parts of one payment are more than is left of it;
 * 'provider-missing'.
 */
export async function retryRefund(
  ports: RefundPorts,
  tx: Db,
  order: Order,
  { actor, refundId, way }: { actor: Staff; refundId: string; way: RefundWay },
): Promise<Done<RetriedRefund[]> | Refused<"not-found" | "too-much" | "provider-missing">> {
  const failed = await tx
    .select()
    .from(r)
    .where(sql`r.order_id = ${order.id} and ${needsRetry}
      and r.created_at = (select created_at from refund where id::text = ${refundId})`);
  if (!failed.some(({ id }) => id === refundId)) return refused("not-found");
  const payments = await paymentsOf(tx, order.id);
  const { kind: actorKind, id: actorId, name: actorName } = recorded(actor);
  const begun: (RetriedRefund & { gatewayOrderId: string | null })[] = [];
  for (const {
    id,
    amount,
    provider,
    gatewayOrderId,
    providerPaymentId,
    reason,
    cause,
    cancellation,
  } of failed) {
    const paid = payments.find((one) => one.provider === provider && one.id === providerPaymentId);
    if (!paid || paid.left < amount) return refused("too-much");
    if (way === "provider" && wayBackOf(ports.payments, provider) === "provider-missing")
      return refused("provider-missing");
    const [made] = await tx
      .insert(refunds)
      .values({
        orderId: order.id,
        retryOf: id,
        provider,
        gatewayOrderId: way === "provider" ? gatewayOrderId : null,
        providerPaymentId,
        reason,
        cause,
        amount,
        cancellation,
        actorKind,
        actorId,
        actorName,
      })
      .returning();
    if (!made) throw new Error("no refund was written");
    const lines = await tx.select().from(refundLine).where(eq(refundLine.refundId, id));
    if (lines.length > 0)
      await tx.insert(refundLine).values(lines.map((line) => ({ ...line, refundId: made.id })));
    begun.push({ ...made, failed: id });
  }
  const [first] = failed;
  const said = first && refundReasonOf(first);
  await postPaymentStatus(
    tx,
    order,
    actor,
    typeof said === "object" ? { code: "refund", cause: said } : said,
  );
  const mailContext = await readMailContext({ ...ports, db: tx });
  for (const made of begun) await beginRefund(ports, tx, mailContext, order, made);
  return done(begun);
}
