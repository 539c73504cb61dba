import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { actorOf, actorRow } from "../access/actor-columns.server.ts";
import { pictureShape } from "../catalogue/cards/read-cards.server.ts";
import { type Order, orderStatuses, paymentStatuses } from "./orders.ts";

const money = z.coerce.number().int();
const at = z.coerce.date();

const lineShape = z.object({
  id: z.string(),
  product_id: z.string().nullable(),
  variant_id: z.string().nullable(),
  name: z.string(),
  slug: z.string(),
  sku: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  picture: pictureShape.nullable(),
  hsn_code: z.string().nullable(),
  unit_price: money,
  struck_price: money.nullable(),
  quantity: z.number(),
  total: money,
  discount: money,
});

const eventShape = z.object({
  at,
  ...actorRow,
  kind: z.enum(["status", "payment", "parcel", "note", "return"]),
  from_value: z.string().nullable(),
  to_value: z.string().nullable(),
  note: z.string().nullable(),
});

const orderShape = z.object({
  id: z.string(),
  user_id: z.string().nullable(),
  kind: z.enum(["cart", "single"]),
  method: z.enum(["cod", "online", "whatsapp"]),
  status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  placed_at: at.nullable(),
  created_at: at,
  delivered_at: at.nullable(),
  subtotal: money,
  discount: money,
  shipping: money,
  total: money,
  coupon_code: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
  courier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  tracking_link: z.string().nullable(),
  note: z.string().nullable(),
  refunded: money,
  paid: z.boolean(),
  undecided: z.boolean(),
  lines: z.array(lineShape),
  events: z.array(eventShape),
});

const uuid = z.uuid();

/** A customer's placed orders, newest first, at most `limit`. */
export function ordersOf({ db }: { db: Db }, userId: string, limit = 200): Promise<Order[]> {
  return readOrders(db, sql`o.user_id = ${userId} and o.placed_at is not null`, limit);
}

/**
 * One order. In: its id from an address, and the id of the customer it must belong to (undefined: any, for staff and
 * guest tracking). Out: null for a malformed, unknown or somebody else's id alike.
 */
export async function orderOf({ db }: { db: Db }, id: string, userId?: string): Promise<Order | null> {
  if (!uuid.safeParse(id).success) return null;
  const whose = userId === undefined ? sql`true` : sql`o.user_id = ${userId}`;
  const [found] = await readOrders(db, sql`o.id = ${id} and ${whose}`, 1);
  return found ?? null;
}

/** The number of orders that a customer has placed. */
export async function orderCount({ db }: { db: Db }, userId: string): Promise<number> {
  const { rows } = await db.execute(sql`
    select count(*)::integer as orders from orders where user_id = ${userId} and placed_at is not null`);
  return z.array(z.object({ orders: z.number() })).parse(rows)[0]?.orders ?? 0;
}

/** Locks an order until the transaction ends, then reads it. Lock order: orders, variants, payments. */
export async function lockOrder(tx: Db, id: string, userId?: string): Promise<Order | null> {
  if (!uuid.safeParse(id).success) return null;
  await tx.execute(sql`select 1 from orders where id = ${id} for no key update`);
  return orderOf({ db: tx }, id, userId);
}

/** Orders that match a condition on `o`, newest first. */
export async function readOrders(db: Db, where: SQL, limit: number): Promise<Order[]> {
  const { rows } = await db.execute(sql`
    select o.*,
      (select coalesce(sum(r.amount), 0) from refund r where r.order_id = o.id and r.state <> 'failed') as refunded,
      exists (select from received_payment p where p.order_id = o.id and p.effect = 'applied') as paid,
      exists (select from gateway_order g where g.order_id = o.id and g.state = 'open' and g.undecided) as undecided,
      (select coalesce(json_agg(l order by l.position), '[]') from order_line l where l.order_id = o.id) as lines,
      (select coalesce(json_agg(e order by e.id), '[]') from order_event e where e.order_id = o.id) as events
    from orders o where ${where} order by o.created_at desc, o.id limit ${limit}`);
  return z.array(orderShape).parse(rows).map(toOrder);
}

function toOrder(row: z.infer<typeof orderShape>): Order {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    method: row.method,
    status: row.status,
    paymentStatus: row.payment_status,
    placedAt: row.placed_at,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    subtotal: row.subtotal,
    discount: row.discount,
    shipping: row.shipping,
    total: row.total,
    couponCode: row.coupon_code,
    email: row.email,
    address: {
      name: row.name,
      phone: row.phone,
      line1: row.line1,
      line2: row.line2,
      city: row.city,
      state: row.state,
      postalCode: row.postal_code,
      country: row.country,
    },
    courier: row.courier,
    trackingNumber: row.tracking_number,
    trackingLink: row.tracking_link,
    note: row.note,
    refunded: row.refunded,
    paid: row.paid,
    undecided: row.undecided,
    lines: row.lines.map((line) => ({
      id: line.id,
      productId: line.product_id,
      variantId: line.variant_id,
      name: line.name,
      slug: line.slug,
      sku: line.sku,
      size: line.size,
      colour: line.colour,
      picture: line.picture,
      hsnCode: line.hsn_code,
      unit: line.unit_price,
      struck: line.struck_price,
      quantity: line.quantity,
      total: line.total,
      discount: line.discount,
    })),
    events: row.events.map((event) => ({
      at: event.at,
      actor: actorOf(event),
      kind: event.kind,
      from: event.from_value,
      to: event.to_value,
      note: event.note,
    })),
  };
}
