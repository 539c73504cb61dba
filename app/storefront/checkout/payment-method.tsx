import type { Paise } from "../../../shop/money.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { codRefusal } from "../../../shop/settings/cod-rules.ts";
import { useShop } from "../../parts/shop-context.ts";

/** Choice of the payment method (specification, Checkout). */
export function PaymentMethodChoice({
  total,
  online,
  chosen,
}: {
  total: Paise;
  online: boolean;
  chosen: "cod" | "online" | undefined;
}) {
  const { policy } = useShop().shop;
  const noCash = codRefusal(policy, { total, pin: "" });
  const cod = noCash === null;
  const first = chosen ?? (cod ? "cod" : "online");
  return (
    <section className="step" aria-labelledby="payment">
      <h2 id="payment" className="h3">
        Payment method
      </h2>
      <div className="pay-ways" role="radiogroup" aria-labelledby="payment">
        {cod && (
          <label className="pay-way">
            <input type="radio" name="method" value="cod" defaultChecked={first === "cod"} />
            <span>
              <b>Cash on Delivery Available</b>
              <span>Pay {rupeesExact(total)} when the parcel reaches you</span>
            </span>
          </label>
        )}
        {noCash === "cod-amount" && policy.codMost !== null && (
          <p className="hint">Cash on delivery is for orders up to {rupeesExact(policy.codMost)}</p>
        )}
        {online ? (
          <label className="pay-way">
            <input type="radio" name="method" value="online" defaultChecked={first === "online"} />
            <span>
              <b>Pay online</b>
              <span>UPI, cards and netbanking</span>
            </span>
          </label>
        ) : (
          <p className="hint">Online payment options will be available soon</p>
        )}
      </div>
    </section>
  );
}
