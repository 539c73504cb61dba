/** Provider keys in the ledgers for money that no online provider took. */

/** Cash collected by the courier. */
export const cashProvider = "cod";

/** Paid to the shop outside of it, such as by UPI to its number; staff entered it with the order. */
export const outsideProvider = "outside";

/** How money comes outside of the shop. */
export const outsideWays = ["upi", "bank transfer", "cash", "card"] as const;

/** Whether a refund of this provider's payment is paid out by staff. */
export const isPaidOutByHand = (provider: string) =>
  provider === cashProvider || provider === outsideProvider;

/** An order with a total of 0. */
export const freeProvider = "none";
