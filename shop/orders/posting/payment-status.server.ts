import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Actor } from "../../access/actor.ts";
import type { Paise } from "../../money.ts";
import type { Order, OrderStatus, PaymentMethod, PaymentStatus } from "../orders.ts";
import { recordEvent } from "../record-event.server.ts";
import { type EventRemark, remarkOrNote } from "../remarks/remark.ts";
import { orders } from "../tables.server.ts";

/**
 * Money received for an order, by effect: the total, the refunded part, and what is on its way back, in paise; `open`:
 * how many refunds are in progress.
 */
const receivedRow = z.object({
  effect: z.enum(["applied", "late", "mismatch", "duplicate"]),
  amount: z.coerce.number(),
  back: z.coerce.number(),
  leaving: z.coerce.number(),
  open: z.number(),
});
type Received = z.infer<typeof receivedRow>;

/**
 * The payment status of an order (docs/decisions/0022-post-the-difference.md). In: receipts and refunds by effect,
 * the order's status, what it costs, and the current payment status, of which only 'failed' matters: a waiting order
 * keeps waiting, whatever wrong money came for it and was refunded. So does one of which a part was paid, unless all of
 * that went back. A cancelled order of which everything went back before, because it was too much, is refunded too.
 * Duplicate payments change nothing.
 */
function paymentStatusOf(
  received: Received[],
  { status, owed, before }: { status: OrderStatus; owed: number; before: PaymentStatus },
): PaymentStatus {
  const of = (effect: Received["effect"]) => received.find((sum) => sum.effect === effect);
  const applied = of("applied");
  const other = of("late") ?? of("mismatch");
  const counts = applied ?? other;
  const waiting = before === "failed" ? "failed" : "pending";
  if (!counts) return waiting;
  const isPart = applied && status !== "cancelled" && applied.amount < owed;
  if (isPart && (applied.amount === 0 || applied.back + applied.leaving < applied.amount)) return "pending";
  if (counts.open > 0) return "refund_pending";
  const wentBefore = status === "cancelled" && applied?.amount === 0;
  const allBack = counts.back >= counts.amount && (counts.back > 0 || wentBefore);
  if (applied) return allBack ? "refunded" : counts.back > 0 ? "partly_refunded" : "completed";
  if (allBack) return status === "cancelled" ? "refunded" : waiting;
  return counts.effect === "late" ? "paid_late" : "amount_mismatch";
}

/** Brings an order's payment status to what its ledgers say, with an event when it changes. In: the order, locked. */
export async function postPaymentStatus(
  tx: Db,
  order: Pick<Order, "id" | "status" | "paymentStatus" | "total" | "notOwed">,
  actor: Actor,
  said?: EventRemark | string,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    select effect, sum(amount) as amount, sum(back) as back, sum(leaving) as leaving, sum(open)::integer as open from (
      -- What went back because the order was changed and costs less: the rest is the whole payment.
      select p.effect, p.amount - coalesce(sum(r.amount)
          filter (where r.cause ->> 'code' = 'order-edited' and r.state <> 'failed'), 0) as amount,
        coalesce(sum(r.amount) filter (where r.state = 'succeeded'
          and r.cause ->> 'code' is distinct from 'order-edited'), 0) as back,
        coalesce(sum(r.amount) filter (where r.state = 'pending'
          and r.cause ->> 'code' is distinct from 'order-edited'), 0) as leaving,
        count(r.id) filter (where r.state = 'pending') as open
      from received_payment p left join refund r
        on r.provider = p.provider and r.provider_payment_id = p.provider_payment_id
      where p.order_id = ${order.id}
      group by p.provider, p.provider_payment_id) payments
    group by effect`);
  const to = paymentStatusOf(z.array(receivedRow).parse(rows), {
    status: order.status,
    owed: order.total - order.notOwed,
    before: order.paymentStatus,
  });
  await setPaymentStatus(tx, order, to, actor, said);
}

/** Writes how an order is paid. The caller holds the order's lock. */
export async function setPaymentMethod(
  tx: Db,
  { id }: Pick<Order, "id">,
  method: PaymentMethod,
): Promise<void> {
  await tx.update(orders).set({ method }).where(eq(orders.id, id));
}

/** Writes what is to be paid in advance of cash on delivery, in paise. The caller holds the order's lock. */
export async function setAdvance(tx: Db, { id }: Pick<Order, "id">, advance: Paise): Promise<void> {
  await tx.update(orders).set({ advance }).where(eq(orders.id, id));
}

/** Writes a payment status with its event. The caller holds the order's lock. */
export async function setPaymentStatus(
  tx: Db,
  order: Pick<Order, "id" | "paymentStatus">,
  to: PaymentStatus,
  actor: Actor,
  said?: EventRemark | string,
): Promise<void> {
  if (order.paymentStatus === to) return;
  await tx.execute(sql`update orders set payment_status = ${to} where id = ${order.id}`);
  await recordEvent(tx, order.id, {
    kind: "payment",
    actor,
    from: order.paymentStatus,
    to,
    ...remarkOrNote(said),
  });
}
