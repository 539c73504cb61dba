import type { Paise } from "../money.ts";
import type { OrderStatus } from "../orders/orders.ts";
import { deliveryFailures, failureLabels } from "../orders/parcels.ts";
import type { ReturnReason } from "../orders/remarks/return-reasons.ts";

export const returnKinds = ["return", "exchange"] as const;
export type ReturnKind = (typeof returnKinds)[number];

export const returnStates = ["requested", "approved", "rejected", "withdrawn", "received", "closed"] as const;
export type ReturnState = (typeof returnStates)[number];

export const maxDetailsLength = 1000;
export const maxAnswerLength = 300;
export const maxPhotos = 4;

/** The condition of returned units: can be sold again, or not. */
export const conditions = ["restocked", "written-off"] as const;
export type Condition = (typeof conditions)[number];

/** A replacement for what was bought. */
export type VariantOption = { variantId: string; size: string | null; colour: string | null; left: number };

export type ReturnedLine = {
  lineId: string;
  name: string;
  size: string | null;
  colour: string | null;
  quantity: number;
  exchange: { variantId: string | null; size: string | null; colour: string | null } | null;
  condition: Condition | null;
};

type ReturnPhoto = { key: string; width: number; height: number };

/** Why a courier did not fetch a return: as a delivery that failed, or without a reason that is known. */
export const pickupFailures = [...deliveryFailures, "not-said"] as const;
export type PickupFailure = (typeof pickupFailures)[number];

/** A return request as its customer and staff see it. Times are the database's. */
export type ReturnRequest = {
  id: string;
  orderId: string;
  kind: ReturnKind;
  reason: ReturnReason;
  details: string;
  state: ReturnState;
  answer: string | null;
  refund: {
    id: string;
    amount: Paise;
    state: "pending" | "succeeded" | "failed";
    inCash: boolean;
    /** False while it waits for somebody who may refund. */
    isApproved: boolean;
  } | null;
  courier: string | null;
  trackingNumber: string | null;
  trackingLink: string | null;
  /** The courier that was booked to fetch it, with its AWB; null when nobody was. */
  pickupCourier: string | null;
  pickupNumber: string | null;
  pickupLink: string | null;
  pickupFailure: PickupFailure | null;
  createdAt: Date;
  /** When its customer said that it is on its way, or a courier that it has it; null before. */
  sentAt: Date | null;
  lines: ReturnedLine[];
  photos: ReturnPhoto[];
};

/** Where an approved return goes or who picks it up: the setting, else the shop's address; null without either. */
export function placeOfReturn({
  policy,
  contact,
}: {
  policy: { returnPlace: string | null };
  contact: { address: readonly string[] };
}): string | null {
  if (policy.returnPlace) return policy.returnPlace;
  return contact.address.length > 0 ? `Send it to: ${contact.address.join(", ")}.` : null;
}

/** Whether a return is still to come: it was approved, and its order was not cancelled since. */
export function isExpectedBack(
  order: { status: OrderStatus },
  { state }: Pick<ReturnRequest, "state">,
): boolean {
  return state === "approved" && order.status === "delivered";
}

/** What a customer reads of the courier that fetches a return; null when nobody was booked. */
export function pickupText({
  pickupCourier: courier,
  pickupNumber: number,
}: Pick<ReturnRequest, "pickupCourier" | "pickupNumber">): string | null {
  return courier && number
    ? `${courier} will pick it up from your address (tracking number ${number}).`
    : null;
}

/** Why the courier did not get it, for the customer; null when it did not fail. */
export function pickupFailureText({ pickupFailure }: Pick<ReturnRequest, "pickupFailure">): string | null {
  if (!pickupFailure) return null;
  const why = pickupFailure === "not-said" ? "" : `: ${failureLabels[pickupFailure].toLowerCase()}`;
  return `The courier could not pick it up${why}. It usually comes again on the next working day; please write to us if it does not.`;
}

/** "Blue, size L"; empty for a variant without options. */
export function optionsLabel({ size, colour }: { size: string | null; colour: string | null }): string {
  return [colour, size && `size ${size}`].filter(Boolean).join(", ");
}

/** A request in one line: "1 × Plain Tee (size M), for size L". */
export function returnSummary(lines: ReturnedLine[]): string {
  return lines
    .map(({ name, quantity, exchange, ...bought }) => {
      const options = optionsLabel(bought);
      const wanted = exchange ? `, for ${optionsLabel(exchange) || "another one"}` : "";
      return `${quantity} × ${name}${options ? ` (${options})` : ""}${wanted}`;
    })
    .join("; ");
}

/** The storage key of a photo, under its request, so that no other address leads to it. */
export function photoStorageKey(returnId: string, key: string): string {
  return `returns/${returnId}/${key}`;
}
