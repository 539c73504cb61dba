import { cutText } from "../../platform/text/cut-text.ts";
import type { Paise } from "../money.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { Order, OrderLine, OrderStatus } from "./orders.ts";
import { lineRefund } from "./posting/refund-of-line.ts";
import type { ParcelLineRow, ParcelRow } from "./tables.server.ts";

/** The states of a parcel. Couriers' own are more; these are those that change what the shop owes and has. */
export const parcelStates = [
  "prepared",
  "sent",
  "delivered",
  "undelivered",
  "returning",
  "returned",
  "lost",
] as const;
export type ParcelState = (typeof parcelStates)[number];

/** What can become of a cancelled order whose parcels had been sent. */
export const deliveryOutcomes = ["lost", "returned"] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

export const parcelStateLabels: Record<ParcelState, string> = {
  prepared: "Not sent yet",
  sent: "On its way",
  delivered: "Delivered",
  undelivered: "Could not be delivered",
  returning: "Coming back",
  returned: "Came back",
  lost: "Lost",
};

/** A typed AWB: couriers print blanks into it, which are no part of it and by which it would not be found. */
export function readAwb(typed: string): string {
  return cutText(cleanLine(typed).replace(/\s/g, ""), 80);
}

/** Why a parcel could not be delivered: what couriers in India report as NDR (non-delivery report). */
export const deliveryFailures = [
  "absent",
  "refused",
  "bad-address",
  "no-answer",
  "later-date",
  "cash-not-ready",
  "area-closed",
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

export const failureLabels: Record<DeliveryFailure, string> = {
  absent: "Nobody was there",
  refused: "Refused at the door",
  "bad-address": "Address wrong or incomplete",
  "no-answer": "Phone not answered",
  "later-date": "Asked to come on a later date",
  "cash-not-ready": "Cash was not ready",
  "area-closed": "Area closed or not served",
};

/** A parcel with its units; `credited`: paise that are not owed any more, because they came back unpaid. */
export type OrderParcel = ParcelRow & { lines: Omit<ParcelLineRow, "parcelId">[] };

/** What staff record about a parcel. */
export const parcelActs = ["send", "deliver", "fail", "return", "receive", "lose"] as const;
export type ParcelAct = (typeof parcelActs)[number];

const reached: Record<ParcelAct, ParcelState> = {
  send: "sent",
  deliver: "delivered",
  fail: "undelivered",
  return: "returning",
  receive: "returned",
  lose: "lost",
};

const underway: readonly ParcelState[] = ["sent", "undelivered", "returning"];
const possible: Record<ParcelAct, readonly ParcelState[]> = {
  send: ["prepared"],
  deliver: underway,
  fail: ["sent", "undelivered"],
  return: ["sent", "undelivered"],
  receive: underway,
  lose: underway,
};

/** The state that an act leads to; null when it does not fit the parcel's state. */
export function stateAfter(act: ParcelAct, from: ParcelState): ParcelState | null {
  return possible[act].includes(from) ? reached[act] : null;
}

/** Whether it is with the courier. */
export function isUnderway({ state }: Pick<OrderParcel, "state">): boolean {
  return underway.includes(state);
}

/** Whether it may still reach the customer. */
export function isExpected({ state }: Pick<OrderParcel, "state">): boolean {
  return state === "prepared" || state === "sent" || state === "undelivered";
}

/** Whether its customer hears of more than that it is on its way or there. */
export function isInTrouble({ state }: Pick<OrderParcel, "state">): boolean {
  return state === "undelivered" || state === "returning" || isBack({ state });
}

/** Whether it ended without the customer having it. */
export function isBack({ state }: Pick<OrderParcel, "state">): boolean {
  return state === "returned" || state === "lost";
}

/** Whether one of them has been sent, whatever became of it. */
export function hasSent(parcels: readonly Pick<OrderParcel, "state">[]): boolean {
  return parcels.some(({ state }) => state !== "prepared");
}

/** Whether a part of an order has been sent and another not. */
export function isPartSent({ status, parcels }: Pick<Order, "status" | "parcels">): boolean {
  return status === "processing" && hasSent(parcels);
}

type Parcelled = { lines: readonly Pick<OrderLine, "id" | "quantity">[]; parcels: readonly OrderParcel[] };

function unitsIn(parcels: readonly OrderParcel[], lineId: string): number {
  return parcels
    .flatMap(({ lines }) => lines)
    .reduce((sum, one) => sum + (one.lineId === lineId ? one.quantity : 0), 0);
}

/**
 * Units per line that are in no parcel. `gone`: units per line that were refunded; they are not sent any more, and it is
 * supposed that they were not in a parcel while others are left.
 */
export function unitsWithoutParcel(
  { lines, parcels }: Parcelled,
  gone: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  return new Map(
    lines.map(({ id, quantity }) => [id, Math.max(0, quantity - unitsIn(parcels, id) - (gone.get(id) ?? 0))]),
  );
}

/** The parcel that a form with one place for a courier is about: the next to send, else the last. */
export function currentParcel(order: Parcelled): OrderParcel | undefined {
  const next = order.parcels.findLast(({ state }) => state === "prepared");
  const isOpen = [...unitsWithoutParcel(order).values()].some((units) => units > 0);
  return next ?? (isOpen ? undefined : order.parcels.at(-1));
}

/**
 * The status that follows from an order's parcels (specification, section 4, has no status for a part): processing
 * when the first is sent, shipped when nothing is left to send, delivered when every one that is not back is, cancelled
 * when all are back. In: an order that is not cancelled, its parcels as they are now, `gone` as in
 * `unitsWithoutParcel`.
 */
export function statusOfParcels(
  { status, lines, parcels }: Parcelled & { status: OrderStatus },
  gone: ReadonlyMap<string, number>,
): OrderStatus {
  if (!hasSent(parcels)) return status;
  const isOpen = [...unitsWithoutParcel({ lines, parcels }, gone).values()].some((units) => units > 0);
  if (isOpen || parcels.some(({ state }) => state === "prepared")) return "processing";
  const here = parcels.filter((one) => !isBack(one));
  if (here.length === 0) return "cancelled";
  return here.every(({ state }) => state === "delivered") ? "delivered" : "shipped";
}

/**
 * What the units of a parcel cost its customer, in paise, after their share of the coupon; the first also carries the
 * delivery fee. All parcels of an order together are its total to the paisa.
 */
export function parcelAmount(
  { lines, parcels, shipping }: Pick<Order, "lines" | "parcels" | "shipping">,
  { number, lines: units }: Pick<OrderParcel, "number" | "lines">,
): Paise {
  const earlier = parcels.filter((one) => one.number < number);
  return units.reduce(
    (sum, { lineId, quantity }) => {
      const line = lines.find(({ id }) => id === lineId);
      return line ? sum + lineRefund(line, unitsIn(earlier, lineId), quantity) : sum;
    },
    earlier.length === 0 ? shipping : 0,
  );
}

/**
 * What the courier collects for a parcel, in paise. What was paid before covers the earliest parcels first, so that a
 * later one, or one that came back, changes no amount that is on a label. In: an order that is paid on delivery, before
 * its cash was collected; a parcel that is neither back nor lost.
 */
export function parcelCash(
  order: Pick<Order, "lines" | "parcels" | "shipping" | "received">,
  parcel: Pick<OrderParcel, "number" | "lines">,
): Paise {
  return parcelAmount(order, parcel) - parcelPrepaid(order, parcel);
}

/**
 * What of an order's earlier payments is for a parcel, in paise. Of one that came back only what is still owed of it is
 * before, which is the delivery fee.
 */
export function parcelPrepaid(
  order: Pick<Order, "lines" | "parcels" | "shipping" | "received">,
  parcel: Pick<OrderParcel, "number" | "lines">,
): Paise {
  const earlier = order.parcels.filter((one) => one.number < parcel.number);
  const before = earlier.reduce(
    (sum, one) => one.lines.reduce((owed, { credited }) => owed - credited, sum + parcelAmount(order, one)),
    0,
  );
  return Math.min(parcelAmount(order, parcel), Math.max(0, order.received - before));
}

/** "1 × Plain Tee (M)" for each line of a parcel; null when it has all units of its order. */
export function parcelContents(
  { lines }: { lines: readonly Pick<OrderLine, "id" | "quantity" | "name" | "size">[] },
  units: OrderParcel["lines"],
): string | null {
  const isWhole = lines.every(
    ({ id, quantity }) => units.find(({ lineId }) => lineId === id)?.quantity === quantity,
  );
  if (isWhole) return null;
  return units
    .flatMap(({ lineId, quantity }) => {
      const line = lines.find(({ id }) => id === lineId);
      return line ? `${quantity} × ${line.name}${line.size ? ` (${line.size})` : ""}` : [];
    })
    .join(", ");
}

/** By what the parcels that came back are added up. */
export const returnedBy = ["product", "pin", "courier", "month", "why"] as const;
export type ReturnedBy = (typeof returnedBy)[number];
