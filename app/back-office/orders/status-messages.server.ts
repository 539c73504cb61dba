import { grouped } from "../../../shop/money.ts";
import type { BookingRefusal, CourierRefused } from "../../../shop/order-management/booked-parcels.server.ts";
import type { StatusRefusal } from "../../../shop/order-management/set-status.server.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import type { Toast } from "../../ui/toast.tsx";

const reasons: Record<StatusRefusal, string> = {
  "not-found": "This order does not exist.",
  "set-already": "It has this status already.",
  "not-placed": "Its customer has not confirmed it yet.",
  "reason-needed": "This step needs a reason.",
  "outcome-needed":
    "This order has already been shipped. Open it and use Cancel order, which asks what happened to each item.",
  "out-of-stock": "The items it needs are no longer in stock.",
  "changed-meanwhile": "Somebody else has changed this in the meantime.",
  untaxed:
    "An item has no GST rate, so no tax invoice can be issued. Open it to enter the HSN code, or to send it anyway.",
  "coming-back": "A parcel of it is coming back. Open it if it was delivered after all.",
  "no-advance": "Its advance has not been paid yet. Open it if you want to send it anyway.",
  unpaid: "It has not been paid for yet. Open it if you want to send it anyway.",
  "awb-used": "Something else already has this AWB.",
  "link-bad": "A tracking link begins with https://.",
};

/** The same of several orders at once, where it speaks of them. */
const reasonsOfMany: Partial<Record<StatusRefusal, string>> = {
  "not-found": "These orders do not exist.",
  "not-placed": "Their customers have not confirmed them yet.",
  "reason-needed": "This step needs a reason for each. Open them one by one.",
  "outcome-needed":
    "These orders have already been shipped. Open each and use Cancel order, which asks what happened to each item.",
  "out-of-stock": "The items they need are no longer in stock.",
  "changed-meanwhile": "Somebody else has changed these in the meantime.",
  untaxed:
    "Items in them have no GST rate, so no tax invoices can be issued. Open each to enter the HSN code, or to send it anyway.",
  "coming-back": "Parcels of them are coming back. Open each that was delivered after all.",
  "no-advance": "Their advances have not been paid yet. Open each if you want to send it anyway.",
  unpaid: "They have not been paid for yet. Open each if you want to send it anyway.",
};

/** An order that was left as it is; `other`: the order that has its AWB. */
type LeftOrder = { id: string; why: StatusRefusal; other?: string };

/** Which of many orders were left as they are, and why: a sentence for each reason. */
export function leftOrders(left: readonly LeftOrder[]): string[] {
  const byReason = Map.groupBy(left, ({ why, other }) => statusFailureMessage(why, other).text ?? "");
  return [...byReason].map(([one, orders]) => {
    const [first, second] = orders;
    const said = (first && second && reasonsOfMany[first.why]) || one;
    return `${orders.map(({ id }) => shortId(id)).join(", ")}: ${said}`;
  });
}

/** "2 set, 1 left as it is". `already`: how many had the status. */
export function bulkCounts(done: string, counts: { set: number; already?: number; left: number }): string {
  const { set, already = 0, left } = counts;
  return [
    `${grouped(set)} ${done}`,
    ...(already > 0 ? [`${grouped(already)} had this status already`] : []),
    `${grouped(left)} left as ${left === 1 ? "it is" : "they are"}`,
  ].join(", ");
}

/** Message when a status change failed: the specification's text with the reason. `other`: the order that has its AWB. */
export function statusFailureMessage(refused: StatusRefusal, other?: string): Toast {
  return { ...officeMessages.orderStatusFailed, text: other ? awbUsedBy(other) : reasons[refused] };
}

/** That an order has the AWB that was typed. In: its id. */
export function awbUsedBy(orderId: string): string {
  return `Order ${shortId(orderId)} already has this AWB.`;
}

const bookingWords: Record<BookingRefusal, string> = {
  "not-found": "This no longer exists.",
  "not-placed": "Its customer has not confirmed it yet.",
  cancelled: "The order has been cancelled.",
  "changed-meanwhile": "Somebody else has changed this order in the meantime.",
  "not-allowed": "Your role may not do this.",
  "courier-missing": "The keys of this courier are missing.",
  "no-pickups": "The courier does not pick up returns at this PIN code.",
  "nothing-to-send": "Nothing is left to send.",
  "not-fitting": "This does not fit its state now. Please look at it again.",
  "booked-already": "It is booked with a courier already.",
  "awb-there": "It already has a tracking number. Remove that first.",
  "not-served": "The courier does not deliver to this PIN code with this payment.",
  "courier-silent": "The courier did not answer. Please try again in a minute.",
  "courier-refused": "The courier refused it and gives no reason.",
  "awb-used": "The courier gave an AWB that another order has.",
};

/** A refusal of booking or cancelling, in words: the courier's own, where it gave some. */
export function courierRefusal({ refused, detail, other }: CourierRefused): string {
  if (refused === "awb-used" && other) return `The courier gave an AWB that order ${shortId(other)} has.`;
  return refused === "courier-refused" && detail ? `The courier says: ${detail}` : bookingWords[refused];
}
