import { sql } from "drizzle-orm";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import type { Actor, Staff } from "../access/actor.ts";
import type { Paise } from "../money.ts";
import type { Order } from "../orders/orders.ts";
import { recordDispositions } from "../orders/posting/dispositions.server.ts";
import { postOrder } from "../orders/posting/post-order.server.ts";
import { lineRefund } from "../orders/posting/refund-of-line.ts";
import type { Disposition, LineDisposition } from "../orders/posting/required-stock.ts";
import { deletePaidOut, payoutDetailsOf } from "../payments/payout/payout-details.server.ts";
import type { PayoutDetails } from "../payments/payout/payout-form.ts";
import { wayBackOf } from "../payments/providers.ts";
import { paymentsOf, refundedByLine } from "../payments/read-payments.server.ts";
import {
  approveRefund,
  finalizeRefund,
  type RefundedLine,
  refundable,
  refundRemaining,
  startRefund,
} from "../payments/refunds.server.ts";
import { type RefundWay, retryRefund } from "../payments/retry-refund.server.ts";
import { refund } from "../payments/tables.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { followRefund } from "../returns/receive-return.server.ts";
import { cleanLine } from "../text/clean-text.ts";
import { claimFormKey, recordOrderAction, withLockedOrder } from "./staff-action.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;

export type RefundCommand = {
  /** Created when the form was shown: the same form sent twice refunds once. */
  key: string;
  /** The units to refund per line, and their disposition. */
  lines: { lineId: string; quantity: number; disposition?: Disposition | undefined }[];
  /** An amount besides the lines, in paise: shipping, or goodwill. */
  extra: Paise;
  reason: string;
  /** What could be refunded when the form was shown, in paise: another refund in between is read about first. */
  seen?: Paise | undefined;
};

export type RefundRefusal =
  | "not-found"
  | "nothing-chosen"
  | "reason-needed"
  | "too-many"
  | "outcome-needed"
  | "too-much"
  | "nothing-paid"
  | "provider-missing";

/** The order was refunded, or paid, after the form was shown. `left`: what can be refunded now, in paise. */
type RefundedMeanwhile = Refused<"refunded-meanwhile"> & { left: Paise };

/**
 * Refunds units of an order's lines, exact to the paisa after each line's share of the coupon, and an extra amount.
 * Out: the refunded amount in paise, 0 when the same form was sent before. Refused: 'nothing-chosen',
 * 'reason-needed', 'too-many' units of a line, 'outcome-needed' when a unit has no disposition (not for cancelled
 * orders, whose dispositions are known), 'too-much' for more than is left of the payment, 'nothing-paid',
 * 'not-found', 'provider-missing' when the payment's provider is no longer configured, 'refunded-meanwhile'.
 */
export async function refundLines(
  ports: Ports,
  actor: Actor,
  orderId: string,
  command: RefundCommand,
): Promise<Done<{ amount: Paise }> | Refused<RefundRefusal> | RefundedMeanwhile> {
  const reason = cutText(cleanLine(command.reason), 200);
  type No = Refused<RefundRefusal> | RefundedMeanwhile;
  return withLockedOrder<{ amount: Paise }, No["refused"], No>(ports.db, orderId, async (tx, order) => {
    if (!(await claimFormKey(tx, command.key, "refund"))) return done({ amount: 0 });
    const left = await refundable({ db: tx }, orderId);
    if (command.seen !== undefined && command.seen !== left)
      return { ok: false, refused: "refunded-meanwhile", left };
    const lines = linesOf(order, command.lines, await refundedByLine({ db: tx }, orderId));
    if (!lines || command.extra < 0) return refused("too-many");
    const amount = lines.reduce((sum, line) => sum + line.amount, 0) + command.extra;
    if (amount === 0) return refused("nothing-chosen");
    if (!reason) return refused("reason-needed");
    const dispositions = refundDispositions(order, command.lines);
    if (!dispositions) return refused("outcome-needed");
    const request = { amount, reason, actor, lines };
    const started = await startRefund({ ...ports, db: tx }, orderId, request);
    if (!started.ok) return started;
    await recordDispositions(tx, orderId, dispositions, started.value.refundId);
    const posted = await postOrder(tx, order, { actor, code: "refund" });
    if (!posted.ok) throw new Error("a refund needs no stock");
    await recordOrderAction(tx, actor, "order.refund", order, {
      after: { refund: started.value.refundId, amount, reason, lines: lines.length },
    });
    return done({ amount });
  });
}

/**
 * The dispositions of the refunded units; null when one is missing. None for a cancelled order, which has them
 * already.
 */
function refundDispositions({ status }: Order, lines: RefundCommand["lines"]): LineDisposition[] | null {
  if (status === "cancelled") return [];
  const chosen = lines.filter(({ quantity }) => quantity > 0);
  const dispositions = chosen.flatMap(({ lineId, quantity, disposition }) =>
    disposition ? [{ lineId, quantity, disposition, cause: "refund" as const }] : [],
  );
  return dispositions.length === chosen.length ? dispositions : null;
}

