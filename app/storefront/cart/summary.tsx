import { href, Link } from "react-router";
import type { Cart } from "../../../shop/cart/cart.ts";
import { plural, rupeesExact } from "../../../shop/money.ts";
import { useShop } from "../../parts/shop-context.ts";
import { useShopForm } from "../../parts/use-shop-form.ts";

/** Totals and expected delivery. `delivery`: a day ("Thu, 26 Nov"), the same as on the product page and the order. */
export function CartSummary({ cart, delivery }: { cart: Cart; delivery: string }) {
  const { policy } = useShop().shop;
  const discount = cart.mrp - cart.total;
  return (
    <div className="summary">
      <h2 id="summary">Order Summary</h2>
      <dl>
        <Row label="Subtotal (MRP)" amount={rupeesExact(cart.mrp)} />
        {discount > 0 && <Row label="Discount" amount={`− ${rupeesExact(discount)}`} className="saved" />}
        <Row label="Shipping" amount={policy.deliveryFee === 0 ? "Free" : rupeesExact(policy.deliveryFee)} />
        <Row label="Total" amount={rupeesExact(cart.total + policy.deliveryFee)} className="total" />
      </dl>
      {cart.itemCount > 0 && (
        <>
          <p className="summary-delivery">
            Get it by <b>{delivery}</b>
          </p>
          <Link className="btn btn-primary btn-full" to={href("/checkout")}>
            Proceed to Checkout
          </Link>
          <OrderByChat />
        </>
      )}
      <p className="hint">Inclusive of all taxes · {plural(policy.returnDays, "day")} to return</p>
    </div>
  );
}

/** Orders the whole cart over WhatsApp. */
function OrderByChat() {
  const { busy, form } = useShopForm(href("/cart"), { once: true });
  return (
    <form {...form}>
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
