import type { Quote } from "../../../shop/checkout/quote.server.ts";
import { type Paise, rupees, rupeesExact } from "../../../shop/money.ts";
import { returnPromise } from "../../../shop/settings/policy-words.ts";
import { CouponField } from "../../parts/checkout/coupon-field.tsx";
import { SummaryLine } from "../../parts/orders/summary-line.tsx";
import { useShop } from "../../parts/shop-context.ts";

/** Items and total cost, always visible; no later surcharges. `couponError`: why the coupon is not used. */
export function OrderSummary({
  quote,
  couponError,
  busy,
  arrives,
}: {
  quote: Quote;
  couponError: string | undefined;
  busy: boolean;
  arrives: string;
}) {
  const { policy } = useShop().shop;
  const { coupon } = quote;
  return (
    <aside aria-labelledby="summary">
      <div className="summary p-5 bg-sunk">
        <h2 id="summary" className="h3 mb-3">
          Order Summary
        </h2>
        <ul className="grid gap-3 mb-4">
          {quote.lines.map((line) => (
            <SummaryLine key={line.variantId} line={line} amount={line.total}>
              {line.short && (
                <p className="mt-1 text-small font-medium text-haldi-ink">Only {line.quantity} left</p>
              )}
              {quote.priceWas[line.variantId] !== undefined && (
                <p className="mt-1 text-small font-medium text-haldi-ink">
                  Price now {rupees(line.unit)} (was {rupees(quote.priceWas[line.variantId] ?? 0)})
                </p>
              )}
            </SummaryLine>
          ))}
          {quote.gone.map((line) => (
            <SummaryLine key={line.variantId} line={line}>
              <p className="mt-1 text-small font-medium text-haldi-ink">
                {line.isActive ? "Sold out, not ordered" : "No longer available, not ordered"}
              </p>
            </SummaryLine>
          ))}
        </ul>
        <CouponField code={coupon?.code ?? ""} error={couponError} />
        <dl className="totals" aria-live="polite">
          <div>
            <dt>Subtotal</dt>
            <dd className="num">{rupeesExact(quote.subtotal)}</dd>
          </div>
          {coupon && (
            <div>
              <dt>Coupon {coupon.code}</dt>
              <dd className="num">−{rupeesExact(coupon.discount)}</dd>
            </div>
          )}
          <div>
            <dt>Shipping</dt>
            <dd>{quote.shipping === 0 ? "Free" : rupeesExact(quote.shipping)}</dd>
          </div>
          <div className="total text-lead">
            <dt>Total</dt>
            <dd className="num">{rupeesExact(quote.total)}</dd>
          </div>
        </dl>
        <div className="wide-only w-full">
          <PlaceButton busy={busy} />
        </div>
        <p className="hint mt-3 text-center">
          Get it by {arrives} · {returnPromise(policy)}
        </p>
      </div>
    </aside>
  );
}

/** On a phone total and button stick to the bottom. */
export function PlaceBar({ total, busy }: { total: Paise; busy: boolean }) {
  return (
    <div className="place-bar">
      <p>
        Total <b className="h3 num block">{rupeesExact(total)}</b>
      </p>
      <PlaceButton busy={busy} />
    </div>
  );
}

function PlaceButton({ busy }: { busy: boolean }) {
  return (
    <button
      type="submit"
      className="btn btn-primary btn-full"
      name="intent"
      value="place"
      aria-busy={busy}
      aria-disabled={busy}
    >
      {busy ? "Processing..." : "Place Order"}
    </button>
  );
}
