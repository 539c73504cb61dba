import type { ReturnState } from "../../../shop/returns/returns.ts";

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
