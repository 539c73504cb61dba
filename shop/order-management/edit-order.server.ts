import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import type { Staff } from "../access/actor.ts";
import { reserveUntil } from "../catalogue/stock.server.ts";
import { postCouponUse } from "../coupons/coupons.server.ts";
import { minimumTotal } from "../coupons/totals.ts";
import { readBusiness } from "../delivery/business.ts";
import { readDelivery } from "../delivery/delivery.ts";
import {
  type DraftContent,
  discountOfOrder,
  discountRuleOf,
  emptyDraft,
  sameDiscount,
} from "../draft-orders/draft.ts";
import {
  beginEdit,
  type Draft,
  type DraftQuote,
  draftOf,
  endDraft,
  lockDraft,
  quoteDraft,
} from "../draft-orders/drafts.server.ts";
import { itemFaults } from "../draft-orders/place-draft.server.ts";
import { type Paise, plural, rupeesExact } from "../money.ts";
import { advanceAsked, amountDue, dueNow, overpaid } from "../orders/amount-due.ts";
import { type NewLine, rewriteOrder } from "../orders/insert-order.server.ts";
import { notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import { canCancel, type DeliveryAddress, type Order, type OrderLine } from "../orders/orders.ts";
import { postPaymentStatus } from "../orders/posting/payment-status.server.ts";
import { postOrder } from "../orders/posting/post-order.server.ts";
import { settleFree } from "../orders/posting/settle-offline.server.ts";
import { lockOrder, orderOf } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { expireAttempts, terminateAttempts } from "../payments/after-cancelling.server.ts";
import { makePaymentLink, paymentLinkOf, sendLink } from "../payments/payment-links.server.ts";
import { refundOverpaid } from "../payments/refunds.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import type { FieldErrors } from "../text/read-form.ts";
import { orderVersion, recordOrderAction, withLockedOrder } from "./staff-action.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;

/**
 * Why an order cannot be changed: 'has-left' once some of it is in a parcel or was sent, also when its status was set
 * back, 'cancelled', 'refunded' when some of its money went back or is undecided, 'item-gone' when a variant of it was
 * deleted, or has two lines.
 */
export type EditRefusal = "has-left" | "cancelled" | "refunded" | "item-gone";

/** Whether an order can be changed now; null when it can. */
function editRefusal(order: Order): EditRefusal | null {
  if (order.status === "cancelled") return "cancelled";
  const wasSent = order.events.some(
    ({ kind, to }) => kind === "status" && (to === "shipped" || to === "delivered"),
  );
  const isPacked = order.parcels.some(({ lines }) => lines.length > 0);
  if (wasSent || isPacked || !canCancel(order) || !order.placedAt) return "has-left";
  const isPlain = ["pending", "failed", "completed"].includes(order.paymentStatus);
  if (!isPlain || order.refunded > 0 || order.undecided) return "refunded";
  const variants = order.lines.map(({ variantId }) => variantId);
  return variants.includes(null) || new Set(variants).size < variants.length ? "item-gone" : null;
}

/**
 * Begins to change an order: the draft that somebody has begun on this version of it, else a new one with its items at
 * the prices at which they were sold, and its discount as it was made: a percentage, up to its maximum, is taken of the
 * items after the change; a fixed amount stays, up to what they cost. Another discount replaces that of a coupon, which
 * is free again then. Nothing of the order changes. Refused: 'not-found', and as `editRefusal`.
 */
export async function beginOrderEdit(
  { db }: Pick<Ports, "db">,
  actor: Staff,
  orderId: string,
): Promise<Done<{ draftId: string }> | Refused<EditRefusal | "not-found">> {
  return withLockedOrder<{ draftId: string }, EditRefusal>(db, orderId, async (tx, order) => {
    const no = editRefusal(order);
    if (no) return refused(no);
    const edits = { orderId, orderVersion: await orderVersion(tx, orderId) };
    const draft = await beginEdit(tx, actor, edits, { content: contentOf(order), userId: order.userId });
    return done({ draftId: draft.id });
  });
}

function contentOf(order: Order): DraftContent {
  const { country: _, ...address } = order.address;
  return {
    ...emptyDraft,
    ...address,
    companyName: order.companyName ?? "",
    buyerGstin: order.buyerGstin ?? "",
    email: order.email,
    channel: order.channel,
    lines: order.lines.flatMap(({ variantId, quantity, unit }) =>
      variantId ? [{ variantId, quantity, unit }] : [],
    ),
    discount: discountOfOrder(order),
    discountReason: order.discount > 0 ? "as ordered" : "",
    shipping: order.shipping,
  };
}

const unitsOf = ({ lines }: Order) =>
  new Map(lines.flatMap(({ variantId, quantity }) => (variantId ? [[variantId, quantity]] : [])));

/** What a change would do, before it is done. Money in paise. */
export type EditPreview = {
  orderId: string;
  quote: DraftQuote;
  before: Paise;
  difference: Paise;
  /** One sentence for each thing that changes; none when nothing does. */
  changes: string[];
  /** What becomes of stock, money and documents. */
  effects: string[];
  /** Why it cannot be done at all any more: the order has changed since it was begun, or cannot be changed. */
  refused: EditRefusal | "order-changed" | null;
};

/** The preview of a draft that changes an order; null for a draft of a new one. */
export async function previewEdit(
  ports: Pick<Ports, "db" | "clock" | "payments">,
  actor: Staff,
  draft: Draft,
): Promise<EditPreview | null> {
  if (!draft.edits) return null;
  const { orderId, orderVersion: begunOn } = draft.edits;
  const [order, version] = await Promise.all([orderOf(ports, orderId), orderVersion(ports.db, orderId)]);
  if (!order) return null;
  const quote = await quoteDraft(ports, actor, draft, unitsOf(order));
  const changes = changesOf(order, draft.content, quote);
  return {
    orderId,
    quote,
    before: order.total,
    difference: quote.total - order.total,
    changes,
    effects: changes.length > 0 ? effectsOf(order, quote, ports.payments.online !== undefined) : [],
    refused: editRefusal(order) ?? (version === begunOn ? null : "order-changed"),
  };
}

const named = ({ name, colour, size }: Pick<OrderLine, "name" | "colour" | "size">) =>
  [name, colour, size && `size ${size}`].filter(Boolean).join(", ");

/** What is different, without names and streets: the timeline of an order is kept for good. */
function changesOf(order: Order, content: DraftContent, quote: DraftQuote): string[] {
  const lineOf = (id: string) => order.lines.find(({ variantId }) => variantId === id);
  const items = quote.lines.flatMap((line) => {
    const before = lineOf(line.variantId);
    if (!before) return [`Added: ${line.quantity} × ${named(line)} at ${rupeesExact(line.unit)}`];
    const units =
      before.quantity === line.quantity ? [] : [`${before.quantity} → ${plural(line.quantity, "item")}`];
    const price =
      before.unit === line.unit ? [] : [`${rupeesExact(before.unit)} → ${rupeesExact(line.unit)} each`];
    const both = [...units, ...price];
    return both.length > 0 ? [`${named(before)}: ${both.join(", ")}`] : [];
  });
  const gone = order.lines.filter(
    ({ variantId }) => !content.lines.some((line) => line.variantId === variantId),
  );
  const money = (label: string, before: Paise, after: Paise) =>
    before === after ? [] : [`${label}: ${rupeesExact(before)} → ${rupeesExact(after)}`];
  const read = readDelivery({ ...content, country: "India" });
  const isMoved = !read.ok || !sameAddress(order.address, read.value);
  const business = readBusiness(content, content);
  const isOther =
    !business.ok ||
    (business.value?.buyerGstin ?? null) !== order.buyerGstin ||
    (business.value?.companyName ?? null) !== order.companyName;
  return [
    ...items,
    ...gone.map((line) => `Removed: ${line.quantity} × ${named(line)}`),
    ...money("Discount", order.discount, quote.discount),
    ...(keptCoupon(order, content) === order.couponCode
      ? []
      : [`Coupon ${order.couponCode} is not used any more`]),
    ...money("Delivery fee", order.shipping, quote.shipping),
    ...(isMoved ? ["Delivery address"] : []),
    ...(isOther ? ["Business that the invoice is made out to"] : []),
  ];
}

/** The coupon that an order has after a change: none once staff have replaced its discount. */
function keptCoupon(order: Order, { discount }: DraftContent): string | null {
  return sameDiscount(discount, discountOfOrder(order)) ? order.couponCode : null;
}

function sameAddress(one: DeliveryAddress, other: DeliveryAddress): boolean {
  const { name, phone, line1, line2, city, state, postalCode } = one;
  return Object.entries({ name, phone, line1, line2, city, state, postalCode }).every(
    ([field, value]) => new Map<string, string>(Object.entries(other)).get(field) === value,
  );
}

function effectsOf(order: Order, quote: DraftQuote, paysOnline: boolean): string[] {
  const before = unitsOf(order);
  const after = new Map(quote.lines.map(({ variantId, quantity }) => [variantId, quantity]));
  const steps = [...new Set([...before.keys(), ...after.keys()])].map(
    (id) => (after.get(id) ?? 0) - (before.get(id) ?? 0),
  );
  const taken = steps.reduce((sum, step) => sum + Math.max(0, step), 0);
  const back = steps.reduce((sum, step) => sum + Math.max(0, -step), 0);
  const stock = [
    ...(taken > 0 ? [`${plural(taken, "item")} more from stock`] : []),
    ...(back > 0 ? [`${plural(back, "item")} back to stock`] : []),
  ];
  return [
    stock.length > 0 ? `${stock.join(", ")}.` : "The stock stays as it is.",
    moneyEffect(order, quote.total, paysOnline),
    "The invoice or receipt, made when it is sent, has the new items with their GST.",
    "The customer is told.",
  ];
}

function moneyEffect(order: Order, total: Paise, paysOnline: boolean): string {
  const after = { ...order, total };
  const back = overpaid(after);
  const due = rupeesExact(amountDue(after));
  const isOnline = order.method === "online";
  if (order.hasPayment) {
    if (back > 0) return `It is paid: ${rupeesExact(back)} goes back to the customer.`;
    if (amountDue(after) === 0) return "It is paid, and costs the same.";
    const paid = `${rupeesExact(order.received)} of it is paid.`;
    const asked = paysOnline
      ? "the customer gets a link for it"
      : "nobody can pay online here, so ask the customer for it and record it on the order";
    return isOnline
      ? `${paid} ${due} more is to be paid: ${asked}. Until then it counts as not paid.`
      : `${paid} ${due} is to be collected on delivery.`;
  }
  const asks = advanceAsked(after);
  if (asks) return `It waits for its advance. ${asks.words}; a link that was sent asks for the part now.`;
  return isOnline
    ? `${due} is to be paid online; a link that was sent asks for it.`
    : `${due} is to be collected on delivery.`;
}

/** Why what would be due of an order that is paid online cannot be asked for; null when it can. */
function tooLittle(order: Order, total: Paise): string | null {
  const due = amountDue({ ...order, total });
  if (!order.hasPayment || order.method !== "online" || due === 0 || due >= minimumTotal) return null;
  return `${rupeesExact(due)} more would be due, and online at least ₹1 must be paid.`;
}

/** For how long the link for the rest of a changed order may be paid, in hours. Staff can send another one. */
const restHours = 72;

/**
 * Posts what a change does to the money: what is too much goes back, what is due is asked for by a new link, and tries
 * to pay another amount end. In: the order before and after. Out: the order, the link if there is one, and the ended
 * attempts; null when what is too much cannot be sent back.
 */
async function postMoney(ports: Ports, tx: Db, actor: Staff, before: Order, after: Order) {
  if (!(await refundOverpaid(ports, tx, after, actor))) return null;
  const due = amountDue(after);
  const ended = dueNow(after) === dueNow(before) ? [] : await expireAttempts(tx, after.id);
  await settleFree(tx, after);
  const order = await reread(tx, after);
  if (!order.hasPayment) return { order, ended, link: null };
  await postPaymentStatus(tx, order, actor);
  const byLink = due > amountDue(before) && order.method === "online" && ports.payments.online;
  const link = byLink ? await makePaymentLink(tx, actor, order.id, restHours) : null;
  return { order: await reread(tx, order), ended, link };
}

async function reread(tx: Db, { id }: Order): Promise<Order> {
  const order = await orderOf({ db: tx }, id);
  if (!order) throw new Error("an order vanished while it was locked");
  return order;
}

export type ApplyEditOutcome =
  | Done<{ orderId: string }>
  | Refused<EditRefusal | "not-found" | "changed-meanwhile" | "order-changed" | "nothing-changed">
  | { ok: false; errors: FieldErrors };

/**
 * Changes an order as its draft says, in one transaction: lines, address and totals are written, the difference in
 * stock is posted (docs/decisions/0022-post-the-difference.md), what was paid too much is refunded as every refund is,
 * the rest of an order that was paid and costs more is asked for by a link, open attempts to pay the earlier amount are
 * ended, the timeline says what changed, and the customer is told. In: the draft's version that staff saw. Refused: as
 * `editRefusal`; 'order-changed' when the order is another than when it was begun, 'changed-meanwhile' when the draft
 * is, 'nothing-changed', 'not-found'; errors by field for what cannot be had.
 */
export async function applyOrderEdit(
  ports: Ports,
  actor: Staff,
  { draftId, version }: { draftId: string; version: number },
): Promise<ApplyEditOutcome> {
  const seen = await draftOf(ports, draftId);
  if (!seen?.edits) return refused("not-found");
  const { orderId } = seen.edits;
  const mailContext = await readMailContext(ports);
  let ended: Awaited<ReturnType<typeof expireAttempts>> = [];
  const applied = await inTransaction<ApplyEditOutcome>(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const draft = order && (await lockDraft(tx, draftId));
    if (!order || !draft?.edits) return refused("not-found");
    if (draft.version !== version) return refused("changed-meanwhile");
    const no = editRefusal(order);
    if (no) return refused(no);
    if ((await orderVersion(tx, orderId)) !== draft.edits.orderVersion) return refused("order-changed");
    const quote = await quoteDraft({ ...ports, db: tx }, actor, draft, unitsOf(order));
    const changes = changesOf(order, draft.content, quote);
    const read = readDelivery({ ...draft.content, country: "India" });
    const business = readBusiness(draft.content, draft.content);
    const asOrdered = discountOfOrder(order);
    const errors = {
      ...(read.ok ? {} : read.errors),
      ...(business.ok ? {} : business.errors),
      ...itemFaults(draft.content, quote, asOrdered),
    };
    const little = tooLittle(order, quote.total);
    if (little) errors.product = little;
    if (!read.ok || !business.ok || Object.keys(errors).length > 0) return { ok: false, errors };
    if (changes.length === 0) return refused("nothing-changed");
    const lines = quote.lines.map((line) => newLine(order, line));
    const { companyName = null, buyerGstin = null } = business.value ?? {};
    const invoicedTo = { companyName, buyerGstin };
    const { shipping } = quote;
    const rule = discountRuleOf(draft.content.discount);
    const couponCode = keptCoupon(order, draft.content);
    if (order.couponCode && order.userId && !couponCode) {
      const use = { code: order.couponCode, orderId, userId: order.userId, amount: order.discount };
      await postCouponUse(tx, use, false);
    }
    const now = { address: read.value, ...invoicedTo, ...rule, couponCode, shipping, lines };
    const after = await rewriteOrder(tx, order, now);
    const posted = await postOrder(tx, after, { actor, code: "order" });
    if (!posted.ok) return { ok: false, errors: { product: "Some of it was sold to others just now." } };
    const money = await postMoney(ports, tx, actor, order, after);
    if (!money) return { ok: false, errors: { product: noWayBack } };
    ended = money.ended;
    const link = await paymentLinkOf({ db: tx }, orderId);
    if (link?.isOpen) await reserveUntil(tx, orderId, link.expiresAt);
    const remark = { code: "edited" as const, changes, before: order.total, after: after.total };
    const { comment, discountReason } = draft.content;
    const isReduced = quote.discount > 0 && !sameDiscount(draft.content.discount, asOrdered);
    const said = [isReduced && `Discount: ${discountReason}`, comment].filter(Boolean).join(". ");
    const note = cutText(said, 500);
    await recordEvent(tx, orderId, { kind: "edit", actor, remark, note: note || null });
    if (money.link) await sendLink(ports, tx, mailContext, money.order, money.link);
    else await notifyCustomer(ports, tx, mailContext, money.order, "edited");
    await recordOrderAction(tx, actor, "order.edit", order, {
      before: { total: order.total, items: order.lines.length },
      after: {
        total: after.total,
        items: after.lines.length,
        changes,
        ...(after.hasPayment && { due: amountDue(after) }),
      },
    });
    await endDraft(tx, draftId);
    return done({ orderId });
  });
  // After the commit, because the gateway is outside; a payment of the earlier amount would be of another amount.
  if (applied.ok) await terminateAttempts(ports, ended);
  return applied;
}

const noWayBack = "What was paid too much cannot be sent back: its payment provider is not set up any more.";

/** A line as it is written: one that the order has keeps its snapshot, and its struck price with its price. */
function newLine(order: Order, line: DraftQuote["lines"][number]): NewLine & { id: string | null } {
  const before = order.lines.find(({ variantId }) => variantId === line.variantId);
  if (!before) return { ...line, id: null };
  return { ...line, id: before.id, struck: before.unit === line.unit ? before.struck : line.struck };
}
