import { randomBytes } from "node:crypto";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { databaseTime } from "../../platform/database/database-clock.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, recorded, type Staff } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { reserveUntil } from "../catalogue/stock.server.ts";
import { dueNow, type PaymentPart } from "../orders/amount-due.ts";
import { type MailContext, notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import { linkRefusal } from "../orders/order-steps.ts";
import { isPlaced, type Order, type PlacedOrder, shortId } from "../orders/orders.ts";
import { lockOrder, orderOf } from "../orders/read-orders.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { reconcileOrder } from "./reconcile.server.ts";
import {
  type PaymentRefusal,
  type PaymentSession,
  reserveAgain,
  startPaymentByLink,
} from "./start-payment.server.ts";
import { paymentLink } from "./tables.server.ts";

/** The address of a link on this shop. */
export const payPath = (token: string) => `/pay/${token}`;

type Link = { token: string; expiresAt: Date };

/** What an email says about a link. */
export const linkParameters = ({ token, expiresAt }: Link) => ({
  payPath: payPath(token),
  payUntil: expiresAt.toISOString(),
});

/**
 * Makes the link to pay an order, in the caller's transaction, which has locked the order and reserved its units: they
 * stay reserved until the link expires. An earlier link stops working. Out: the link's token.
 */
export async function makePaymentLink(tx: Db, actor: Actor, orderId: string, hours: number): Promise<Link> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date((await databaseTime(tx)).getTime() + hours * 3_600_000);
  await revokePaymentLinks(tx, orderId);
  const { kind: actorKind, id: actorId, name: actorName } = recorded(actor);
  await tx.insert(paymentLink).values({ token, orderId, expiresAt, actorKind, actorId, actorName });
  await reserveUntil(tx, orderId, expiresAt);
  return { token, expiresAt };
}

/** Ends the links of an order, which has another one now or is paid otherwise. The caller holds the order's lock. */
export async function revokePaymentLinks(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(paymentLink)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(paymentLink.orderId, orderId), isNull(paymentLink.revokedAt)));
}

/**
 * Tells the customer of a link: the whole order is to be paid by it, the rest of one that is paid in part, or one that
 * would else be paid on delivery.
 */
export async function sendLink(
  ports: Pick<Services, "mail" | "jobs">,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  link: Link,
): Promise<void> {
  const due = dueNow(order);
  const kind = order.received > 0 ? "rest-due" : order.method === "online" ? "payment-link" : "pay-now";
  await notifyCustomer(ports, tx, mailContext, order, kind, {
    ...linkParameters(link),
    ...(kind === "payment-link" ? {} : { due }),
  });
}

/**
 * Makes a new link for what is due of an order and sends it to the customer (audited). Refused: 'not-found';
 * 'not-payable' when nothing is due, or it is to be paid on delivery and was sent; 'payment-undecided' while the bank
 * decides; 'no-online-payment' when no provider is set up; 'out-of-stock' and 'coupon-gone' when units or coupon were
 * used since its reservation ended.
 */
export async function sendPaymentLink(
  ports: Pick<Services, "db" | "mail" | "jobs" | "site" | "payments">,
  actor: Staff,
  orderId: string,
  hours: number,
): Promise<
  | Done<{ token: string }>
  | Refused<
      "not-found" | "not-payable" | "payment-undecided" | "no-online-payment" | "out-of-stock" | "coupon-gone"
    >
> {
  if (!ports.payments.online) return refused("no-online-payment");
  const mailContext = await readMailContext(ports);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refused("not-found");
    const no = linkRefusal(order);
    if (no) return refused(no);
    const stored = await reserveAgain(tx, order, actor);
    if (!stored.ok) return stored;
    const link = await makePaymentLink(tx, actor, orderId, hours);
    await sendLink(ports, tx, mailContext, order, link);
    await recordAction(tx, {
      actor,
      action: "order.payment-link",
      subject: { kind: "order", id: orderId, name: `Order ${shortId(orderId)}` },
      after: { amount: dueNow(order), expires: link.expiresAt.toISOString() },
    });
    return done({ token: link.token });
  });
}

