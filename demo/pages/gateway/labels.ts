import type { PayPage } from "../../gateway.server.ts";

/** Status texts of the payment page. */
export const gatewayStatusLabels: Record<PayPage["status"], string> = {
  ACTIVE: "Waiting for your payment.",
  PAID: "This order is paid.",
  EXPIRED: "The time to pay this order is over.",
  TERMINATED: "The shop has ended this order.",
  TERMINATION_REQUESTED: "The shop has ended this order; an attempt is still under way.",
};
