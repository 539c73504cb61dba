import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database/database.server.ts";
import { users } from "../../platform/identity/tables.server.ts";
import type { ReturnedMail } from "../../platform/mail/mail.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { IssuedDocument } from "../invoices/document.ts";
import { issuedDocuments } from "../invoices/order-document.server.ts";
import type { Paise } from "../money.ts";
import { unitsToAccountFor } from "../orders/change-order.server.ts";
import { unitsRefunded } from "../orders/change-parcels.server.ts";
import { messagesOf, type SentMessage } from "../orders/messages/read-messages.server.ts";
import { transitionPrompt } from "../orders/order-steps.ts";
import { isPlaced, type PlacedOrder } from "../orders/orders.ts";
import { unitsWithoutParcel } from "../orders/parcels.ts";
import { isPaidOutByHand } from "../orders/posting/offline-providers.ts";
import { orderHasLeft } from "../orders/posting/required-stock.ts";
import { cannotBeInvoiced, lineCodes } from "../orders/rated-codes.server.ts";
import { orderCount, orderOf } from "../orders/read-orders.server.ts";
import { refundReasonOf } from "../orders/remarks/remark.ts";
import { payoutDetailsOf } from "../payments/payout/payout-details.server.ts";
import { maskedPayout } from "../payments/payout/payout-form.ts";
import { type Payment, paymentsOf, refundedByLine } from "../payments/read-payments.server.ts";
import { refundTodoOf } from "../payments/refund-todo.ts";
import { leftOf } from "../payments/refunds.server.ts";
import { needsRetry as needsRetrySql } from "../payments/retry-refund.server.ts";
import { gatewayOrder, refund } from "../payments/tables.server.ts";
import { pickupCostsOf, returnsOf } from "../returns/read-returns.server.ts";
import { returnableOrders } from "../returns/returnable-quantity.server.ts";
import type { ReturnRequest } from "../returns/returns.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { parcelToDecide } from "./lists/list-orders.server.ts";
import { orderVersion } from "./staff-action.server.ts";

export type OrderDetailPayment = Payment;
export type OrderDetailRefund = Awaited<ReturnType<typeof refundsOf>>[number];

/** Everything staff see of one order. Money in paise. */
export type OrderDetail = {
  order: PlacedOrder;
  /** The version that forms carry, for `setOrderStatus`. */
  version: string;
  /** The account that placed it; null when it is deleted. */
  customer: { id: string; name: string; orders: number } | null;
  payments: OrderDetailPayment[];
  gatewayOrders: Awaited<ReturnType<typeof gatewayOrdersOf>>;
  refunds: OrderDetailRefund[];
  /** The masked payout details of a cash refund; null when the customer has not entered them. */
  payout: string | null;
  /** What was refunded or is not owed, by line. */
  refundedByLine: Awaited<ReturnType<typeof refundedByLine>>;
  returns: ReturnRequest[];
  /** What the way back of each return cost, in paise; null while nobody has entered it. */
  pickupCosts: ReadonlyMap<string, Paise | null>;
  /** Whether a return can be entered: it was delivered, and the customer still has units of it. */
  mayReturn: boolean;
  /** After shipping: units without a disposition, by line. */
  itemsWithoutDisposition: Record<string, number> | null;
  /** The number of the parcel about which staff have to decide; null for none. */
  parcelToDecide: number | null;
  /** Units in no parcel yet, by line. */
  unsent: Record<string, number>;
  /** Whether sending a parcel asks for a reason (`transitionPrompt`). */
  asksToSend: boolean;
  /** The messages to the customer's phone, newest first. */
  messages: SentMessage[];
  /** The emails about it that came back, newest first; kept for 30 days. */
  returnedEmails: ReturnedMail[];
  /** The numbered documents, oldest first. */
  documents: IssuedDocument[];
  /** What keeps a tax invoice from being issued: the lines without a GST rate; none when the shop is not registered. */
  untaxed: { lineId: string; name: string; productId: string | null }[];
  /** What would be refunded if it were cancelled, in paise. */
  refundable: Paise;
};

