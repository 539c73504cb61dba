import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { databaseTime } from "../../platform/database/database-clock.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, type Customer, needsRefundApproval } from "../access/actor.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { readSettings } from "../settings/settings.server.ts";
import { waitsForAdvance } from "./amount-due.ts";
import { addRest, moveParcels, unitsRefunded, writeCarrier } from "./change-parcels.server.ts";
import type { OrderNotification } from "./order-emails.ts";
import { type MailContext, notifyCustomer, readMailContext } from "./order-notifications.server.ts";
import { type PromptFacts, transitionPrompt } from "./order-steps.ts";
import { canCancel, type Order, type OrderStatus, waitsInShop } from "./orders.ts";
import { currentParcel, hasSent, unitsWithoutParcel } from "./parcels.ts";
import {
  clearCancellationDispositions,
  deliveryOutcomeOf,
  dispositionsOf,
  recordDispositions,
} from "./posting/dispositions.server.ts";
import { postPaymentStatus, setPaymentMethod, setPaymentStatus } from "./posting/payment-status.server.ts";
import { postOrder } from "./posting/post-order.server.ts";
import {
  type Disposition,
  hasLeft,
  itemsWithoutDisposition,
  type LineDisposition,
} from "./posting/required-stock.ts";
import { postCash } from "./posting/settle-offline.server.ts";
import { cannotBeInvoiced, lineCodes } from "./rated-codes.server.ts";
import { lockOrder, orderOf } from "./read-orders.server.ts";
import { recordEvent } from "./record-event.server.ts";
import type { EventRemark } from "./remarks/remark.ts";
import { orders } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site">;

/** The parcel: courier, tracking number and link, and a note to the customer. */
export type Parcel = {
  courier?: string | null;
  trackingNumber?: string | null;
  trackingLink?: string | null;
  note?: string | null;
};

/** A number of units of a line with one disposition. */
export type ItemDisposition = { lineId: string; quantity: number; disposition: Disposition };

type Transition = {
  to: OrderStatus;
  actor: Actor;
  /** Text typed by staff or the customer. */
  reason?: string | undefined;
  /** The reason of the program. */
  remark?: EventRemark;
  parcel?: Parcel;
  /** For cancelling a shipped order: the disposition of every unit. */
  dispositions?: ItemDisposition[] | undefined;
  /** Undoes a transition that the customer was not notified of, without notifying them. */
  quiet?: boolean;
  /** The status follows from the parcels (`statusOfParcels`) and does not move them. */
  fromParcels?: boolean;
};

export type TransitionRefusal =
  | "not-found"
  | "reason-needed"
  | "outcome-needed"
  | "out-of-stock"
  | "not-placed";

/**
 * Sets the status of an order (specification, section 4: any value) and posts the differences in stock, coupon and
 * cash (docs/decisions/0022-post-the-difference.md); refunds and documents follow by jobs. The same status again
 * changes only the parcel. Refused, with nothing changed: 'not-found', and what `changeLockedOrder` refuses.
 */
export async function changeOrderStatus(
  ports: Ports,
  orderId: string,
  transition: Transition,
): Promise<Done<Order> | Refused<TransitionRefusal>> {
  const mailContext = await readMailContext(ports);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    return order ? changeLockedOrder(ports, tx, mailContext, order, transition) : refused("not-found");
  });
}

/**
 * The same for an order that the caller's transaction has locked; when it refuses, the caller rolls back. Refused:
 * 'reason-needed' for an unusual transition (`transitionPrompt`) without a reason, 'outcome-needed' when a shipped
 * order is cancelled without a disposition for each unit, 'out-of-stock' when a cancelled order cannot be fulfilled
 * any more, 'not-placed' for a prepared order.
 */
export async function changeLockedOrder(
  ports: Pick<Ports, "mail" | "jobs">,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  transition: Transition,
): Promise<Done<Order> | Refused<Exclude<TransitionRefusal, "not-found">>> {
  if (!order.placedAt) return refused("not-placed");
  const asked = !transition.remark && !transition.reason?.trim();
  if (asked && transitionPrompt(await promptFacts(tx, order), transition.to)) return refused("reason-needed");
  return transitionOrder(ports, tx, mailContext, order, transition);
}

