import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import type { GatewayRefund } from "../../platform/payments/payments.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, type Gateway, needsRefundApproval, recorded } from "../access/actor.ts";
import type { Paise } from "../money.ts";
import { overpaid } from "../orders/amount-due.ts";
import { type MailContext, notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { isPaidOutByHand } from "../orders/posting/offline-providers.ts";
import { postPaymentStatus } from "../orders/posting/payment-status.server.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { type RefundCause, type RefundReason, refundReasonOf } from "../orders/remarks/remark.ts";
import { refundReasonText } from "../orders/remarks/remark-words.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { gatewayOf, wayBackOf } from "./providers.ts";
import { type Payment, paymentsOf } from "./read-payments.server.ts";
import { refundLine, refund as refunds, type WebhookOutcome } from "./tables.server.ts";

export type RefundPorts = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;
type Ports = RefundPorts;

/** Units of a line in a refund, with their amount in paise. */
export type RefundedLine = { lineId: string; quantity: number; amount: Paise };

/** How much of an order's payments is not refunded yet, in paise. */
export async function refundable({ db }: { db: Db }, orderId: string): Promise<Paise> {
  return leftOf(await paymentsOf(db, orderId));
}

/** What is left of the payments that count, in paise. */
export function leftOf(received: readonly Payment[]): Paise {
  return received.reduce((sum, { effect, left }) => sum + (effect === "applied" ? left : 0), 0);
}

/**
 * Starts a partial or full refund (docs/domain.md, "Returns": many partial refunds, never more than paid). In: the
 * amount in paise, the reason, the actor, and the lines. Of several payments one that covers it gives it back, the
 * newest first; else it is several refunds. Out: the id of the first; a job sends each to its provider, after its
 * approval where the actor may not refund (`approveRefund`). Cash refunds wait until staff have paid them out. Refused:
 * 'not-found', 'too-much' for more than is left, 'nothing-paid', 'provider-missing' when a payment's provider is no
 * longer configured.
 */
export async function startRefund(
  ports: Ports,
  orderId: string,
  refund: { amount: Paise; reason: RefundReason; actor: Actor; lines?: RefundedLine[] },
): Promise<
  Done<{ refundId: string }> | Refused<"not-found" | "too-much" | "nothing-paid" | "provider-missing">
> {
  const mailContext = await readMailContext(ports);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refused("not-found");
    const paid = (await paymentsOf(tx, orderId)).filter(({ effect }) => effect === "applied");
    if (paid.length === 0) return refused("nothing-paid");
    if (refund.amount <= 0 || refund.amount > leftOf(paid)) return refused("too-much");
    const parts = shareRefund(paid, refund.amount, refund.lines ?? []);
    if (parts.some(({ payment }) => wayBackOf(ports.payments, payment.provider) === "provider-missing"))
      return refused("provider-missing");
    const ids: string[] = [];
    for (const { payment, ...part } of parts) {
      const current = ids.length === 0 ? order : ((await lockOrder(tx, orderId)) ?? order);
      ids.push(await writeRefund(ports, tx, mailContext, current, payment, { ...refund, ...part }));
    }
    const [refundId] = ids;
    if (refundId === undefined) throw new Error("a refund had no payment");
    return done({ refundId });
  });
}

type RefundPart = { payment: Payment; amount: Paise; lines: RefundedLine[] };

/** By which payments an amount goes back. A line that two of them share is counted with the first, in units. */
function shareRefund(paid: readonly Payment[], amount: Paise, lines: RefundedLine[]): RefundPart[] {
  const newest = paid.filter(({ left }) => left > 0).reverse();
  const whole = newest.find(({ left }) => left >= amount);
  if (whole) return [{ payment: whole, amount, lines }];
  const parts: RefundPart[] = [];
  let rest = amount;
  let open = lines;
  for (const payment of newest) {
    const share = Math.min(payment.left, rest);
    if (share === 0) break;
    rest -= share;
    const [now, later] = rest === 0 ? [open, []] : cutLines(open, share);
    parts.push({ payment, amount: share, lines: now });
    open = later;
  }
  return parts;
}

