import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import type { Paise } from "../money.ts";
import { notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { recordDispositions } from "../orders/posting/dispositions.server.ts";
import { postOrder } from "../orders/posting/post-order.server.ts";
import { lineRefund } from "../orders/posting/refund-of-line.ts";
import { refundedByLine } from "../payments/read-payments.server.ts";
import type { RefundedLine } from "../payments/refunds.server.ts";
import { refundable, startRefund } from "../payments/refunds.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { recordReturnEvent, rereadReturn, withLockedReturn } from "./decide-return.server.ts";
import { type Condition, optionsLabel, type ReturnRequest } from "./returns.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;

/** The parcel of an exchange; links begin with https. */
export type ExchangeParcel = {
  courier?: string | null;
  trackingNumber?: string | null;
  trackingLink?: string | null;
};

/**
 * Receives returned units. In: the condition of each line, and the actor. A return starts its refund, exact to the
 * paisa over any number of parts, and is closed; an exchange waits for `sendExchange`. Idempotent. Refused:
 * 'not-found', 'not-approved', 'condition-needed' when a line has none, 'not-delivered' when the order was cancelled
 * and refunded in between.
 */
export async function receiveReturn(
  ports: Ports,
  returnId: string,
  { actor, conditions }: { actor: Actor; conditions: Record<string, Condition> },
): Promise<
  Done<ReturnRequest> | Refused<"not-found" | "not-approved" | "condition-needed" | "not-delivered">
> {
  return withLockedReturn(ports.db, returnId, async (tx, order, request) => {
    if (request.state === "received" || request.state === "closed") return done(request);
    if (request.state !== "approved") return refused("not-approved");
    if (order.status !== "delivered") return refused("not-delivered");
    const judged = request.lines.flatMap((line) => {
      const condition = conditions[line.lineId];
      return condition ? [{ ...line, condition }] : [];
    });
    if (judged.length < request.lines.length) return refused("condition-needed");
    for (const { lineId, condition } of judged) {
      await tx.execute(sql`
        update return_line set condition = ${condition}
        where return_id = ${request.id} and order_line_id = ${lineId}`);
    }
    await restock(tx, order, request, actor, judged);
    await tx.execute(
      sql`update return_request set state = 'received', received_at = now() where id = ${request.id}`,
    );
    const units = judged.map(({ quantity, condition }) => ({ quantity, condition }));
    const remark = { code: "return-received" as const, units };
    await recordReturnEvent(tx, order, request, { actor, to: "received", remark });
    if (request.kind === "return") await payBack({ ...ports, db: tx }, order, request, actor);
    return done(await rereadReturn(tx, request));
  });
}

/**
 * Ships the replacement, which was committed with the request, and notifies the customer. Idempotent. Refused:
 * 'not-found', 'not-received' before the returned unit is here, 'no-exchange'.
 */
export async function sendExchange(
  ports: Ports,
  returnId: string,
  { actor, parcel = {} }: { actor: Actor; parcel?: ExchangeParcel },
): Promise<Done<ReturnRequest> | Refused<"not-found" | "not-received" | "no-exchange">> {
  const mailContext = await readMailContext(ports);
  return withLockedReturn(ports.db, returnId, async (tx, order, request) => {
    if (request.kind !== "exchange") return refused("no-exchange");
    if (request.state === "closed") return done(request);
    if (request.state !== "received") return refused("not-received");
    const courier = parcel.courier || null;
    const trackingNumber = parcel.trackingNumber || null;
    const trackingLink = parcel.trackingLink || null;
    await tx.execute(sql`
      update return_request set state = 'closed', closed_at = now(), courier = ${courier},
        tracking_number = ${trackingNumber}, tracking_link = ${trackingLink}
      where id = ${request.id}`);
    const by = [courier, trackingNumber].filter(Boolean).join(" ");
    await recordReturnEvent(tx, order, request, {
      actor,
      to: "closed",
      remark: { code: "exchange-sent", by },
    });
    const exchanged = request.lines.map(
      ({ name, quantity, exchange }) =>
        `${quantity} × ${name}${exchange ? ` (${optionsLabel(exchange) || "another one"})` : ""}`,
    );
    const sent = { ...order, parcels: [], courier, trackingNumber, trackingLink };
    const what = { items: exchanged.join("; "), by };
    await notifyCustomer(ports, tx, mailContext, sent, "exchange-shipped", what);
    return done(await rereadReturn(tx, request));
  });
}

/** Records the dispositions of the units with their order and posts the stock. */
async function restock(
  tx: Db,
  order: Order,
  request: ReturnRequest,
  actor: Actor,
  judged: { lineId: string; quantity: number; condition: Condition }[],
) {
  const dispositions = judged.map(({ lineId, quantity, condition }) => ({
    lineId,
    quantity,
    cause: "return" as const,
    disposition: condition === "restocked" ? ("restocked" as const) : ("damaged" as const),
  }));
  await recordDispositions(tx, order.id, dispositions, request.id);
  const posted = await postOrder(tx, order, { actor, code: request.kind });
  if (!posted.ok) throw new Error("what came back needs no stock");
}

/** Starts the refund and closes the return. Never more than is left of the payment. */
async function payBack(ports: Ports, order: Order, request: ReturnRequest, actor: Actor) {
  const { db: tx } = ports;
  const left = await refundable(ports, order.id);
  const owed = await refundDue(tx, order, request);
  const amount = Math.min(
    left,
    owed.reduce((sum, line) => sum + line.amount, 0),
  );
  const refundId = amount > 0 ? await start(ports, order.id, request, actor, amount, owed) : null;
  await tx.execute(sql`
    update return_request set state = 'closed', closed_at = now(), refund_id = ${refundId} where id = ${request.id}`);
  const remark = { code: "return-closed" as const, refund: refundId ? amount : null };
  await recordReturnEvent(tx, order, request, { actor, from: "received", to: "closed", remark });
}

async function start(
  ports: Ports,
  orderId: string,
  request: ReturnRequest,
  actor: Actor,
  amount: Paise,
  lines: Awaited<ReturnType<typeof refundDue>>,
): Promise<string> {
  const reason = { code: "returned" as const, reason: request.reason };
  const refund = await startRefund(ports, orderId, { amount, reason, actor, lines });
  if (!refund.ok) throw new Error(`a return could not be refunded: ${refund.refused}`);
  return refund.value.refundId;
}

/**
 * The refund of each line of a return, in paise, after the line's share of the coupon. Computed as the cumulative
 * share of all returned units less earlier refunds of the line: however units are split, and even if a refund in
 * between failed, the whole line refunds exactly what was paid. In: the order, locked.
 */
async function refundDue(tx: Db, order: Order, { lines }: ReturnRequest): Promise<RefundedLine[]> {
  const back = await refundedByLine({ db: tx }, order.id);
  return lines.map(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId);
    if (!line) throw new Error("a returned line is not of its order");
    const before = back.get(lineId) ?? { quantity: 0, amount: 0 };
    const units = Math.min(line.quantity, before.quantity + quantity);
    return { lineId, quantity, amount: Math.max(0, lineRefund(line, 0, units) - before.amount) };
  });
}

/** The return whose refund failed has the refund that was made in its place. */
export async function followRefund(tx: Db, failed: string, refundId: string): Promise<void> {
  await tx.execute(sql`update return_request set refund_id = ${refundId} where refund_id = ${failed}`);
}