/** An order with what `transitionPrompt` needs to know of it. In: the transaction that has locked it. */
export async function promptFacts(tx: Db, order: Order): Promise<Order & PromptFacts> {
  const [settings, at, codes] = await Promise.all([
    readSettings(tx),
    databaseTime(tx),
    lineCodes(tx, order.id),
  ]);
  return { ...order, untaxed: cannotBeInvoiced([...codes.values()], { ...settings, at }) };
}

/**
 * The customer's cancellation, until it ships. Idempotent. Refused: 'not-found' (also for somebody else's),
 * 'too-late' once it has shipped.
 */
export async function cancelOrder(
  ports: Ports,
  orderId: string,
  customer: Customer,
  reason?: string,
): Promise<Done<Order> | Refused<"not-found" | "too-late">> {
  const mailContext = await readMailContext(ports);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId, customer.id);
    if (!order) return refused("not-found");
    if (order.status === "cancelled") return done(order);
    if (!canCancel(order)) return refused("too-late");
    const moved = await transitionOrder(ports, tx, mailContext, order, {
      to: "cancelled",
      actor: customer,
      reason,
    });
    if (!moved.ok) throw new Error("a cancellation needs no stock");
    return moved;
  });
}

/**
 * Changes the status of a locked order and posts the differences, in the caller's transaction. Also used by payments
 * and expired reservations. Refused: 'out-of-stock', 'outcome-needed'; the caller rolls back.
 */
export async function transitionOrder(
  ports: Pick<Ports, "mail" | "jobs">,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  { to, actor, reason, remark, parcel, dispositions = [], quiet = false, fromParcels = false }: Transition,
): Promise<Done<Order> | Refused<"out-of-stock" | "outcome-needed">> {
  let now = parcel ? await writeParcel(tx, order, actor, parcel) : order;
  if (to !== order.status) {
    const ofLine = to === "cancelled" ? await cancellationDispositions(tx, order, dispositions) : [];
    if (!ofLine) return refused("outcome-needed");
    now = await writeStatus(tx, now, { to, actor, reason, remark });
    if (to !== "pending" && to !== "cancelled" && waitsForAdvance(now))
      now = await giveUpAdvance(tx, now, actor);
    if (order.status === "cancelled") await clearCancellationDispositions(tx, order.id);
    await recordDispositions(tx, order.id, ofLine, null);
    if (!fromParcels) now = await moveParcels(tx, now, { from: order.status, to }, dispositions);
    const code = `order-${to}` as const;
    const posted = await postOrder(tx, now, { actor, code }, { reserved: to !== "cancelled" });
    if (!posted.ok) return posted;
    now = await postCash(tx, now, actor);
    if (order.status === "cancelled") {
      await postPaymentStatus(tx, now, actor);
      now = await readLockedOrder(tx, order.id);
    }
    if (to === "cancelled")
      await ports.jobs.send(tx, "settle-cancelled", {
        orderId: order.id,
        needsApproval: needsRefundApproval(actor),
      });
    if (documentedStatuses.includes(to) || documentedStatuses.includes(order.status))
      await ports.jobs.send(tx, "write-documents", { orderId: order.id });
  }
  const notification = quiet || order.status === to || !now.placedAt ? undefined : notificationOf[to];
  if (notification) {
    const deliveryOutcome = await deliveryOutcomeOf(tx, now);
    await notifyCustomer(
      ports,
      tx,
      mailContext,
      now,
      notification,
      deliveryOutcome ? { deliveryOutcome } : {},
    );
  }
  return done(now);
}

type StatusStep = {
  to: OrderStatus;
  actor: Actor;
  reason: string | null | undefined;
  remark: EventRemark | null | undefined;
};

/** Writes a status with its event. Out: the order afterwards. */
async function writeStatus(
  tx: Db,
  order: Order,
  { to, actor, reason = null, remark = null }: StatusStep,
): Promise<Order> {
  const [written] = await tx
    .update(orders)
    .set({ status: to, deliveredAt: to === "delivered" ? sql`now()` : null })
    .where(eq(orders.id, order.id))
    .returning({ deliveredAt: orders.deliveredAt });
  const change = { actor, from: order.status, to, remark, note: reason };
  const event = await recordEvent(tx, order.id, { kind: "status", ...change });
  return { ...order, ...written, status: to, events: [...order.events, event] };
}

