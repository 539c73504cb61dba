import { href, Link } from "react-router";
import { rupeesExact } from "../../shop/money.ts";
import { shortId } from "../../shop/orders/orders.ts";
import type { UnpaidOrder } from "../../shop/payments/unpaid-orders.server.ts";
import { confirmationPath } from "./orders/order-links.ts";
import { reservationLabel, UnpaidActions } from "./orders/unpaid.tsx";

/** Unpaid orders with a link to pay, for visitors who left the payment page. */
export default function UnpaidOrders({ orders }: { orders: UnpaidOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <section className="waiting-orders grid gap-3 my-4" aria-label="Waiting for payment">
      {orders.map((order) => (
        <div key={order.id} className="notice warn flex-wrap items-center">
          <p className="grow">
            <b>
              Order{" "}
              <Link className="num" to={confirmationPath(order.id)}>
                {shortId(order.id)}
              </Link>
              {order.steps.pay === "payment-undecided"
                ? `: your payment of ${rupeesExact(order.due)} is not confirmed yet.`
                : ` is waiting for your payment of ${rupeesExact(order.due)}.`}
            </b>
            <br />
            {!order.isKept && !order.steps.pay && reservationLabel(order.reservedUntil)} You will find it
            under <Link to={href("/orders")}>My Orders</Link>.
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <UnpaidActions order={order} next={confirmationPath(order.id)} />
          </div>
        </div>
      ))}
    </section>
  );
}
