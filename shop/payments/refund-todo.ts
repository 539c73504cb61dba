import { isPaidOutByHand } from "../orders/posting/offline-providers.ts";

/** What staff who may refund have to do about a refund: approve it, pay it out by hand, or try it again. */
export type RefundTodo = "approve" | "pay-out" | "retry";

/** Of one refund; null when nothing is to be done. `needsRetry`: as in SQL (retry-refund.server.ts). */
export function refundTodoOf(refund: {
  state: "pending" | "succeeded" | "failed";
  pendingReason: string | null;
  gatewayOrderId: string | null;
  needsRetry: boolean;
}): RefundTodo | null {
  if (refund.needsRetry) return "retry";
  if (refund.state !== "pending") return null;
  if (refund.pendingReason === "approval") return "approve";
  return isPaidOutByHand(refund) && refund.pendingReason === null ? "pay-out" : null;
}
