import { BadgeIndianRupee, RotateCcw, Truck } from "lucide";
import type { CouponForOne } from "../../../shop/coupons/coupons-for-one.server.ts";
import { deliveryFeeInWords } from "../../../shop/delivery/delivery-fee.ts";
import { type Paise, rupees } from "../../../shop/money.ts";
import { damagePromise, returnPromise } from "../../../shop/settings/policy-words.ts";
import { useShop } from "../../parts/shop-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { DeliveryCheck } from "./delivery/delivery-check.tsx";
import type { DeliveryWords } from "./delivery/delivery-words.server.ts";

/** Information before buying: coupons, delivery to a PIN code, payment and return. */
export default function BuyingFacts({
  product,
  variant,
  page,
  price,
  delivery,
  atPin,
  coupons,
}: {
  product: string;
  /** The id of the variant whose price is shown. */
  variant: string | null;
  page: string;
  /** Of one item, in paise. */
  price: Paise;
  /** The day of delivery; null for a sold-out product. */
  delivery: string | null;
  atPin: DeliveryWords | null;
  coupons: CouponForOne[];
}) {
  return (
    <>
      <Coupons coupons={coupons} />
      {delivery && (
        <DeliveryCheck key={product} product={product} variant={variant} page={page} asked={atPin} />
      )}
      <Promises delivery={delivery} price={price} />
    </>
  );
}

/** Coupons for everybody, with the discounted price of one unit. */
function Coupons({ coupons }: { coupons: CouponForOne[] }) {
  if (coupons.length === 0) return null;
  return (
    <ul className="coupons grid gap-2 text-small" aria-label="Coupons">
      {coupons.map(({ code, description, minOrder, price, firstOrderOnly }) => (
        <li key={code} className="flex items-baseline gap-3">
          <b className="num font-medium">{code}</b>
          <p>
            {price !== null && (
              <b className="font-medium">
                {rupees(price)} with this coupon{firstOrderOnly && " on your first order"}.{" "}
              </b>
            )}
            {description.replace(/\.$/, "")}.{/* Most descriptions name the amount themselves. */}
            {price === null &&
              !description.includes(rupees(minOrder)) &&
              ` On orders above ${rupees(minOrder)}.`}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Delivery, payment and return terms from the policy. A sold-out product has no delivery date. */
function Promises({ delivery, price }: { delivery: string | null; price: Paise }) {
  const { shop, paysOnline } = useShop();
  const { policy } = shop;
  return (
    <ul className="facts">
      <li className="flex gap-3">
        <Icon of={Truck} className="icon muted" />
        <p>
          {delivery && <b className="font-medium">Get it by {delivery}</b>}
          <span className="block muted">Shipping: {deliveryFeeInWords(policy, price)}</span>
        </p>
      </li>
      {policy.cod && (
        <li className="flex gap-3">
          <Icon of={BadgeIndianRupee} className="icon muted" />
          <p>
            <b className="font-medium">Cash on Delivery available</b>
            {paysOnline && <span className="block muted">Or pay online at checkout</span>}
          </p>
        </li>
      )}
      <li className="flex gap-3">
        <Icon of={RotateCcw} className="icon muted" />
        <p>
          <b className="font-medium">{returnPromise(policy)}</b>
          <span className="block muted">
            {policy.returnDays === 0 ? damagePromise(policy) : "From the day it is delivered"}
          </span>
        </p>
      </li>
    </ul>
  );
}