/** Lines up to an amount, and what is left of them. */
function cutLines(lines: readonly RefundedLine[], most: Paise): [RefundedLine[], RefundedLine[]] {
  const now: RefundedLine[] = [];
  const later: RefundedLine[] = [];
  let room = most;
  for (const line of lines) {
    const part = Math.min(line.amount, room);
    room -= part;
    if (part === line.amount) now.push(line);
    else if (part === 0) later.push(line);
    else {
      now.push({ ...line, amount: part });
      later.push({ ...line, quantity: 0, amount: line.amount - part });
    }
  }
  return [now, later];
}

/**
 * Gives back what was received above what an order costs now, because it was changed, or paid as it cost before. In: the
 * transaction that has locked the order, and the order as it is now. Out: false when a payment's provider is no longer
 * configured; then nothing went back and the timeline says so.
 */
export async function refundOverpaid(
  ports: Pick<Ports, "mail" | "jobs" | "payments" | "site" | "clock" | "log">,
  tx: Db,
  order: Order,
  actor: Actor,
): Promise<boolean> {
  const cause = { code: "order-edited" as const };
  const amount = Math.min(overpaid(order), await refundable({ db: tx }, order.id));
  if (amount === 0) return true;
  const started = await startRefund({ ...ports, db: tx }, order.id, { amount, reason: cause, actor });
  if (started.ok) return true;
  if (started.refused !== "provider-missing")
    throw new Error(`what was paid too much could not be refunded: ${started.refused}`);
  const provider = (await paymentsOf(tx, order.id)).at(-1)?.provider ?? "";
  const remark = { code: "refund-impossible" as const, cause, provider };
  await recordEvent(tx, order.id, { kind: "note", actor, remark });
  return false;
}

/**
 * Refunds all that is left of a cancelled order's payments, or of one payment that does not count. Called by jobs, and
 * by staff for one payment. `needsApproval`: who cancelled the order may not refund. When the provider is no longer
 * configured, the customer is promised nothing and an event informs staff.
 */
export async function refundRemaining(
  ports: Ports,
  actor: Actor,
  orderId: string,
  { paymentId, needsApproval = false }: { paymentId?: string; needsApproval?: boolean } = {},
): Promise<void> {
  const mailContext = await readMailContext(ports);
  await inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return;
    const all = await paymentsOf(tx, orderId);
    const back = paymentId
      ? all.filter(({ id }) => id === paymentId)
      : all.filter(({ effect }) => order.status === "cancelled" && effect !== "mismatch");
    for (const received of back.filter(({ left }) => left > 0)) {
      const reason = refundCauses[received.effect];
      if (wayBackOf(ports.payments, received.provider) === "provider-missing") {
        const remark = { code: "refund-impossible" as const, cause: reason, provider: received.provider };
        await recordEvent(tx, orderId, { kind: "note", actor, remark });
        continue;
      }
      const current = await lockOrder(tx, orderId);
      await writeRefund(ports, tx, mailContext, current ?? order, received, {
        amount: received.left,
        reason,
        actor,
        cancellation: received.effect === "applied",
        needsApproval,
      });
    }
  });
}

const refundCauses: Record<Payment["effect"], RefundCause> = {
  applied: { code: "order-cancelled" },
  late: { code: "order-cancelled" },
  mismatch: { code: "other-amount" },
  duplicate: { code: "paid-twice" },
};

type RefundRequest = {
  amount: Paise;
  reason: RefundReason;
  actor: Actor;
  lines?: RefundedLine[];
  /** A full refund because of a cancellation, not a lower price for what was delivered. */
  cancellation?: boolean;
  needsApproval?: boolean;
};