/** The details of a placed order; null for a malformed or unknown id, and for a prepared order. */
export async function orderDetail(
  { db, clock, mail }: Pick<Services, "db" | "clock" | "mail">,
  id: string,
): Promise<OrderDetail | null> {
  const order = await orderOf({ db }, id);
  if (!order || !isPlaced(order)) return null;
  const [
    version,
    customer,
    payments,
    gatewayOrders,
    refunds,
    payout,
    refunded,
    returns,
    documents,
    messages,
    returnedEmails,
    pickupCosts,
    toDecide,
  ] = await Promise.all([
    orderVersion(db, id),
    customerOf(db, order.userId),
    paymentsOf(db, id),
    gatewayOrdersOf(db, id),
    refundsOf(db, id),
    payoutDetailsOf({ db }, id),
    refundedByLine({ db }, id),
    returnsOf({ db }, id),
    issuedDocuments({ db }, id),
    messagesOf({ db }, [id]),
    mail.returnedAbout(db, id),
    pickupCostsOf({ db }, id),
    parcelToDecide(db, id),
  ]);
  const [codes, settings] = await Promise.all([lineCodes(db, id), shopSettings({ db })]);
  const returnable = await returnableOrders(db, [order.id], settings.policy.returnDays);
  const taxation = { ...settings, at: clock.now() };
  const untaxed = order.lines.filter(({ id: line }) => cannotBeInvoiced([codes.get(line) ?? none], taxation));
  const left = order.status !== "cancelled" && orderHasLeft({ ...order, events: [] });
  const open = left ? Object.fromEntries((await unitsToAccountFor(db, order)).asked) : null;
  return {
    order,
    version,
    customer,
    payments,
    gatewayOrders,
    refunds,
    payout: payout && maskedPayout(payout),
    refundedByLine: refunded,
    returns,
    pickupCosts,
    mayReturn: returnable.has(order.id),
    itemsWithoutDisposition: open,
    parcelToDecide: toDecide,
    unsent: Object.fromEntries(unitsWithoutParcel(order, await unitsRefunded(db, order))),
    asksToSend: transitionPrompt({ ...order, untaxed: untaxed.length > 0 }, "shipped") !== null,
    documents,
    messages,
    returnedEmails: returnedEmails.filter(({ to }) => to.toLowerCase() === order.email.toLowerCase()),
    untaxed: untaxed.map(({ id: lineId, name, productId }) => ({ lineId, name, productId })),
    refundable: leftOf(payments),
  };
}

const none = { ordered: null, current: null };

async function customerOf(db: Db, userId: string | null) {
  if (!userId) return null;
  const [[customer], placed] = await Promise.all([
    db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, userId)),
    orderCount({ db }, userId),
  ]);
  return customer ? { ...customer, orders: placed } : null;
}

async function gatewayOrdersOf(db: Db, id: string) {
  const { gatewayOrderId, amount, state, createdAt } = gatewayOrder;
  return db
    .select({ id: gatewayOrderId, amount, state, at: createdAt })
    .from(gatewayOrder)
    .where(eq(gatewayOrder.orderId, id))
    .orderBy(createdAt);
}

const r = alias(refund, "r");

async function refundsOf(db: Db, orderId: string) {
  const rows = await db
    .select({ refund: r, needsRetry: sql<boolean>`${needsRetrySql}` })
    .from(r)
    .where(eq(r.orderId, orderId))
    .orderBy(r.createdAt, r.id);
  return rows.map(({ needsRetry, refund: { id, amount, state, provider, ...row } }) => ({
    id,
    amount,
    state,
    provider,
    at: row.createdAt,
    reason: refundReasonOf(row),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    inCash: isPaidOutByHand(row),
    /** What staff with `orders.refund` have to do about it; null for nothing. */
    todo: refundTodoOf({ ...row, state, needsRetry }),
    /** The provider's message. */
    failureReason: row.lastError,
    /** Why it was not sent to the provider yet. */
    pendingReason: row.pendingReason,
  }));
}
