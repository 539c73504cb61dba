import { href } from "react-router";
import { type Paise, rupees, rupeesExact } from "../../../shop/money.ts";
import type { AdvanceAsked } from "../../../shop/orders/amount-due.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import type { PaymentChoices } from "../../../shop/payments/pay-on-delivery.server.ts";
import { mayPayOnDelivery } from "../../../shop/payments/payment-choices.ts";

const ordersPath = href("/orders");

/** `asks`: of one that waits for its advance, what can be paid now. */
type UnpaidView = {
  id: string;
  paymentStatus: string;
  steps: PaymentChoices;
  asks: AdvanceAsked | null;
};

/** An order whose payment failed. `total`: in paise. */
export type FailedView = UnpaidView & { total: Paise };

type Props = {
  order: UnpaidView;
  /** Where to go after the change to cash on delivery. */
  next: string;
};

/** Options of an unpaid online order; none while the bank processes a payment. */
export function UnpaidActions(props: Props) {
  return (
    <>
      <PayNow {...props} />
      <SwitchToCash {...props} />
    </>
  );
}

/** A plain form, because the payment page is a separate document, often on another site. */
export function PayNow({
  order: { id, paymentStatus, steps, asks },
  next,
  action = ordersPath,
}: Props & {
  /** The page that takes the form. */
  action?: string;
}) {
  if (steps.pay === "payment-undecided") {
    return (
      <p role="status">
        Your bank has not confirmed your payment yet. You do not need to pay again; we check every minute.
      </p>
    );
  }
  if (steps.pay) return null;
  return (
    <form method="post" action={action}>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="order" value={id} />
      <input type="hidden" name="next" value={next} />
      {asks ? (
        <AdvanceButtons asks={asks} />
      ) : (
        <button type="submit" className="btn btn-primary btn-medium">
          {paymentStatus === "failed" ? "Try payment again" : "Pay now"}
        </button>
      )}
    </form>
  );
}

/** The buttons of a form that pays the advance of an order, or all of it at once. */
export function AdvanceButtons({ asks: { words, advance, all } }: { asks: AdvanceAsked }) {
  return (
    <>
      <p className="mb-2">{words}</p>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary btn-medium">
          Pay the advance {rupees(advance)}
        </button>
        {all > advance && (
          <button type="submit" name="part" value="all" className="btn btn-secondary btn-medium">
            Pay everything now {rupees(all)}
          </button>
        )}
      </div>
    </>
  );
}

export function SwitchToCash({ order: { id, steps }, next }: Props) {
  if (steps.switchToCash) return null;
  return (
    <form method="post" action={ordersPath}>
      <input type="hidden" name="intent" value="cod" />
      <input type="hidden" name="order" value={id} />
      <input type="hidden" name="next" value={next} />
      <button type="submit" className="btn btn-secondary btn-medium">
        Switch to cash on delivery
      </button>
    </form>
  );
}

/** What is said when a payment failed: what else the customer can do depends on the order. */
export function notCharged({ id, total, steps }: FailedView): string {
  return `You have not been charged. Order ${shortId(id)} of ${rupeesExact(total)} is saved: try again${mayPayOnDelivery(steps) ? ", or pay on delivery" : ""}.`;
}

/** How long the items of an unpaid order are reserved. In: until when, in words. */
export function reservationLabel(until: string | null): string {
  return until
    ? `We are holding your items until ${until}.`
    : "Your items are no longer held, but you can still pay while they are in stock.";
}