async function writeRefund(
  ports: Ports,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  received: Payment,
  { amount, reason, actor, lines = [], cancellation = false, needsApproval = false }: RefundRequest,
): Promise<string> {
  const waits = needsApproval || needsRefundApproval(actor);
  const { kind: actorKind, id: actorId, name: actorName } = recorded(actor);
  const [made] = await tx
    .insert(refunds)
    .values({
      orderId: order.id,
      provider: received.provider,
      gatewayOrderId: received.gatewayOrderId,
      providerPaymentId: received.id,
      ...(typeof reason === "string" ? { reason } : { cause: reason }),
      amount,
      actorKind,
      actorId,
      actorName,
      cancellation,
      ...(waits && { pendingReason: "approval" as const }),
    })
    .returning();
  if (!made) throw new Error("no refund was written");
  if (lines.length > 0)
    await tx
      .insert(refundLine)
      .values(lines.map(({ lineId: orderLineId, ...part }) => ({ refundId: made.id, orderLineId, ...part })));
  // A duplicate payment is refunded without changing the payment that counts.
  if (received.effect === "duplicate")
    await recordEvent(tx, order.id, {
      kind: "note",
      actor,
      remark: { code: "duplicate-refunded", cause: reason },
    });
  else
    await postPaymentStatus(
      tx,
      order,
      actor,
      typeof reason === "string" ? reason : { code: "refund", cause: reason },
    );
  if (!waits) await beginRefund(ports, tx, mailContext, order, made);
  return made.id;
}

/** Tells the customer that a refund has started, and sends it unless it is paid out by hand. */
export async function beginRefund(
  ports: Ports,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  refund: { id: string; amount: Paise; gatewayOrderId: string | null },
): Promise<void> {
  const byHand = isPaidOutByHand(refund);
  const more = { amount: refund.amount, ...(byHand && { askPayout: true }) };
  await notifyCustomer(ports, tx, mailContext, order, "refund-started", more);
  if (!byHand) await ports.jobs.send(tx, "send-refund", { refundId: refund.id });
}

/**
 * Starts a refund that waits for approval. In: the transaction that has locked the order; an actor with
 * `orders.refund`. Out: its amount, or null when it does not wait for approval.
 */
export async function approveRefund(
  ports: Ports,
  tx: Db,
  order: Order,
  refundId: string,
): Promise<Paise | null> {
  const [approved] = await tx
    .update(refunds)
    .set({ pendingReason: null, pendingSince: sql`now()` })
    .where(
      sql`id::text = ${refundId} and order_id = ${order.id} and state = 'pending' and pending_reason = 'approval'`,
    )
    .returning();
  if (!approved) return null;
  await beginRefund(ports, tx, await readMailContext({ ...ports, db: tx }), order, approved);
  return approved.amount;
}

/** The id of a refund at the gateway: 3 to 40 letters and digits. */
export const gatewayRefundId = (refundId: string) => refundId.replaceAll("-", "");

/**
 * Sends a refund to the provider that took the payment. A job. The refund's id is its idempotency key. When the
 * provider is no longer configured or gives no usable answer, that is stored as the reason why the refund is pending.
 */
export async function sendRefund(ports: Ports, refundId: string): Promise<void> {
  const refund = await readRefund(ports.db, refundId);
  if (refund?.state !== "pending" || refund.pendingReason === "approval" || !refund.gatewayOrderId) return;
  const provider = ports.payments.provider(refund.provider);
  if (!provider) {
    await setPendingReason(ports.db, refund.id, "provider-missing");
    return;
  }
  const gateway = gatewayOf(refund.provider);
  const asked = await provider.refund({
    orderId: refund.gatewayOrderId,
    refundId: gatewayRefundId(refund.id),
    amount: refund.amount,
    note: refundReasonText(refundReasonOf(refund)).padEnd(3, "."),
    requestKey: refund.id,
  });
  if (asked.ok) {
    await settleRefund(ports, gateway, asked.value);
    return;
  }
  if (asked.refused === "unreachable") {
    await setPendingReason(ports.db, refund.id, "provider-unreachable");
    throw new Error(`refund ${refund.id}: ${asked.detail}`);
  }
  await ports.db.execute(sql`update refund set last_error = ${asked.detail} where id = ${refund.id}`);
  await finalizeRefund(ports, gateway, refund.id, "failed");
}