/** An order goes on without its advance: all of it is collected on delivery. Out: the order afterwards. */
async function giveUpAdvance(tx: Db, order: Order, actor: Actor): Promise<Order> {
  await setPaymentMethod(tx, order, "cod");
  const remark = { code: "pay-on-delivery" as const };
  if (order.paymentStatus === "failed") await setPaymentStatus(tx, order, "pending", actor, remark);
  else await recordEvent(tx, order.id, { kind: "note", actor, remark });
  return readLockedOrder(tx, order.id);
}

async function readLockedOrder(tx: Db, id: string): Promise<Order> {
  const order = await orderOf({ db: tx }, id);
  if (!order) throw new Error("an order vanished while it was locked");
  return order;
}

/**
 * The units per line of an order that has left whose disposition a cancellation asks for, and those that are still in
 * the shop, which go back into stock.
 */
export async function unitsToAccountFor(
  db: Db,
  order: Order,
): Promise<{ asked: Map<string, number>; inShop: Map<string, number> }> {
  const open = itemsWithoutDisposition(order.lines, await dispositionsOf(db, order.id));
  const sent = order.parcels.filter(({ state }) => state !== "prepared");
  const unsent = waitsInShop(order)
    ? unitsWithoutParcel({ ...order, parcels: sent }, await unitsRefunded(db, order))
    : new Map<string, number>();
  const inShop = new Map([...open].map(([id, units]) => [id, Math.min(units, unsent.get(id) ?? 0)]));
  return { asked: new Map([...open].map(([id, units]) => [id, units - (inShop.get(id) ?? 0)])), inShop };
}

/** The dispositions of a cancelled order's units; null when it has shipped and one is missing. */
async function cancellationDispositions(
  tx: Db,
  order: Order,
  dispositions: ItemDisposition[],
): Promise<LineDisposition[] | null> {
  if (!hasLeft({ ...order, cancelledFrom: null, partSent: hasSent(order.parcels) })) return [];
  const { asked, inShop } = await unitsToAccountFor(tx, order);
  const complete = [...asked].every(([lineId, units]) => {
    const ofLine = dispositions.filter((one) => one.lineId === lineId);
    return (
      ofLine.every(({ quantity }) => quantity >= 0) &&
      ofLine.reduce((sum, one) => sum + one.quantity, 0) === units
    );
  });
  if (!complete) return null;
  const kept = [...inShop].map(([lineId, quantity]) => ({
    lineId,
    quantity,
    disposition: "restocked" as const,
  }));
  return [...dispositions, ...kept].map((one) => ({ ...one, cause: "cancellation" as const }));
}

/** Transitions to or from these change the order's documents. */
const documentedStatuses: OrderStatus[] = ["shipped", "delivered", "cancelled"];

const notificationOf: Partial<Record<OrderStatus, OrderNotification>> = {
  confirmed: "confirmed",
  shipped: "shipped",
  delivered: "delivered",
  cancelled: "cancelled",
};

/** Whether the customer gets an email when an order is set to this status. */
export function notifiesCustomer(to: OrderStatus): boolean {
  return notificationOf[to] !== undefined;
}

/**
 * Writes the parcel of an order with an event: the one that is sent next, else the last (`currentParcel`); an order
 * that has none gets one with all its units once there is something to write. Out: the order afterwards.
 */
async function writeParcel(tx: Db, order: Order, actor: Actor, typed: Parcel): Promise<Order> {
  const { note, ...carrier } = { ...order, ...typed };
  const wanted = {
    courier: carrier.courier || null,
    trackingNumber: carrier.trackingNumber || null,
    trackingLink: carrier.trackingLink || null,
  };
  await tx
    .update(orders)
    .set({ note: note || null })
    .where(eq(orders.id, order.id));
  const current = currentParcel(order);
  const isTyped = Object.values(wanted).some((value) => value !== null);
  const now = current
    ? await writeCarrier(tx, order, current.id, wanted)
    : isTyped
      ? await addRest(tx, order, wanted)
      : order;
  const event = await recordEvent(tx, order.id, {
    kind: "parcel",
    actor,
    to: [wanted.courier, wanted.trackingNumber].filter(Boolean).join(" ") || null,
    note: note || null,
  });
  return { ...now, note: note || null, events: [...order.events, event] };
}
