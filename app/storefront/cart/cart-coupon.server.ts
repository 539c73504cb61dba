import type { Services } from "../../../platform/services.server.ts";
import { cutText } from "../../../platform/text/cut-text.ts";
import { type CouponRefused, checkCoupon, readCouponCode } from "../../../shop/coupons/coupons.server.ts";
import { listedCoupons } from "../../../shop/coupons/listed-coupons.server.ts";
import { type Paise, rupees } from "../../../shop/money.ts";
import { couponRefusalText } from "../../parts/messages/placement-refusal.server.ts";
import type { CartCoupon, OfferedCoupon } from "./coupons.tsx";

/** The discount of the code in the cart's address, or why it does not apply; null without one. */
export async function cartCoupon(
  { db }: Pick<Services, "db">,
  userId: string,
  typed: string | null,
  subtotal: Paise,
): Promise<CartCoupon | null> {
  if (!typed?.trim()) return null;
  const checked = await checkCoupon(db, userId, typed, subtotal);
  const code = readCouponCode(typed) ?? cutText(typed, 40);
  return checked.ok
    ? { code, discount: checked.value.discount, refused: null }
    : { code, discount: 0, refused: couponRefusalText(checked) };
}

/** The coupons that the cart offers for a subtotal; for those that cannot be used, why not. */
export async function offeredCoupons(
  { db }: Pick<Services, "db">,
  userId: string,
  subtotal: Paise,
): Promise<OfferedCoupon[]> {
  const listed = await listedCoupons(db, userId, subtotal);
  return listed.map(({ refused, ...coupon }) => ({ ...coupon, whyNot: whyNot(refused, subtotal) }));
}

function whyNot(refused: CouponRefused | null, subtotal: Paise): string | null {
  if (refused?.minimum === undefined) return couponRefusalText(refused);
  return `Add ${rupees(refused.minimum - subtotal)} more to use it.`;
}
