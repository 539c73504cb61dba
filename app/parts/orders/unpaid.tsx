import { href, Link } from "react-router";
import { weekTime } from "../../../shop/dates.ts";
import { rupeesExact } from "../../../shop/money.ts";
import type { CustomerSteps } from "../../../shop/orders/order-steps.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import type { UnpaidOrder } from "../../../shop/orders/unpaid-orders.server.ts";
import { confirmationPath } from "./order-links.ts";

const action = href("/orders");

/**
 * What can be done about an online order that is not paid; while the bank decides about a payment, nothing. Plain forms:
 * the payment page is another document, often of another site.
 */
export function Unpaid({
  order: { id, paymentStatus, steps },
  next,
}: {
  order: { id: string; paymentStatus: string; steps: CustomerSteps };
  /** Where it goes on after the change to cash on delivery. */
  next: string;
}) {
  if (steps.pay === "payment-undecided") {
    return (
      <p role="status">
        Your bank has not confirmed your payment yet. You do not need to pay again; we check every minute.
      </p>
    );
  }
  return (
    <>
      {!steps.pay && (
        <form method="post" action={action}>
          <input type="hidden" name="intent" value="pay" />
          <input type="hidden" name="order" value={id} />
          <input type="hidden" name="next" value={next} />
          <button type="submit" className="btn btn-primary btn-medium">
            {paymentStatus === "failed" ? "Try payment again" : "Pay now"}
          </button>
        </form>
      )}
      {!steps.switchToCash && (
        <form method="post" action={action}>
          <input type="hidden" name="intent" value="cod" />
          <input type="hidden" name="order" value={id} />
          <input type="hidden" name="next" value={next} />
          <button type="submit" className="btn btn-secondary btn-medium">
            Switch to cash on delivery
          </button>
        </form>
      )}
    </>
  );
}

/** Orders that wait for their payment, with a way to pay: for whoever left the payment page. */
export function WaitingOrders({ orders }: { orders: UnpaidOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <section className="waiting-orders" aria-label="Waiting for payment">
      {orders.map((order) => (
        <div key={order.id} className="notice warn">
          <p className="grow">
            <b>
              Order{" "}
              <Link className="num" to={confirmationPath(order.id)}>
                {shortId(order.id)}
              </Link>{" "}
              is waiting for your payment of {rupeesExact(order.total)}.
            </b>
            <br />
            {heldWords(order.heldUntil)} You will find it under <Link to={href("/orders")}>My Orders</Link>.
          </p>
          <div className="actions-row">
            <Unpaid order={order} next={confirmationPath(order.id)} />
          </div>
        </div>
      ))}
    </section>
  );
}

/** How long the items of an unpaid order are held. */
export function heldWords(until: Date | null): string {
  return until
    ? `We are holding your items until ${weekTime(until).time}.`
    : "Your items are no longer held, but you can still pay while they are in stock.";
}
