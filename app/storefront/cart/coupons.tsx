import { Form, href, Link } from "react-router";
import type { ListedCoupon } from "../../../shop/coupons/listed-coupons.server.ts";
import { type Paise, rupees } from "../../../shop/money.ts";
import { Field } from "../../ui/forms/field.tsx";

/** The code in the cart's address, with its discount or why it does not apply. */
export type CartCoupon = { code: string; discount: Paise; refused: string | null };

/** A coupon that the cart offers. `whyNot`: why it cannot be used, null when it can. */
export type OfferedCoupon = Pick<ListedCoupon, "code" | "description" | "discount"> & {
  whyNot: string | null;
};

/**
 * The coupon chosen for the checkout, and those that may be used; for the others, why not. The choice is in the
 * address, so that it works without scripts and survives a reload.
 */
export function CartCoupons({ chosen, listed }: { chosen: CartCoupon | null; listed: OfferedCoupon[] }) {
  const path = href("/cart");
  return (
    <section className="mt-4" aria-label="Coupons">
      <Form method="get" action={path} className="coupon flex items-start gap-2 mt-2 mb-4" preventScrollReset>
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
          error={chosen?.refused ?? undefined}
        />
        <button type="submit" className="btn btn-secondary">
          Apply
        </button>
      </Form>
      {listed.length > 0 && (
        <ul>
          {listed.map((coupon) => (
            <li
              key={coupon.code}
              className="flex items-center justify-between gap-3 py-2 border-t border-line text-small"
            >
              <p>
                <b>{coupon.code}</b> {coupon.description}
                <span className="block hint">{coupon.whyNot}</span>
              </p>
              {coupon.whyNot === null &&
                (chosen?.code === coupon.code ? (
                  <Link className="btn btn-link flex-none px-0" to={path} preventScrollReset>
                    Remove<span className="sr-only"> {coupon.code}</span>
                  </Link>
                ) : (
                  <Link
                    className="btn btn-link flex-none px-0"
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
