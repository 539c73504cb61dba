import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { type Customer, recorded } from "../access/actor.ts";
import { actorColumns, actorValues } from "../access/actor-columns.server.ts";
import type { Paise } from "../money.ts";
import type { DeliveryAddress, Order, OrderLine, PaymentMethod } from "./orders.ts";
import { orders } from "./tables.server.ts";

/** A line to insert: a snapshot of this moment; `discount` is its share of the coupon. */
export type NewLine = Omit<OrderLine, "id" | "productId" | "variantId"> & {
  productId: string;
  variantId: string;
  offerPercent: number | null;
};

export type NewOrder = {
  id: string;
  customer: Customer;
  email: string;
  kind: "cart" | "single";
  method: PaymentMethod;
  /** Null: only prepared, to be confirmed with an address. */
  address: DeliveryAddress | null;
  lines: NewLine[];
  shipping: Paise;
  couponCode: string | null;
};

/**
 * Inserts an order with its lines as snapshots and its first event. In: a transaction; totals are computed here from
 * the lines, in paise. Out: the order. The caller reserves or commits the stock.
 */
export async function insertOrder(tx: Db, order: NewOrder): Promise<Order> {
  const { id, customer, email, kind, method, address, lines, shipping, couponCode } = order;
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  const total = subtotal - discount + shipping;
  const named = lines.map((line) => ({ ...line, id: randomUUID() }));
  const rows = named.map((line, position) => ({
    id: line.id,
    position,
    product_id: line.productId,
    variant_id: line.variantId,
    name: line.name,
    slug: line.slug,
    sku: line.sku,
    size: line.size,
    colour: line.colour,
    picture: line.picture,
    hsn_code: line.hsnCode,
    unit_price: line.unit,
    struck_price: line.struck,
    offer_percent: line.offerPercent,
    quantity: line.quantity,
    total: line.total,
    discount: line.discount,
  }));
  const { rows: written } = await tx.execute(sql`/* hot */
    with made as (
      insert into orders (id, user_id, email, kind, method, subtotal, discount, shipping, total, coupon_code,
        placed_at, name, phone, line1, line2, city, state, postal_code, country)
      values (${id}, ${customer.id}, ${email}, ${kind}, ${method}, ${subtotal}, ${discount}, ${shipping},
        ${total}, ${couponCode}, case when ${address !== null} then now() end,
        ${address?.name ?? ""}, ${address?.phone ?? ""}, ${address?.line1 ?? ""}, ${address?.line2 ?? ""},
        ${address?.city ?? ""}, ${address?.state ?? ""}, ${address?.postalCode ?? ""}, ${address?.country ?? "India"})
      returning id),
    lines as (
      insert into order_line (order_id, id, position, product_id, variant_id, name, slug, sku, size, colour, picture,
        hsn_code, unit_price, struck_price, offer_percent, quantity, total, discount)
      select made.id, x.* from made, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, position integer,
        product_id uuid, variant_id uuid, name text, slug text, sku text, size text, colour text, picture jsonb,
        hsn_code text, unit_price bigint, struck_price bigint, offer_percent integer, quantity integer,
        total bigint, discount bigint))
    insert into order_event (order_id, ${actorColumns}, kind, to_value)
    select id, ${actorValues(customer)}, 'status', 'pending' from made returning at`);
  const [event] = z.array(z.object({ at: z.coerce.date() })).parse(written);
  if (!event) throw new Error("an order was not written");
  return {
    ...{ id, userId: customer.id, email, kind, method, subtotal, discount, shipping, total, couponCode },
    status: "pending",
    paymentStatus: "pending",
    placedAt: address ? event.at : null,
    createdAt: event.at,
    deliveredAt: null,
    address: address ?? nowhere,
    courier: null,
    trackingNumber: null,
    trackingLink: null,
    note: null,
    lines: named,
    events: [
      { at: event.at, actor: recorded(customer), kind: "status", from: null, to: "pending", note: null },
    ],
    refunded: 0,
    paid: false,
    undecided: false,
  };
}

/** Places a prepared order: with the address it goes to and the account's email. The caller holds the order's lock. */
export async function placePrepared(
  tx: Db,
  orderId: string,
  { email, address }: { email: string; address: DeliveryAddress },
): Promise<void> {
  await tx
    .update(orders)
    .set({ placedAt: sql`now()`, email, ...address })
    .where(eq(orders.id, orderId));
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
