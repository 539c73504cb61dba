import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Paise } from "../money.ts";
import type { Order, OrderStatus } from "./orders.ts";
import { isBack, isUnderway, type OrderParcel, type ParcelState, unitsWithoutParcel } from "./parcels.ts";
import { clearParcelDispositions, dispositionsOf } from "./posting/dispositions.server.ts";
import type { Disposition } from "./posting/required-stock.ts";
import { orderOf } from "./read-orders.server.ts";
import { orderLine, orders, type ParcelRow, parcel, parcelLine } from "./tables.server.ts";

// The caller of each function holds the order's lock. Each writes the order's row as well, for its version and its
// announcement to open screens.

/** An order with its parcels as they are now. */
async function withItsParcels(tx: Db, id: string): Promise<Order> {
  await tx.update(orders).set({ updatedAt: sql`now()` }).where(eq(orders.id, id));
  const order = await orderOf({ db: tx }, id);
  if (!order) throw new Error("an order vanished while it was locked");
  return order;
}

/**
 * The refunded units per line that are in no parcel which came back: these are not sent any more.
 * See `unitsWithoutParcel`.
 */
export async function unitsRefunded(
  tx: Db,
  { id, parcels }: Pick<Order, "id" | "parcels">,
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: orderLine.id, units: orderLine.refundedQuantity })
    .from(orderLine)
    .where(eq(orderLine.orderId, id));
  const settled = parcels.filter((one) => one.settled !== null).flatMap(({ lines }) => lines);
  return new Map(
    rows.map(({ id: line, units }) => {
      const back = settled.filter(({ lineId }) => lineId === line);
      return [line, Math.max(0, units - back.reduce((sum, { quantity }) => sum + quantity, 0))];
    }),
  );
}

/** A parcel's courier, number and link. */
export type Carrier = Pick<ParcelRow, "courier" | "trackingNumber" | "trackingLink">;

/** Adds a parcel with these units, which are in no other. Out: the order, and the parcel as its last one. */
export async function addParcel(
  tx: Db,
  order: Order,
  carrier: Carrier,
  units: { lineId: string; quantity: number }[],
  state: "prepared" | "sent" = "prepared",
): Promise<Order> {
  const number = Math.max(0, ...order.parcels.map((one) => one.number)) + 1;
  const sentAt = state === "sent" ? sql`now()` : null;
  const [made] = await tx
    .insert(parcel)
    .values({ orderId: order.id, number, state, sentAt, ...carrier })
    .returning({ id: parcel.id });
  if (!made) throw new Error("no parcel was written");
  const rows = units.filter(({ quantity }) => quantity > 0);
  if (rows.length > 0)
    await tx.insert(parcelLine).values(rows.map((unit) => ({ parcelId: made.id, ...unit })));
  return withItsParcels(tx, order.id);
}

/** Removes a parcel that was not sent. */
export async function removeParcel(tx: Db, order: Order, { id }: OrderParcel): Promise<Order> {
  await tx.delete(parcel).where(and(eq(parcel.id, id), eq(parcel.state, "prepared")));
  return withItsParcels(tx, order.id);
}

/** Adds a parcel with all units that are in none; nothing without any. */
export async function addRest(tx: Db, order: Order, carrier: Carrier): Promise<Order> {
  const rest = unitsWithoutParcel(order, await unitsRefunded(tx, order));
  return addParcel(
    tx,
    order,
    carrier,
    [...rest].map(([lineId, quantity]) => ({ lineId, quantity })),
  );
}

/** Writes courier, number and link of a parcel. Out: the order afterwards. */
export async function writeCarrier(tx: Db, order: Order, id: string, carrier: Carrier): Promise<Order> {
  await tx.update(parcel).set(carrier).where(eq(parcel.id, id));
  return withItsParcels(tx, order.id);
}

type Change = Partial<Omit<typeof parcel.$inferInsert, "sentAt" | "deliveredAt" | "endedAt" | "attempts">> & {
  sentAt?: SQL | null;
  deliveredAt?: SQL | null;
  endedAt?: SQL | null;
  attempts?: SQL;
};

/** What else changes when a parcel reaches a state. A later state leaves when it was sent. */
const alsoChanged: Record<ParcelState, Change> = {
  prepared: { sentAt: null, deliveredAt: null, endedAt: null, settled: null, cost: null },
  sent: { sentAt: sql`coalesce(sent_at, now())`, deliveredAt: null },
  delivered: { sentAt: sql`coalesce(sent_at, now())`, deliveredAt: sql`now()` },
  undelivered: { attempts: sql`attempts + 1` },
  returning: {},
  returned: { deliveredAt: null, endedAt: sql`now()` },
  lost: { deliveredAt: null, endedAt: sql`now()` },
};