/** The amount of each line; null when more units are requested than are left. */
function linesOf(
  order: Order,
  asked: RefundCommand["lines"],
  back: Map<string, { quantity: number; amount: Paise }>,
): RefundedLine[] | null {
  const chosen = asked.filter(({ quantity }) => quantity !== 0);
  const lines = chosen.flatMap(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId);
    const before = back.get(lineId) ?? { quantity: 0, amount: 0 };
    if (!line || quantity < 0 || before.quantity + quantity > line.quantity) return [];
    // The share of all units refunded by then, less what was refunded before, so that a failed refund in between
    // loses no paisa.
    const amount = Math.max(0, lineRefund(line, 0, before.quantity + quantity) - before.amount);
    return [{ lineId, quantity, amount }];
  });
  return lines.length === chosen.length && new Set(chosen.map(({ lineId }) => lineId)).size === lines.length
    ? lines
    : null;
}

/**
 * Records that staff have paid a cash refund out, and deletes the payout details. Refused: 'not-found' for a refund of
 * another order or one that a gateway pays, 'done-before' when it has ended.
 */
export async function markPaidOut(
  ports: Ports,
  actor: Actor,
  orderId: string,
  refundId: string,
): Promise<Done | Refused<"not-found" | "done-before">> {
  return withLockedOrder<undefined, "not-found" | "done-before">(ports.db, orderId, async (tx, order) => {
    const [found] = await tx
      .select({ amount: refund.amount })
      .from(refund)
      .where(sql`id::text = ${refundId} and order_id = ${orderId} and gateway_order_id is null`);
    if (!found) return refused("not-found");
    if (!(await finalizeRefund({ ...ports, db: tx }, actor, refundId, "succeeded")))
      return refused("done-before");
    await deletePaidOut(tx, orderId);
    await recordOrderAction(tx, actor, "order.paid-out", order, {
      after: { refund: refundId, amount: found.amount },
    });
    return done();
  });
}

/**
 * Approves a refund that somebody without the right to refund has caused by a cancellation or a return: only then does
 * the money go back and the customer hear of it. Refused: 'done-before' when it does not wait (any more).
 */
export async function approveWaitingRefund(
  ports: Ports,
  actor: Actor,
  orderId: string,
  refundId: string,
): Promise<Done | Refused<"not-found" | "done-before">> {
  return withLockedOrder<undefined, "not-found" | "done-before">(ports.db, orderId, async (tx, order) => {
    const amount = await approveRefund(ports, tx, order, refundId);
    if (amount === null) return refused("done-before");
    await recordOrderAction(tx, actor, "order.refund-approved", order, {
      after: { refund: refundId, amount },
    });
    return done();
  });
}

type RetryRefusal = "not-found" | "too-much" | "provider-missing";

/** Staff try a refund that failed again (`retryRefund`); a return follows the new one. Refused: as there. */
export async function retryFailedRefund(
  ports: Ports,
  actor: Staff,
  orderId: string,
  { refundId, way }: { refundId: string; way: RefundWay },
): Promise<Done | Refused<RetryRefusal>> {
  return withLockedOrder<undefined, RetryRefusal>(ports.db, orderId, async (tx, order) => {
    const again = await retryRefund({ ...ports, db: tx }, tx, order, { actor, refundId, way });
    if (!again.ok) return again;
    for (const { id, failed } of again.value) await followRefund(tx, failed, id);
    const amount = again.value.reduce((sum, one) => sum + one.amount, 0);
    await recordOrderAction(tx, actor, "order.refund-retried", order, {
      before: { refund: refundId },
      after: { amount, ...(way === "by-hand" && { way: "by hand" }) },
    });
    return done();
  });
}

/**
 * Refunds a payment that does not count: late, of another amount, or a duplicate. Succeeds when the refund is already
 * on its way. Refused: 'not-found' for a payment that counts or belongs to another order, 'provider-missing' when its
 * provider is not configured any more.
 */
export async function refundPayment(
  ports: Ports,
  actor: Actor,
  orderId: string,
  paymentId: string,
): Promise<Done | Refused<"not-found" | "provider-missing">> {
  return withLockedOrder<undefined, "not-found" | "provider-missing">(
    ports.db,
    orderId,
    async (tx, order) => {
      const payments = await paymentsOf(tx, orderId);
      const payment = payments.find(({ id, effect }) => id === paymentId && effect !== "applied");
      if (!payment) return refused("not-found");
      if (wayBackOf(ports.payments, payment.provider) === "provider-missing")
        return refused("provider-missing");
      await refundRemaining({ ...ports, db: tx }, actor, orderId, { paymentId });
      await recordOrderAction(tx, actor, "order.send-back", order, {
        after: { payment: paymentId, amount: payment.amount },
      });
      return done();
    },
  );
}

/**
 * The full payout details of a cash refund. Audits who viewed them, without the details. Refused: 'not-found' when none
 * were entered, or they were deleted after the payout.
 */
export async function showPayoutDetails(
  { db }: Pick<Services, "db">,
  actor: Actor,
  orderId: string,
): Promise<Done<PayoutDetails> | Refused<"not-found">> {
  return withLockedOrder<PayoutDetails, "not-found">(db, orderId, async (tx, order) => {
    const details = await payoutDetailsOf({ db: tx }, order.id);
    if (!details) return refused("not-found");
    await recordOrderAction(tx, actor, "order.show-payout", order, {});
    return done(details);
  });
}
