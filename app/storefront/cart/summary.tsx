import { href, Link } from "react-router";
import type { Cart } from "../../../shop/cart/cart.ts";
import { deliveryFeeOf, missingForFreeDelivery } from "../../../shop/delivery/delivery-fee.ts";
import { rupees, rupeesExact } from "../../../shop/money.ts";
import { returnPromise } from "../../../shop/settings/policy-words.ts";
import { useShop } from "../../parts/shop-context.ts";
import { useShopForm } from "../../parts/use-shop-form.ts";
import { CouponInAddress } from "./coupon-in-address.tsx";
import { type CartCoupon, CartCoupons, type OfferedCoupon } from "./coupons.tsx";

type Props = {
  cart: Cart;
  /** A day ("Thu, 26 Nov"), the same as on the product page and the order. */
  delivery: string;
  coupon: CartCoupon | null;
  listed: OfferedCoupon[];
};

/** Totals, coupons and expected delivery. */
export function CartSummary({ cart, delivery, coupon, listed }: Props) {
  const { policy } = useShop().shop;
  const discount = cart.mrp - cart.total;
  const off = coupon?.discount ?? 0;
  const goods = cart.total - off;
  const fee = deliveryFeeOf(policy, goods);
  const missing = missingForFreeDelivery(policy, goods);
  return (
    <div className="summary p-5 bg-sunk">
      <h2 id="summary" className="h3 mb-3">
        Order Summary
      </h2>
      <dl className="totals" aria-live="polite">
        {discount > 0 && (
          <>
            <Row label="Total MRP" amount={rupeesExact(cart.mrp)} />
            <Row label="Discount on MRP" amount={`−${rupeesExact(discount)}`} className="saved" />
          </>
        )}
        {/* The same sum as at checkout and on the order: what the items cost, before coupon and delivery. */}
        <Row label="Subtotal" amount={rupeesExact(cart.total)} />
        {coupon && off > 0 && (
          <Row label={`Coupon ${coupon.code}`} amount={`−${rupeesExact(off)}`} className="saved" />
        )}
        <Row label="Shipping" amount={fee === 0 ? "Free" : rupeesExact(fee)} />
        <Row label="Total" amount={rupeesExact(goods + fee)} className="total text-lead" />
      </dl>
      {cart.itemCount > 0 && missing > 0 && (
        <p className="mt-2 text-small">Add items worth {rupees(missing)} more for free delivery.</p>
      )}
      {cart.itemCount > 0 && (
        <>
          <p className="mt-3 text-small">
            Get it by <b>{delivery}</b>
          </p>
          {discount + off > 0 && (
            <p className="mt-2 font-medium text-neem">You save {rupeesExact(discount + off)}</p>
          )}
          <CartCoupons chosen={coupon} listed={listed} />
          <div className="wide-only w-full">
            <ToCheckout coupon={coupon} />
          </div>
          <OrderByChat />
        </>
      )}
      <p className="hint mt-3 text-center">Inclusive of all taxes · {returnPromise(policy)}</p>
    </div>
  );
}

/** On a phone total and button stick to the bottom. */
export function CartBar({ cart, coupon }: Pick<Props, "cart" | "coupon">) {
  const { policy } = useShop().shop;
  if (cart.itemCount === 0) return null;
  const goods = cart.total - (coupon?.discount ?? 0);
  return (
    <div className="place-bar">
      <p>
        Total <b className="h3 num block">{rupeesExact(goods + deliveryFeeOf(policy, goods))}</b>
      </p>
      <ToCheckout coupon={coupon} />
    </div>
  );
}

function ToCheckout({ coupon }: Pick<Props, "coupon">) {
  const query = coupon && coupon.refused === null ? `?coupon=${encodeURIComponent(coupon.code)}` : "";
  return (
    <Link className="btn btn-primary btn-full" to={`${href("/checkout")}${query}`}>
      Proceed to Checkout
    </Link>
  );
}

/** Orders the whole cart over WhatsApp, if the shop has a number. */
function OrderByChat() {
  const { contact } = useShop().shop;
  const { busy, form } = useShopForm(href("/cart"), { once: "shown" });
  if (contact.whatsapp === null) return null;
  return (
    <form {...form}>
      <CouponInAddress />
      <button
        type="submit"
        className="btn btn-secondary btn-full"
        name="intent"
        value="order"
        aria-busy={busy}
      >
        Order on WhatsApp
      </button>
    </form>
  );
}

function Row({ label, amount, className }: { label: string; amount: string; className?: string }) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd className="num">{amount}</dd>
    </div>
  );
}