/**
 * The newest link of an order, for staff to copy; null without any, and for a malformed id. `isRevoked`: it ended before
 * its time, because the order is paid otherwise.
 */
export async function paymentLinkOf(
  { db }: { db: Db },
  orderId: string,
): Promise<(Link & { isOpen: boolean; isRevoked: boolean }) | null> {
  if (!z.uuid().safeParse(orderId).success) return null;
  const [found] = await db
    .select({
      token: paymentLink.token,
      expiresAt: paymentLink.expiresAt,
      isOpen: sql<boolean>`${paymentLink.revokedAt} is null and ${paymentLink.expiresAt} > now()`,
      isRevoked: sql<boolean>`${paymentLink.revokedAt} is not null`,
    })
    .from(paymentLink)
    .where(eq(paymentLink.orderId, orderId))
    .orderBy(desc(paymentLink.createdAt))
    .limit(1);
  return found ?? null;
}

/** What somebody with a link sees: its order as long as it waits, and what became of it. */
export type LinkedPayment = {
  state: "open" | "paid" | "expired" | "replaced" | "cancelled" | "checking" | "elsewhere";
  order: PlacedOrder;
  expiresAt: Date;
};

/**
 * The order of a link; null for an unknown token. 'expired': its time is over; 'replaced': a newer link is open;
 * 'elsewhere': it is to be paid on delivery, and the link is over or the order was sent; 'checking': the bank has not
 * decided. `returned`: the gateway has just led back, so it is asked first.
 */
export async function linkedPayment(
  ports: Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">,
  token: string,
  { returned = false }: { returned?: boolean } = {},
): Promise<LinkedPayment | null> {
  const { db } = ports;
  const [link] = await db
    .select({
      orderId: paymentLink.orderId,
      expiresAt: paymentLink.expiresAt,
      isOver: sql<boolean>`${paymentLink.revokedAt} is not null or ${paymentLink.expiresAt} <= now()`,
    })
    .from(paymentLink)
    .where(eq(paymentLink.token, token));
  if (!link) return null;
  if (returned) await reconcileOrder(ports, link.orderId);
  const order = await orderOf({ db }, link.orderId);
  if (!order || !isPlaced(order)) return null;
  const state = stateOf(order, link.isOver);
  const isReplaced = state === "expired" && (await paymentLinkOf({ db }, order.id))?.isOpen;
  return { state: isReplaced ? "replaced" : state, order, expiresAt: link.expiresAt };
}

function stateOf(order: Order, isOver: boolean): Exclude<LinkedPayment["state"], "replaced"> {
  if (order.status === "cancelled") return "cancelled";
  if (order.paid) return "paid";
  if (order.undecided || order.paymentStatus === "amount_mismatch") return "checking";
  if (order.method !== "online" && (isOver || linkRefusal(order))) return "elsewhere";
  return isOver ? "expired" : "open";
}

/**
 * Opens the payment of a link. Whoever has it may pay; a second payment is refunded, and one that comes after the order
 * was cancelled or its units were sold is late (`applyPayment`). In: the shop's origin, the part that is paid. Refused:
 * 'not-found' for an unknown token, 'link-over' for one that has expired or an order that needs no payment, and as
 * `startPayment`.
 */
export async function payByLink(
  ports: Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">,
  token: string,
  origin: string,
  part: PaymentPart,
): Promise<Done<PaymentSession> | Refused<PaymentRefusal | "link-over">> {
  const linked = await linkedPayment(ports, token);
  if (!linked) return refused("not-found");
  if (linked.state !== "open") return refused("link-over");
  const returnUrl = `${origin}${payPath(token)}?returned=1`;
  return startPaymentByLink(ports, linked.order.id, { origin, returnUrl, part });
}
