import { and, eq, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { type Refused, refused } from "../refused.ts";
import { messagesOf } from "./messages/read-messages.server.ts";
import { erasedTexts, textsFor } from "./order-fields.ts";
import { readOrders } from "./read-orders.server.ts";
import { orders, parcel } from "./tables.server.ts";

/** More than any customer has; a safety limit. */
const most = 10_000;

/** All orders of a customer for their data export. Money in paise. Staff are not named. */
export async function ordersData({ db }: { db: Db }, userId: string) {
  const placed = await readOrders(db, sql`o.user_id = ${userId} and o.placed_at is not null`, most);
  const messages = await messagesOf(
    { db },
    placed.map(({ id }) => id),
  );
  return placed.map((order) => ({
    id: order.id,
    method: order.method,
    status: order.status,
    paymentStatus: order.paymentStatus,
    placedAt: order.placedAt,
    createdAt: order.createdAt,
    deliveredAt: order.deliveredAt,
    subtotal: order.subtotal,
    discount: order.discount,
    discountPercent: order.discountPercent,
    discountMax: order.discountMax,
    shipping: order.shipping,
    total: order.total,
    advance: order.advance,
    deliveryDays: order.deliveryDays,
    updatesBy: order.updatesBy,
    ...textsFor(order, "download"),
    refunded: order.refunded,
    parcels: order.parcels.map(
      ({ state, courier, trackingNumber, trackingLink, sentAt, deliveredAt, lines }) => ({
        state,
        courier,
        trackingNumber,
        trackingLink,
        sentAt,
        deliveredAt,
        pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      }),
    ),
    lines: order.lines.map(({ name, sku, size, colour, unit, quantity, total, discount }) => ({
      name,
      sku,
      size,
      colour,
      unit,
      quantity,
      total,
      discount,
    })),
    messages: messages
      .filter(({ orderId }) => orderId === order.id)
      .map(({ kind, channel, recipient, state, createdAt, sentAt }) => ({
        kind,
        channel,
        recipient,
        state,
        createdAt,
        sentAt,
      })),
    events: order.events.map(({ at, kind, from, to }) => ({ at, kind, from, to })),
  }));
}

/** Deletes the emails about a customer's orders, before the account is deleted: an order may have had another address. */
export async function deleteOrderMails(
  { mail }: Pick<Services, "mail">,
  tx: Db,
  { id: userId }: Customer,
): Promise<void> {
  const theirs = await tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await mail.forgetAbout(
    tx,
    theirs.map(({ id }) => id),
  );
}

/**
 * Erases a customer from their orders in the caller's transaction, before the account is deleted. Orders stay, as tax
 * law requires, with city, state and PIN: the place of supply. Refused, with nothing changed: 'open-orders' while a
 * placed order is neither delivered nor cancelled, because its parcel needs the address. `orderId`: the oldest of them.
 */
export async function eraseCustomer(
  tx: Db,
  { id: userId }: Customer,
): Promise<(Refused<"open-orders"> & { orderId: string }) | undefined> {
  await tx.execute(sql`select 1 from orders where user_id = ${userId} order by id for no key update`);
  const [open] = await tx
    .select({ orderId: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        isNotNull(orders.placedAt),
        notInArray(orders.status, ["delivered", "cancelled"]),
      ),
    )
    .orderBy(orders.createdAt)
    .limit(1);
  if (open) return { ...refused("open-orders"), ...open };
  await tx
    .update(orders)
    .set({ updatesBy: null, tags: [], ...erasedTexts("order") })
    .where(eq(orders.userId, userId));
  await tx
    .update(parcel)
    .set(erasedTexts("parcel"))
    .where(
      inArray(parcel.orderId, tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))),
    );
  await tx.execute(sql`
    delete from order_message where order_id in (select id from orders where user_id = ${userId})`);
  return undefined;
}
