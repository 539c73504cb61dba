import { type Paise, roundPaise } from "../money.ts";
import type { OrderLine } from "./orders.ts";

/**
 * What goes back for some pieces of a line, after its share of the coupon. In: the line, how many of its pieces went
 * back before, and how many do now. Out: paise. Each call gives the difference of two shares of what was paid, so any
 * sequence of refunds ends at exactly total - discount and never above. Throws for more pieces than were bought.
 */
export function lineRefund(
  { quantity, total, discount }: Pick<OrderLine, "quantity" | "total" | "discount">,
  quantityBefore: number,
  quantityNow: number,
): Paise {
  const after = quantityBefore + quantityNow;
  if (quantityBefore < 0 || quantityNow < 0 || after > quantity)
    throw new RangeError(`${quantityBefore} + ${quantityNow} of ${quantity} pieces cannot go back`);
  const shareOf = (pieces: number) => roundPaise(((total - discount) * pieces) / quantity);
  return shareOf(after) - shareOf(quantityBefore);
}
