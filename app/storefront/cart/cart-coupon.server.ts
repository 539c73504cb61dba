import type { Services } from "../../../platform/services.server.ts";
import { checkCoupon, readCouponCode } from "../../../shop/coupons/coupons.server.ts";
import type { Paise } from "../../../shop/money.ts";
import type { CartCoupon } from "./coupons.tsx";

/** What the code in the cart's address takes off a subtotal, or why it does not; null without one. */
export async function cartCoupon(
  { db }: Pick<Services, "db">,
  userId: string,
  typed: string | null,
  subtotal: Paise,
): Promise<CartCoupon | null> {
  if (!typed?.trim()) return null;
  const checked = await checkCoupon(db, userId, typed, subtotal);
  const code = readCouponCode(typed) ?? typed.slice(0, 40);
  return checked.ok
    ? { code, discount: checked.value.discount, refused: null }
    : { code, discount: 0, refused: checked };
}
