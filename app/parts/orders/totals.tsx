import { rupeesExact } from "../../../shop/money.ts";
import {
  amountDue,
  dueNow,
  dueOnDelivery,
  isPartPaid,
  waitsForAdvance,
} from "../../../shop/orders/amount-due.ts";
import type { OrderView } from "./order-view.ts";

/** Subtotal, discounts, fees and total, to two decimals. */
export function Totals({
  order,
}: {
  order: Pick<OrderView, "subtotal" | "discount" | "shipping" | "total" | "couponCode" | "refunded"> &
    Partial<Pick<OrderView, "notOwed" | "received" | "status" | "method" | "advance" | "paymentStatus">>;
}) {
  const { subtotal, discount, shipping, total, couponCode, refunded, notOwed = 0 } = order;
  const { received = 0, status = "pending", method = "cod", advance = 0, paymentStatus } = order;
  const money = { status, total, notOwed, received, method, advance };
  const rows = [
    { name: "Subtotal", value: rupeesExact(subtotal) },
    ...(discount > 0 ? [{ name: couponName(couponCode), value: `−${rupeesExact(discount)}` }] : []),
    { name: "Shipping", value: shipping === 0 ? "Free" : rupeesExact(shipping) },
  ];
  return (
    <dl className="totals num mt-4">
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="total">
        <dt>Total</dt>
        <dd>{rupeesExact(total)}</dd>
      </div>
      {notOwed > 0 && (
        <div>
          <dt>Not delivered, not to be paid</dt>
          <dd>−{rupeesExact(notOwed)}</dd>
        </div>
      )}
      {waitsForAdvance(money) && (
        <>
          <div>
            <dt>To be paid now</dt>
            <dd>{rupeesExact(dueNow(money))}</dd>
          </div>
          <div>
            <dt>To be paid on delivery</dt>
            <dd>{rupeesExact(dueOnDelivery(money))}</dd>
          </div>
        </>
      )}
      {isPartPaid(money) && (
        <>
          <div>
            <dt>Paid</dt>
            <dd>{rupeesExact(money.received)}</dd>
          </div>
          <div>
            <dt>Still to be paid</dt>
            <dd>{rupeesExact(amountDue(money))}</dd>
          </div>
        </>
      )}
      {refunded > 0 && (
        <div>
          {/* What was paid stays paid: it was another payment that went back. */}
          <dt>{paymentStatus === "completed" ? "Another payment, sent back" : "Refund"}</dt>
          <dd>{rupeesExact(refunded)}</dd>
        </div>
      )}
    </dl>
  );
}

function couponName(code: string | null): string {
  return code ? `Coupon ${code}` : "Discount";
}