/** Writes why a refund is pending, and since when, unless it was before. */
async function setPendingReason(db: Db, id: string, why: (typeof refunds.$inferSelect)["pendingReason"]) {
  await db.execute(sql`update refund set pending_reason = ${why}, pending_since = now()
    where id = ${id} and pending_reason is distinct from ${why}`);
}

/** Applies the gateway's answer about a refund, once. Out: the outcome, for the webhook inbox. */
export async function settleRefund(
  ports: Ports,
  gateway: Gateway,
  answer: GatewayRefund,
): Promise<WebhookOutcome> {
  const [found] = await ports.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(sql`replace(id::text, '-', '') = ${answer.refundId}`);
  if (!found) return "unknown-refund";
  if (answer.status === "pending" || answer.status === "on-hold") {
    await setPendingReason(ports.db, found.id, null);
    return "refund-pending";
  }
  const state = answer.status === "succeeded" ? "succeeded" : "failed";
  return (await finalizeRefund(ports, gateway, found.id, state)) ? `refund-${state}` : "repeated";
}

/** Polls undecided refunds, the least recently polled first. Part of the reconciliation job. */
export async function reconcileRefunds(ports: Ports): Promise<void> {
  const waiting = await ports.db
    .select()
    .from(refunds)
    .where(
      sql`state = 'pending' and gateway_order_id is not null and created_at < now() - interval '30 seconds'
        and pending_reason is distinct from 'approval'`,
    )
    .orderBy(sql`checked_at nulls first, created_at`)
    .limit(100);
  await inBatch(waiting, {
    what: "reconciling refunds",
    log: ports.log,
    nameOf: ({ id }) => `refund ${id}`,
    mark: ({ id }) => ports.db.update(refunds).set({ checkedAt: sql`now()` }).where(eq(refunds.id, id)),
    async work(refund) {
      const answer = await ports.payments
        .provider(refund.provider)
        ?.refundOf(refund.gatewayOrderId ?? "", gatewayRefundId(refund.id));
      if (answer?.ok) await settleRefund(ports, gatewayOf(refund.provider), answer.value);
      else if (answer?.refused !== "rejected" && answer?.refused !== "unreachable")
        await sendRefund(ports, refund.id);
    },
  });
}

/**
 * Completes a pending refund, also cash that staff have paid out. The payment status then becomes refunded, partly
 * refunded, or paid as before when it failed. Out: false when it had ended before.
 */
export async function finalizeRefund(
  ports: Ports,
  actor: Actor,
  refundId: string,
  state: "succeeded" | "failed",
): Promise<boolean> {
  const mailContext = await readMailContext(ports);
  return inTransaction(ports.db, async (tx) => {
    const refund = await readRefund(tx, refundId);
    const order = refund && (await lockOrder(tx, refund.orderId));
    if (!refund || !order) return false;
    const { rows } = await tx.execute(sql`
      update refund set state = ${state}, settled_at = now() where id = ${refundId} and state = 'pending'
      returning id`);
    if (rows.length === 0) return false;
    await postPaymentStatus(tx, order, actor, { code: `refund-${state}` });
    if (state === "succeeded") {
      await notifyCustomer(ports, tx, mailContext, order, "refunded", {
        amount: refund.amount,
        // What was paid online for a cash order goes back the way that it came.
        online: !isPaidOutByHand(refund),
      });
      await ports.jobs.send(tx, "write-documents", { orderId: order.id });
    }
    return true;
  });
}

async function readRefund(db: Db, id: string) {
  const [found] = await db.select().from(refunds).where(eq(refunds.id, id));
  return found;
}
