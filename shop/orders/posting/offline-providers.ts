/** Provider keys in the ledgers for money that no online provider took. */

/** Cash collected by the courier. */
export const cashProvider = "cod";

/** Paid to the shop outside of it, such as by UPI to its number; staff entered it with the order. */
export const outsideProvider = "outside";

/** How money comes outside of the shop. */
export const outsideWays = ["upi", "bank transfer", "cash", "card"] as const;

/** Whether this provider's payments came outside of every gateway. */
export const isOffline = (provider: string) => provider === cashProvider || provider === outsideProvider;

/**
 * Whether a refund is paid out by staff: its payment came outside of every gateway, or the gateway could not send it
 * back, so that it belongs to no order there. In SQL: `gateway_order_id is null`.
 */
export const isPaidOutByHand = ({ gatewayOrderId }: { gatewayOrderId: string | null }) =>
  gatewayOrderId === null;

/** An order with a total of 0. */
export const freeProvider = "none";
