import { href, useLocation } from "react-router";

/** The cart's address with a coupon, if there is one, and further parameters. */
export function cartAddress(coupon: string | null | undefined, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(coupon && { coupon }), ...more });
  return query.size > 0 ? `${href("/cart")}?${query}` : href("/cart");
}

/**
 * For every form of the cart: without scripts the response is a redirect, which would drop the coupon of the address.
 */
export function CouponInAddress() {
  const { search } = useLocation();
  const coupon = new URLSearchParams(search).get("coupon");
  return coupon ? <input type="hidden" name="coupon" value={coupon} /> : null;
}
