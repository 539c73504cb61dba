import { Form, href, Link } from "react-router";
import type { CouponRefused } from "../../../shop/coupons/coupons.server.ts";
import type { ListedCoupon } from "../../../shop/coupons/listed-coupons.server.ts";
import { type Paise, rupees } from "../../../shop/money.ts";
import { placementRefusalToast } from "../../parts/messages/placement-refusal.ts";
import { Field } from "../../ui/forms/field.tsx";

/** The code in the cart's address, with what it takes off or why it does not. */
export type CartCoupon = { code: string; discount: Paise; refused: CouponRefused | null };

/**
 * The coupon that goes along to the checkout, and those that may be used; for the others, why not. The choice lives in
 * the address, so that it works without scripts and survives a reload.
 */
export function CartCoupons({
  chosen,
  listed,
  subtotal,
}: {
  chosen: CartCoupon | null;
  listed: ListedCoupon[];
  subtotal: Paise;
}) {
  const path = href("/cart");
  return (
    <section className="cart-coupons" aria-label="Coupons">
      <Form method="get" action={path} className="coupon" preventScrollReset>
        <Field
          key={chosen?.code}
          label="Coupon code"
          name="coupon"
          defaultValue={chosen?.code ?? ""}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          optional
          error={chosen?.refused ? placementRefusalToast(chosen.refused).text : undefined}
        />
        <button type="submit" className="btn btn-secondary">
          Apply
        </button>
      </Form>
      {listed.length > 0 && (
        <ul>
          {listed.map((coupon) => (
            <li key={coupon.code}>
              <p>
                <b>{coupon.code}</b> {coupon.description}
                <span className="hint">{whyNot(coupon.refused, subtotal)}</span>
              </p>
              {coupon.refused === null &&
                (chosen?.code === coupon.code ? (
                  <Link className="btn btn-link" to={path} preventScrollReset>
                    Remove<span className="sr-only"> {coupon.code}</span>
                  </Link>
                ) : (
                  <Link
                    className="btn btn-link"
                    to={`${path}?coupon=${encodeURIComponent(coupon.code)}`}
                    preventScrollReset
                  >
                    Save {rupees(coupon.discount)}
                    <span className="sr-only"> with {coupon.code}</span>
                  </Link>
                ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function whyNot(refused: CouponRefused | null, subtotal: Paise): string {
  if (refused === null) return "";
  if (refused.minimum !== undefined) return `Add ${rupees(refused.minimum - subtotal)} more to use it.`;
  return placementRefusalToast(refused).text ?? "";
}
