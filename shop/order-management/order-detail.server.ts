import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { RecordedActor } from "../access/actor.ts";
import { actorColumns, actorOf, actorRow } from "../access/actor-columns.server.ts";
import type { IssuedDocument } from "../invoices/document.ts";
import { issuedDocuments } from "../invoices/order-document.server.ts";
import type { Paise } from "../money.ts";
import { isPlaced, type PlacedOrder } from "../orders/orders.ts";
import { dispositionsOf } from "../orders/posting/dispositions.server.ts";
import { cashProvider } from "../orders/posting/offline-providers.ts";
import { hasLeft, itemsWithoutDisposition } from "../orders/posting/required-stock.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { type RefundReason, refundReasonOf, refundReasonRow } from "../orders/remarks/remark.ts";
import { payoutDetailsOf } from "../payments/payout/payout-details.server.ts";
import { maskedPayout } from "../payments/payout/payout-form.ts";
import { type RefundWait, refundWaits } from "../payments/tables.server.ts";
import { returnsOf } from "../returns/read-returns.server.ts";
import type { ReturnRequest } from "../returns/returns.ts";
import { refundedItems } from "./refund-lines.server.ts";
import { orderVersion } from "./staff-action.server.ts";

export type OrderDetailPayment = {
  id: string;
  provider: string;
  amount: Paise;
  currency: string;
  method: string | null;
  effect: "applied" | "late" | "mismatch" | "duplicate";
  at: Date;
  /** The part that is neither refunded nor being refunded. */
  left: Paise;
};

export type OrderDetailRefund = {
  id: string;
  paymentId: string;
  amount: Paise;
  reason: RefundReason;
  actor: RecordedActor;
  state: "pending" | "succeeded" | "failed";
  inCash: boolean;
  /** What the provider said. */
  failureReason: string | null;
  /** Why it was not sent to the provider yet. */
  waitsFor: RefundWait | null;
  provider: string;
  at: Date;
};

export type OrderDetailGatewayOrder = {
  id: string;
  amount: Paise;
  state: "asked" | "open" | "paid" | "closed";
  at: Date;
};

/** Everything staff see of one order. Money in paise. */
export type OrderDetail = {
  order: PlacedOrder;
  /** The version that forms carry, for `setOrderStatus`. */
  version: string;
  /** The account that placed it; null when it is deleted. */
  customer: { id: string; name: string; orders: number } | null;
  payments: OrderDetailPayment[];
  gatewayOrders: OrderDetailGatewayOrder[];
  refunds: OrderDetailRefund[];
  /** Where the customer wants a cash refund sent to, masked; null when they have not said. */
  payout: string | null;
  /** Refunded units and amount, by line. */
  refundedByLine: Map<string, { quantity: number; amount: Paise }>;
  returns: ReturnRequest[];
  /** After shipping: units without a disposition, by line. */
  itemsWithoutDisposition: Record<string, number> | null;
  /** The numbered documents, oldest first. */
  documents: IssuedDocument[];
};

const money = z.coerce.number();
const at = z.coerce.date();
const paymentsShape = z.array(
  z.object({
    id: z.string(),
    provider: z.string(),
    amount: money,
    currency: z.string(),
    method: z.string().nullable(),
    effect: z.enum(["applied", "late", "mismatch", "duplicate"]),
    at,
    left: money,
  }),
);
const refundsShape = z.array(
  z.object({
    id: z.string(),
    paymentId: z.string(),
    amount: money,
    ...refundReasonRow,
    ...actorRow,
    state: z.enum(["pending", "succeeded", "failed"]),
    inCash: z.boolean(),
    failureReason: z.string().nullable(),
    waitsFor: z.enum(refundWaits).nullable().catch(null),
    provider: z.string(),
    at,
  }),
);
const gatewayShape = z.array(
  z.object({ id: z.string(), amount: money, state: z.enum(["asked", "open", "paid", "closed"]), at }),
);
const customerShape = z.array(z.object({ id: z.string(), name: z.string(), orders: z.number() }));

/** The details of a placed order; null for a malformed or unknown id, and for a prepared order. */
export async function orderDetail({ db }: { db: Db }, id: string): Promise<OrderDetail | null> {
  const order = await orderOf({ db }, id);
  if (!order || !isPlaced(order)) return null;
  const [version, customer, payments, gatewayOrders, refunds, payout, refundedByLine, returns, documents] =
    await Promise.all([
      orderVersion(db, id),
      customerOf(db, order.userId),
      paymentsOf(db, id),
      gatewayOrdersOf(db, id),
      refundsOf(db, id),
      payoutDetailsOf({ db }, id),
      refundedItems({ db }, id),
      returnsOf({ db }, id),
      issuedDocuments({ db }, id),
    ]);
  const left = hasLeft({ status: order.status, cancelledFrom: null });
  const open = left
    ? Object.fromEntries(itemsWithoutDisposition(order.lines, await dispositionsOf(db, id)))
    : null;
  return {
    order,
    version,
    customer,
    payments,
    gatewayOrders,
    refunds,
    payout: payout && maskedPayout(payout),
    refundedByLine,
    returns,
    itemsWithoutDisposition: open,
    documents,
  };
}

async function customerOf(db: Db, userId: string | null) {
  if (!userId) return null;
  const { rows } = await db.execute(sql`
    select u.id, u.name, (select count(*)::integer from orders o where o.user_id = u.id and o.placed_at is not null)
      as orders from users u where u.id = ${userId}`);
  return customerShape.parse(rows)[0] ?? null;
}

async function paymentsOf(db: Db, id: string) {
  const { rows } = await db.execute(sql`
    select p.provider_payment_id as id, p.provider, p.amount, p.currency, p.method, p.effect, p.at,
      p.amount - coalesce((select sum(r.amount) from refund r where r.provider = p.provider
        and r.provider_payment_id = p.provider_payment_id and r.state <> 'failed'), 0) as left
    from received_payment p where p.order_id = ${id} order by p.at`);
  return paymentsShape.parse(rows);
}

async function gatewayOrdersOf(db: Db, id: string) {
  const { rows } = await db.execute(sql`
    select gateway_order_id as id, amount, state, created_at as at from gateway_order
    where order_id = ${id} order by created_at`);
  return gatewayShape.parse(rows);
}

async function refundsOf(db: Db, id: string) {
  const { rows } = await db.execute(sql`
    select id, provider_payment_id as "paymentId", amount, reason, cause, ${actorColumns}, state, provider = ${cashProvider} as "inCash",
      last_error as "failureReason", waits_for as "waitsFor", provider, created_at as at
    from refund where order_id = ${id} order by created_at, id`);
  return refundsShape.parse(rows).map(({ actor_kind, actor_id, actor_name, reason, cause, ...refund }) => ({
    ...refund,
    reason: refundReasonOf({ reason, cause }),
    actor: actorOf({ actor_kind, actor_id, actor_name }),
  }));
}