/** Writes a state of some parcels of an order, with more columns if given. Out: the order afterwards. */
export async function setParcels(
  tx: Db,
  order: Order,
  which: readonly OrderParcel[],
  state: ParcelState,
  more: Pick<Change, "failure" | "settled" | "cost"> = {},
): Promise<Order> {
  if (which.length === 0) return order;
  const ids = which.map(({ id }) => id);
  await tx
    .update(parcel)
    .set({ state, ...alsoChanged[state], ...more })
    .where(inArray(parcel.id, ids));
  return withItsParcels(tx, order.id);
}

/** Writes what the courier took for a parcel, in paise; null: unknown. Out: the order afterwards. */
export async function writeParcelCost(tx: Db, order: Order, id: string, cost: Paise | null): Promise<Order> {
  await tx.update(parcel).set({ cost }).where(eq(parcel.id, id));
  return withItsParcels(tx, order.id);
}

/** Says of the units of a parcel what is not owed any more, in paise by line. */
export async function creditParcel(tx: Db, id: string, amounts: ReadonlyMap<string, Paise>): Promise<void> {
  for (const [lineId, credited] of amounts)
    await tx
      .update(parcelLine)
      .set({ credited })
      .where(and(eq(parcelLine.parcelId, id), eq(parcelLine.lineId, lineId)));
}

/**
 * Makes an order's parcels what a status set by hand says (specification, section 4: any value): shipped sends all that
 * is left, delivered delivers all that is not back, a step backwards takes them back into the shop, and a cancellation
 * ends those underway as its dispositions say. One that came back stays so, except when an order is reopened that was
 * not paid for: it is packed again. In: the order as it was, with `from`. Out: the order afterwards.
 */
export async function moveParcels(
  tx: Db,
  order: Order,
  { from, to }: { from: OrderStatus; to: OrderStatus },
  dispositions: readonly { quantity: number; disposition: Disposition }[],
): Promise<Order> {
  const reopened = from === "cancelled" && to !== "cancelled" ? await packAgain(tx, order) : order;
  switch (to) {
    case "cancelled": {
      // Nothing is said again of units that were refunded before.
      const said = dispositions.some(({ quantity }) => quantity > 0)
        ? dispositions
        : await dispositionsOf(tx, order.id);
      return setParcels(tx, reopened, reopened.parcels.filter(isUnderway), endedBy(said));
    }
    case "shipped":
    case "delivered": {
      const rest = unitsWithoutParcel(reopened, await unitsRefunded(tx, reopened));
      const isOpen = [...rest.values()].some((units) => units > 0);
      const none = { courier: null, trackingNumber: null, trackingLink: null };
      const whole = isOpen ? await addRest(tx, reopened, none) : reopened;
      const moved = whole.parcels.filter(
        (one) =>
          one.state === "prepared" || one.state === "delivered" || (to === "delivered" && isUnderway(one)),
      );
      return setParcels(
        tx,
        whole,
        moved.filter(({ state }) => state !== to),
        to === "delivered" ? "delivered" : "sent",
      );
    }
    default: {
      const away = reopened.parcels.filter((one) => isUnderway(one) || one.state === "delivered");
      return setParcels(tx, reopened, away, "prepared");
    }
  }
}

/** What became of parcels that were underway when their order was cancelled: what the customer keeps has arrived. */
function endedBy(dispositions: readonly { quantity: number; disposition: Disposition }[]): ParcelState {
  const became = new Set(dispositions.flatMap((one) => (one.quantity > 0 ? [one.disposition] : [])));
  if (became.has("restocked") || became.has("damaged")) return "returned";
  return became.has("kept") && !became.has("lost") ? "delivered" : "lost";
}

async function packAgain(tx: Db, order: Order): Promise<Order> {
  const back = order.parcels.filter((one) => isBack(one) && (!order.paid || one.settled === null));
  if (!order.paid) {
    await clearParcelDispositions(tx, order.id);
    for (const { id, lines } of back)
      await creditParcel(tx, id, new Map(lines.map(({ lineId }) => [lineId, 0])));
  }
  return setParcels(tx, order, back, "prepared");
}
