import { type Paise, roundPaise } from "../../money.ts";
import type { OrderLine } from "../orders.ts";

/**
 * The refund for some units of a line, after its share of the coupon. In: the line, units refunded before, and units
 * to refund now. Out: paise. The difference of two cumulative shares, so that any sequence of refunds ends at exactly
 * total - discount. Throws for more units than were bought.
 */
export function lineRefund(
  { quantity, total, discount }: Pick<OrderLine, "quantity" | "total" | "discount">,
  quantityBefore: number,
  quantityNow: number,
): Paise {
  const after = quantityBefore + quantityNow;
  if (quantityBefore < 0 || quantityNow < 0 || after > quantity)
    throw new RangeError(`${quantityBefore} + ${quantityNow} of ${quantity} units cannot go back`);
  const shareOf = (units: number) => roundPaise(((total - discount) * units) / quantity);
  return shareOf(after) - shareOf(quantityBefore);
}
