import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Paise } from "../money.ts";
import { type Coupon, type CouponRefused, judgeCoupon, readCoupons } from "./coupons.server.ts";

/** A coupon that the cart offers: its discount now, or why it does not apply. Amounts in paise. */
export type ListedCoupon = Pick<Coupon, "code" | "description"> & {
  discount: Paise;
  refused: CouponRefused | null;
};

/** Reasons that a customer cannot change: such a coupon is not offered. */
const over = new Set([
  "coupon-over",
  "coupon-used-up",
  "coupon-unknown",
  "coupon-first-order",
  "coupon-used-by-you",
]);
const maxShown = 10;

/**
 * The coupons that staff list in the cart, for this customer and subtotal (paise): applicable ones first, the largest
 * discount first; then the others with the reason. Nothing is used up.
 */
export async function listedCoupons(db: Db, userId: string, subtotal: Paise): Promise<ListedCoupon[]> {
  const found = await readCoupons(db, userId, sql`c.listed and c.active`);
  const all = found.flatMap((row): ListedCoupon[] => {
    const { code, description } = row.coupon;
    const judged = judgeCoupon(row, subtotal);
    if (judged.ok) return [{ code, description, discount: judged.value.discount, refused: null }];
    return over.has(judged.refused) ? [] : [{ code, description, discount: 0, refused: judged }];
  });
  return all
    .sort((a, b) => b.discount - a.discount || Number(a.refused !== null) - Number(b.refused !== null))
    .slice(0, maxShown);
}
