import { desc, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { RowOf } from "../../platform/database/rows.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import type { NewGatewayOrder, OnlinePayments } from "../../platform/payments/payments.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor, Customer, Guest } from "../access/actor.ts";
import { isCouponAvailable } from "../coupons/coupons.server.ts";
import { amountOf, type PaymentPart } from "../orders/amount-due.ts";
import { customerActions, linkRefusal } from "../orders/order-steps.ts";
import type { Order } from "../orders/orders.ts";
import { setPaymentStatus } from "../orders/posting/payment-status.server.ts";
import { isReserved, postOrder } from "../orders/posting/post-order.server.ts";
import { unpaidReservationRefusal } from "../orders/posting/unpaid-reservations.server.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { gatewayOrder } from "./tables.server.ts";

/** What a browser needs to pay. `payPath`: a path of this shop, or null when the gateway's script opens its page. */
export type PaymentSession = {
  gatewayOrderId: string;
  sessionId: string;
  publicKey: string;
  mode: OnlinePayments["mode"];
  payPath: string | null;
};

export type PaymentRefusal =
  | "not-found"
  | "not-payable"
  | "payment-undecided"
  | "out-of-stock"
  | "coupon-gone"
  | "unpaid-orders"
  | "unpaid-units"
  | "no-online-payment"
  | "gateway-silent"
  | "gateway-refused";

const minutesToPay = 30;
/** Attempts that expire sooner are not reused. */
const minMinutesLeft = 5;

const { gatewayOrderId, sessionId, expiresAt } = gatewayOrder;
const attemptColumns = { gatewayOrderId, sessionId, amount: gatewayOrder.amount, expiresAt };
type Attempt = RowOf<typeof attemptColumns>;

/**
 * Opens a gateway order for what is due of an order now, or for all of it, or returns the open one of this amount; also
 * to retry after a failure. The gateway is called after the commit. An order that waits for its advance may have both
 * open: what is paid above the total goes back (`applyPayment`). In: the shop's origin, for the return and notify URLs,
 * and the part that is paid. Refused: 'not-found',
 * 'not-payable' (paid, cancelled or not online), 'payment-undecided' while the bank decides, 'out-of-stock' and
 * 'coupon-gone' when the units or the coupon were used in between, 'unpaid-orders' and 'unpaid-units' for an account
 * that reserves too much without paying, 'no-online-payment', 'gateway-silent' (no answer; retrying is safe),
 * 'gateway-refused'.
 */
export function startPayment(
  ports: Pick<Services, "db" | "payments" | "log">,
  orderId: string,
  customer: Customer,
  origin: string,
  part: PaymentPart = "due-now",
): Promise<Done<PaymentSession> | Refused<PaymentRefusal>> {
  const returnUrl = `${origin}/order-confirmation?order_id={order_id}&db_order_id=${orderId}`;
  return openPayment(ports, orderId, { by: "customer", actor: customer }, { origin, returnUrl, part });
}

/**
 * The same for somebody who was given a link to pay, whoever they are. The caller has checked the link. In: where the
 * gateway leads back to, "{order_id}" for its own number; the part that is paid.
 */
export function startPaymentByLink(
  ports: Pick<Services, "db" | "payments" | "log">,
  orderId: string,
  asked: AskedPayment,
): Promise<Done<PaymentSession> | Refused<PaymentRefusal>> {
  return openPayment(ports, orderId, { by: "link", actor: { kind: "guest" } }, asked);
}

/**
 * The same for a guest who has typed the last digits of the order's phone number, which the caller has checked. They pay
 * what its customer could pay, and the reservations of the order's account count as the customer's own do. Refused: as
 * `startPayment`.
 */
export function startTrackedPayment(
  ports: Pick<Services, "db" | "payments" | "log">,
  orderId: string,
  asked: AskedPayment,
): Promise<Done<PaymentSession> | Refused<PaymentRefusal>> {
  return openPayment(ports, orderId, { by: "phone", actor: { kind: "guest" } }, asked);
}

/** Who pays, and what lets them: the order is theirs, they have its link, or they know the digits of its phone. */
type Payer = { by: "customer"; actor: Customer } | { by: "link" | "phone"; actor: Guest };

type AskedPayment = { origin: string; returnUrl: string; part?: PaymentPart };

