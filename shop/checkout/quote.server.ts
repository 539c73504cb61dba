import type { Services } from "../../platform/services.server.ts";
import { storedCart } from "../cart/take-cart.server.ts";
import { type Coupon, type CouponRefused, checkCoupon } from "../coupons/coupons.server.ts";
import { deliveryFeeOf } from "../delivery/delivery-fee.ts";
import type { Paise } from "../money.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { type PricedLine, pricedLines, quoteVersion } from "./priced-lines.server.ts";

/** What the cart would cost if it were ordered now. Amounts in paise. */
export type Quote = {
  /** Available lines at current prices; unavailable ones are in `gone`. */
  lines: PricedLine[];
  gone: PricedLine[];
  /** Lines whose price differs from the one last shown: variant id -> that price. */
  priceWas: Record<string, Paise>;
  version: string;
  subtotal: Paise;
  coupon: { code: string; description: string; discount: Paise } | null;
  couponRefused: CouponRefused | null;
  shipping: Paise;
  total: Paise;
};

/** The checkout summary: a customer's cart at current prices and stock. `couponCode` as typed. Nothing is written. */
export async function quoteCart(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
  couponCode: string | null,
): Promise<Quote> {
  const [stored, { policy }] = await Promise.all([storedCart(db, userId), shopSettings({ db })]);
  const all = await pricedLines(db, clock.now(), userId, stored);
  const lines = all.filter(({ quantity }) => quantity > 0);
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const checked = couponCode ? await checkCoupon(db, userId, couponCode, subtotal) : null;
  const coupon = checked?.ok ? couponShown(checked.value) : null;
  const goods = subtotal - (coupon?.discount ?? 0);
  const shipping = deliveryFeeOf(policy, goods);
  const total = goods + shipping;
  const seen = new Map(stored.map(({ variantId, priceSeen }) => [variantId, priceSeen]));
  return {
    lines,
    gone: all.filter(({ quantity }) => quantity === 0),
    priceWas: Object.fromEntries(
      lines.flatMap(({ variantId, unit }) => {
        const was = seen.get(variantId);
        return was !== undefined && was !== unit ? [[variantId, was]] : [];
      }),
    ),
    version: quoteVersion(lines, total),
    subtotal,
    coupon,
    couponRefused: checked && !checked.ok ? checked : null,
    shipping,
    total,
  };
}

function couponShown({ coupon, discount }: { coupon: Coupon; discount: Paise }) {
  return { code: coupon.code, description: coupon.description, discount };
}
