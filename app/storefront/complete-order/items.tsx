import { useState } from "react";
import { stockLevel } from "../../../shop/catalogue/inventory/inventory.ts";
import type { PricedLine } from "../../../shop/checkout/priced-lines.server.ts";
import type { Coupon } from "../../../shop/coupons/coupons.server.ts";
import { couponDiscount } from "../../../shop/coupons/totals.ts";
import { deliveryFeeOf } from "../../../shop/delivery/delivery-fee.ts";
import { type Paise, rupeesExact } from "../../../shop/money.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { CouponField } from "../../parts/checkout/coupon-field.tsx";
import { SummaryLine } from "../../parts/orders/summary-line.tsx";
import { ProductPicture } from "../../parts/picture.tsx";
import { useShop } from "../../parts/shop-context.ts";
import { Field, Select } from "../../ui/forms/field.tsx";
import { useEarlyValue } from "../../ui/forms/use-early-value.ts";

/** The fixed lines of a cart order. */
export function CartItems({ order, coupon }: { order: Order; coupon: Coupon | null }) {
  return (
    <>
      <ul className="grid gap-3 mb-4">
        {order.lines.map((line) => (
          <SummaryLine key={line.id} line={line} amount={line.total} />
        ))}
      </ul>
      <Totals subtotal={order.subtotal} coupon={coupon} prepared={order.shipping} />
    </>
  );
}

/** One product with variant and quantity selects. */
export function SingleItem({
  choice,
  variantId,
  quantity,
  coupon,
}: {
  choice: PricedLine[];
  variantId: string | null;
  quantity: number;
  coupon: Coupon | null;
}) {
  const [chosenId, setChosenId] = useState(variantId);
  const [count, setCount] = useState(quantity);
  const variantField = useEarlyValue<HTMLSelectElement>(setChosenId);
  const quantityField = useEarlyValue<HTMLInputElement>((typed) => setCount(Number(typed)));
  const chosen = choice.find((one) => one.variantId === chosenId) ?? choice[0];
  if (!chosen) return null;
  const most = Math.max(1, chosen.quantity);
  const units = Math.min(Math.max(1, count || 1), most);
  return (
    <>
      <div className="summary-line leading-snug wrap-anywhere">
        <div className="pic">
          <ProductPicture picture={chosen.picture} alt="" sizes="3.5rem" />
        </div>
        <p>{chosen.name}</p>
        <span className="num">{rupeesExact(chosen.unit)}</span>
      </div>
      <div className="stack my-4">
        {choice.map((one) => (
          <input key={one.variantId} type="hidden" name={`shown-${one.variantId}`} value={one.unit} />
        ))}
        {choice.length > 1 ? (
          <Select
            label="Size and colour"
            name="variant"
            ref={variantField}
            value={chosen.variantId}
            onChange={(event) => setChosenId(event.target.value)}
          >
            {choice.map((one) => (
              <option key={one.variantId} value={one.variantId} disabled={one.quantity === 0}>
                {variantLabel(one)}
              </option>
            ))}
          </Select>
        ) : (
          <input type="hidden" name="variant" value={chosen.variantId} />
        )}
        <Field
          label="Quantity"
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          step={1}
          ref={quantityField}
          value={count || ""}
          onChange={(event) => setCount(Number(event.target.value))}
          hint={stockLevel(chosen.quantity) !== "in" ? `Only ${chosen.quantity} left!` : undefined}
        />
      </div>
      <Totals subtotal={chosen.unit * units} coupon={coupon} />
    </>
  );
}

function variantLabel({ colour, size, quantity }: PricedLine): string {
  const what = [colour, size].filter(Boolean).join(" · ") || "One size";
  return quantity === 0 ? `${what} (sold out)` : what;
}

/** `prepared`: the delivery fee of a prepared order, which only a coupon can change. */
function Totals(props: { subtotal: Paise; coupon: Coupon | null; prepared?: Paise }) {
  const { subtotal, coupon, prepared } = props;
  const { policy } = useShop().shop;
  const off = coupon ? couponDiscount(coupon, subtotal) : 0;
  const fee = deliveryFeeOf(policy, subtotal - off);
  const shipping = coupon ? fee : (prepared ?? fee);
  return (
    <>
      <CouponField code={coupon?.code ?? ""} />
      <input type="hidden" name="shown-discount" value={off} />
      <input type="hidden" name="shown-shipping" value={shipping} />
      <dl className="totals" aria-live="polite">
        <div>
          <dt>Subtotal</dt>
          <dd className="num">{rupeesExact(subtotal)}</dd>
        </div>
        {coupon && off > 0 && (
          <div>
            <dt>Coupon {coupon.code}</dt>
            <dd className="num">−{rupeesExact(off)}</dd>
          </div>
        )}
        <div>
          <dt>Shipping</dt>
          <dd>{shipping === 0 ? "Free" : rupeesExact(shipping)}</dd>
        </div>
        <div className="total text-lead">
          <dt>Total</dt>
          <dd className="num">{rupeesExact(subtotal - off + shipping)}</dd>
        </div>
      </dl>
    </>
  );
}
