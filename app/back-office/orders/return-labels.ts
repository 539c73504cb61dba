import type { ReturnState } from "../../../shop/returns/returns.ts";

export const stateWords: Record<ReturnState, string> = {
  requested: "Requested",
  approved: "Approved",
  rejected: "Rejected",
  received: "Received",
  closed: "Closed",
};

/** How a state looks as a badge. */
export const stateBadge: Record<ReturnState, string> = {
  requested: "warn",
  approved: "info",
  rejected: "bad",
  received: "info",
  closed: "ok",
};
