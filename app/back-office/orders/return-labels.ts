import type { ReturnRequest, ReturnState } from "../../../shop/returns/returns.ts";

export const returnStateLabels: Record<ReturnState, string> = {
  requested: "Requested",
  approved: "Approved",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  received: "Received",
  closed: "Closed",
};

/** Badge colour of a return state. */
export const returnStateTone: Record<ReturnState, string> = {
  requested: "warn",
  approved: "info",
  rejected: "bad",
  withdrawn: "bad",
  received: "info",
  closed: "ok",
};

type WayBack = Pick<ReturnRequest, "state" | "sentAt" | "pickupCourier" | "pickupNumber" | "pickupFailure">;

/** Where a return is that was approved and is not here: who picks it up, or that it is on its way; null else. */
export function wayBackWords({ state, sentAt, pickupFailure, ...pickup }: WayBack): string | null {
  if (state !== "approved") return null;
  const by = [pickup.pickupCourier, pickup.pickupNumber].filter(Boolean).join(" ");
  if (sentAt) return by ? `On its way with ${by}` : "On its way, says the customer";
  if (!by) return null;
  return pickupFailure ? `${by} did not get it` : `${by} to pick it up`;
}
