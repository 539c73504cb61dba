import { isPaidOutByHand } from "../orders/posting/offline-providers.ts";

/** What staff who may refund have to do about a refund: approve it, pay it out by hand, or make it once more. */
export const refundTodos = ["approve", "pay-out", "repeat"] as const;
export type RefundTodo = (typeof refundTodos)[number];

/** Of one refund; null when nothing is to be done. `failedForGood`: as in SQL (refund-again.server.ts). */
export function refundTodoOf(refund: {
  state: "pending" | "succeeded" | "failed";
  pendingReason: string | null;
  gatewayOrderId: string | null;
  failedForGood: boolean;
}): RefundTodo | null {
  if (refund.failedForGood) return "repeat";
  if (refund.state !== "pending") return null;
  if (refund.pendingReason === "approval") return "approve";
  return isPaidOutByHand(refund) && refund.pendingReason === null ? "pay-out" : null;
}
