import { randomUUID } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import { rowsOf, valuesOf } from "../../platform/database/rows.server.ts";
import { type Actor, recorded } from "../access/actor.ts";
import { actorColumns, actorValues } from "../access/actor-columns.server.ts";
import type { DeliveryAddress, Order, OrderLine } from "./orders.ts";
import { orderOf, orderOfRow } from "./read-orders.server.ts";
import { type OrderRow, orderLine, orders } from "./tables.server.ts";

/** A line to insert: a snapshot of this moment; `discount` is its share of the coupon. */
export type NewLine = Omit<OrderLine, "id" | "productId" | "variantId"> & {
  productId: string;
  variantId: string;
  offerPercent: number | null;
};

/**
 * How the discount of an order is made: a percentage of its items, at most `discountMax` paise; both null for a fixed
 * amount. A change of the order computes its discount again by it.
 */
export type DiscountRule = Pick<OrderRow, "discountPercent" | "discountMax">;

/** How the customer is told about an order, and the business that it is invoiced to, if any. */
export type OrderContact = Pick<OrderRow, "email" | "updatesBy" | "companyName" | "buyerGstin">;

export type NewOrder = Pick<
  OrderRow,
  "id" | "userId" | "kind" | "method" | "shipping" | "couponCode" | "deliveryDays"
> &
  Partial<Pick<OrderRow, "channel" | "tags" | "note" | "advance">> &
  OrderContact &
  DiscountRule & {
    /** Who orders: the customer, or staff who enter the order for them. */
    actor: Actor;
    /** Null: only prepared, to be confirmed with an address. */
    address: DeliveryAddress | null;
    lines: NewLine[];
  };

/** Columns that the database fills. */
type Filled = "placedAt" | "createdAt" | "updatedAt" | "refundedTotal";

/**
 * Inserts an order with its lines as snapshots and its first event. In: a transaction and its time (`now()`); totals
 * are computed here from the lines, in paise. Out: the order, and a promise of the insert: dependent statements may be
 * sent after it without waiting. The caller reserves or commits the stock.
 */
export function insertOrder(
  tx: Db,
  { actor, address, lines, ...given }: NewOrder,
  at: Date,
): { order: Order; written: Promise<void> } {
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  // Every column must be named here or in `Filled`, so that a new one cannot be forgotten.
  const values: Omit<OrderRow, Filled> = {
    channel: "web",
    tags: [],
    note: null,
    advance: 0,
    ...given,
    ...(address ?? nowhere),
    status: "pending",
    paymentStatus: "pending",
    subtotal,
    discount,
    total: subtotal - discount + given.shipping,
    deliveredAt: null,
  };
  const written = lines.map((line) => ({ ...snapshot(line), id: randomUUID() }));
  const lineRows = written.map((line, position) => ({
    ...line,
    offerPercent: lines[position]?.offerPercent ?? null,
    orderId: given.id,
    position,
  }));
  const statement = sql`
    with made as (
      insert into orders ${valuesOf(orders, { ...values, placedAt: address ? sql`now()` : null })} returning id),
    lines as (insert into order_line ${rowsOf(orderLine, lineRows)})
    insert into order_event (order_id, ${actorColumns}, kind, to_value)
    select id, ${actorValues(actor)}, 'status', 'pending' from made`;
  const order = orderOfRow(
    { ...values, placedAt: address ? at : null, createdAt: at, updatedAt: at, refundedTotal: 0 },
    {
      lines: written,
      events: [
        {
          at,
          actor: recorded(actor),
          kind: "status",
          from: null,
          to: "pending",
          remark: null,
          note: null,
        },
      ],
      refunded: 0,
      received: 0,
      hasPayment: false,
      undecided: false,
      parcels: [],
      parcelLines: [],
    },
  );
  return {
    order,
    written: hot(tx)
      .execute(statement)
      .then(() => undefined),
  };
}

/** The stored fields of a line; a priced line has more. */
function snapshot(line: NewLine): Omit<OrderLine, "id"> {
  const { productId, variantId, name, slug, sku, size, colour, picture, hsnCode } = line;
  const { unit, struck, quantity, total, discount } = line;
  const what = { productId, variantId, name, slug, sku, size, colour, picture, hsnCode };
  return { ...what, unit, struck, quantity, total, discount };
}

/**
 * Places a prepared order: with the delivery address and how its customer is told about it. The caller holds the
 * order's lock.
 */
export async function placePrepared(
  tx: Db,
  orderId: string,
  { address, ...contact }: OrderContact & { address: DeliveryAddress },
): Promise<void> {
  await tx
    .update(orders)
    .set({ placedAt: sql`now()`, ...contact, ...address })
    .where(eq(orders.id, orderId));
}

/**
 * Gives an order that was not sent other lines, another discount, address, business or delivery fee. In: the order,
 * locked; the lines in their order, those that it keeps with their ids, which keep their snapshot but for pieces, price
 * and discount. Totals are computed here, in paise. The caller posts stock and money. Out: the order afterwards.
 */
export async function rewriteOrder(
  tx: Db,
  order: Order,
  now: Pick<OrderRow, "companyName" | "buyerGstin" | "couponCode"> &
    DiscountRule & {
      address: DeliveryAddress;
      shipping: number;
      lines: (NewLine & { id: string | null })[];
    },
): Promise<Order> {
  const subtotal = now.lines.reduce((sum, { total }) => sum + total, 0);
  const discount = now.lines.reduce((sum, line) => sum + line.discount, 0);
  const kept = now.lines.flatMap(({ id }) => (id === null ? [] : [id]));
  const gone = order.lines.map(({ id }) => id).filter((id) => !kept.includes(id));
  if (gone.length > 0) await tx.delete(orderLine).where(inArray(orderLine.id, gone));
  // Places are unique in an order: all move away before each gets its new one.
  await tx
    .update(orderLine)
    .set({ position: sql`${orderLine.position} + 1000` })
    .where(eq(orderLine.orderId, order.id));
  for (const [position, { id, ...line }] of now.lines.entries()) {
    const { offerPercent, unit, struck, quantity, total, discount: share } = line;
    const sold = { position, unit, struck, quantity, total, discount: share };
    if (id !== null) await tx.update(orderLine).set(sold).where(eq(orderLine.id, id));
    else await tx.insert(orderLine).values({ ...snapshot(line), orderId: order.id, position, offerPercent });
  }
  const { address, shipping, companyName, buyerGstin, couponCode, discountPercent, discountMax } = now;
  await tx
    .update(orders)
    .set({
      ...address,
      companyName,
      buyerGstin,
      couponCode,
      subtotal,
      discount,
      discountPercent,
      discountMax,
      shipping,
      total: subtotal - discount + shipping,
    })
    .where(eq(orders.id, order.id));
  const after = await orderOf({ db: tx }, order.id);
  if (!after) throw new Error(`order ${order.id} vanished while it was changed`);
  return after;
}

/** Writes the tags of an order (`readTags`). The caller holds its lock. */
export async function writeTags(tx: Db, orderId: string, tags: string[]): Promise<void> {
  await tx.update(orders).set({ tags }).where(eq(orders.id, orderId));
}

/** Writes the address that the emails of an order go to (`emailAddress`). The caller holds its lock. */
export async function writeEmailAddress(tx: Db, orderId: string, email: string): Promise<void> {
  await tx.update(orders).set({ email }).where(eq(orders.id, orderId));
}

const nowhere: DeliveryAddress = {
  name: "",
  phone: "",
  line1: "",
  line2: "",
  city: "",
  state: "",
  postalCode: "",
  country: "India",
};
