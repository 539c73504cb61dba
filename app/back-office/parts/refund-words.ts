import { useMay } from "./may.tsx";

/** What follows "is refunded" for staff whose refunds somebody else has to approve: they read it before they act. */
export function useApprovalWords(): string {
  return useMay()("orders.refund") ? "" : " once somebody who may refund has approved it";
}