async function openPayment(
  ports: Pick<Services, "db" | "payments" | "log">,
  orderId: string,
  payer: Payer,
  { origin, returnUrl, part = "due-now" }: AskedPayment,
): Promise<Done<PaymentSession> | Refused<PaymentRefusal>> {
  const { online } = ports.payments;
  if (!online) return refused("no-online-payment");
  const opened = await inTransaction(ports.db, (tx) =>
    openAttempt(tx, orderId, payer, { provider: online.provider, part }),
  );
  if (!opened.ok) return opened;
  const { order, attempt } = opened.value;
  if (attempt.sessionId) return done(sessionOf(online, attempt.gatewayOrderId, attempt.sessionId));
  const asked = await ask(online, {
    orderId: attempt.gatewayOrderId,
    amount: attempt.amount,
    customer: {
      id: (order.userId ?? order.id).replaceAll("-", ""),
      name: order.address.name,
      email: order.email,
      phone: order.address.phone,
    },
    returnUrl,
    notifyUrl: notifyUrl(origin),
    expiresAt: attempt.expiresAt,
    requestKey: attempt.gatewayOrderId,
  });
  failPoint("after-gateway-create");
  if (!asked.ok) {
    ports.log.warn({ order: order.id, refused: asked.refused, detail: asked.detail }, "no gateway order");
    if (asked.refused === "unreachable") return refused("gateway-silent");
    await ports.db.execute(
      sql`update gateway_order set state = 'closed' where gateway_order_id = ${attempt.gatewayOrderId}`,
    );
    return refused("gateway-refused");
  }
  const { sessionId } = asked.value;
  await ports.db.execute(sql`
    update gateway_order set state = 'open', session_id = ${sessionId}
    where gateway_order_id = ${attempt.gatewayOrderId} and state = 'asked'`);
  return done(sessionOf(online, attempt.gatewayOrderId, sessionId));
}

/** Cashfree posts webhooks over https only; on localhost the local gateway knows the shop's address. */
function notifyUrl(origin: string): string | undefined {
  return origin.startsWith("https:") ? `${origin}/functions/payment-webhook` : undefined;
}

/**
 * No answer, or a conflict with an earlier request, may still mean that the gateway order exists: then it is read.
 */
async function ask(online: OnlinePayments, wanted: NewGatewayOrder) {
  const asked = await online.createOrder(wanted);
  if (asked.ok) return asked;
  const found = await online.getOrder(wanted.orderId);
  return found.ok && found.value.amount === wanted.amount ? found : asked;
}

async function openAttempt(
  tx: Db,
  orderId: string,
  payer: Payer,
  { provider, part }: { provider: string; part: PaymentPart },
): Promise<
  | Done<{ order: Order; attempt: Attempt }>
  | Refused<
      | "not-found"
      | "not-payable"
      | "payment-undecided"
      | "out-of-stock"
      | "coupon-gone"
      | "unpaid-orders"
      | "unpaid-units"
    >
> {
  const { by, actor } = payer;
  const order = await lockOrder(tx, orderId, payer.by === "customer" ? payer.actor.id : undefined);
  if (!order) return refused("not-found");
  const no = by === "link" ? linkRefusal(order) : customerActions(order).pay;
  if (no) return refused(no);
  const amount = amountOf(order, part);
  const reserved = await isReserved(tx, order.id);
  const stored = await reserveAgain(tx, order, actor);
  if (!stored.ok) return stored;
  // Existing reservations may be paid for, however much was sold to others in between. Staff answer for their links.
  const account = reserved || by === "link" ? null : order.userId;
  const tooMuch = account && (await unpaidReservationRefusal(tx, account, order.id));
  if (tooMuch) return refused(tooMuch);
  if (order.paymentStatus === "failed")
    await setPaymentStatus(tx, order, "pending", actor, { code: "payment-retried" });
  const [before] = await tx
    .select(attemptColumns)
    .from(gatewayOrder)
    .where(sql`order_id = ${order.id} and provider = ${provider} and amount = ${amount} and state in ('asked', 'open')
      and expires_at > now() + make_interval(mins => ${minMinutesLeft})`)
    .orderBy(desc(gatewayOrder.createdAt))
    .limit(1);
  if (before) return done({ order, attempt: before });
  const [made] = await tx
    .insert(gatewayOrder)
    .values({
      gatewayOrderId: sql`${order.id.replaceAll("-", "")} || '_' ||
        (select count(*) + 1 from gateway_order where order_id = ${order.id})`,
      orderId: order.id,
      provider,
      amount,
      expiresAt: sql`now() + make_interval(mins => ${minutesToPay})`,
    })
    .returning(attemptColumns);
  if (!made) throw new Error("no gateway order was written");
  return done({ order, attempt: made });
}

/**
 * Makes sure that an order's units are reserved: after the reservation expired, units and coupon are reserved again
 * if available. In: the order, locked, and the actor.
 */
export async function reserveAgain(
  tx: Db,
  order: Order,
  actor: Actor,
): Promise<Done | Refused<"out-of-stock" | "coupon-gone">> {
  if (order.couponCode && order.userId) {
    const use = { code: order.couponCode, orderId: order.id, userId: order.userId };
    if (!(await isCouponAvailable(tx, use))) return refused("coupon-gone");
  }
  return postOrder(tx, order, { actor, code: "order" }, { reserved: true });
}

function sessionOf(online: OnlinePayments, gatewayOrderId: string, sessionId: string): PaymentSession {
  return {
    gatewayOrderId,
    sessionId,
    publicKey: online.publicKey,
    mode: online.mode,
    payPath: online.payPath(sessionId),
  };
}
