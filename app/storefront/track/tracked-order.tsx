import { MessageCircle, Star, Undo2 } from "lucide";
import { href, Link } from "react-router";
import { dayAndMonth, shortDate } from "../../../shop/dates.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { wordsFor } from "../../../shop/orders/order-fields.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import type { DeliveryOutcome } from "../../../shop/orders/parcels.ts";
import { PaymentBadge, StatusBadge } from "../../parts/orders/badges.tsx";
import { AddressBlock } from "../../parts/orders/delivery-address.tsx";
import { OrderItemList } from "../../parts/orders/items.tsx";
import { OpenCashfree } from "../../parts/orders/open-cashfree.tsx";
import { chatPath, returnPath, reviewPath, trackPath } from "../../parts/orders/order-links.ts";
import { Pickups } from "../../parts/orders/pickups.tsx";
import { PrintButton } from "../../parts/orders/print-button.tsx";
import { Steps } from "../../parts/orders/steps.tsx";
import { deliveryOutcomeWords, ParcelDetails } from "../../parts/orders/timeline.tsx";
import { ToConfirm } from "../../parts/orders/to-confirm.tsx";
import { Totals } from "../../parts/orders/totals.tsx";
import { PayNow, UnpaidActions } from "../../parts/orders/unpaid.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PhoneForm } from "./phone-form.tsx";
import type { TrackedDetails, TrackedOrder } from "./tracked.server.ts";

type TrackAnswer = FormAnswer & { session?: { sessionId: string; mode: "sandbox" | "production" } };

/** Status of an order, and all details for authorised viewers. */
export function TrackedOrderView({
  order,
  details,
  signedIn,
  returned,
  answer,
}: {
  order: TrackedOrder;
  details: TrackedDetails | null;
  signedIn: boolean;
  /** From the payment page. */
  returned: boolean;
  /** To the form that asks for the digits, or to a guest's payment. */
  answer: TrackAnswer | undefined;
}) {
  return (
    <div className="with-aside grid gap-8 mt-6">
      <div>
        <header className="order-head flex flex-wrap items-start justify-between gap-3 pt-4 border-t border-line">
          <div>
            <h2 className="h3 num">Order {shortId(order.id)}</h2>
            <p className="hint wrap-anywhere">{order.id}</p>
          </div>
          {/* A change while the page is open is announced. */}
          <p className="badges" role="status">
            <StatusBadge status={order.status} />
            {details && <PaymentBadge order={{ ...details, status: order.status }} />}
          </p>
        </header>
        {order.status !== "cancelled" && (
          <Steps status={order.status} times={order.times} estimated={order.estimated} />
        )}
        <StatusNotice order={order} details={details} />
        {details && <ToConfirm order={{ id: order.id, toConfirm: details.toConfirm }} />}
        {signedIn && details?.waitsForChat && (
          <Link className="btn btn-primary btn-medium mt-4 print:hidden" to={chatPath(order.id)}>
            Confirm on WhatsApp
          </Link>
        )}
        {signedIn && details?.unpaid && (
          <div className="flex flex-wrap gap-2 mt-4 print:hidden">
            <UnpaidActions order={{ ...details, id: order.id }} next={trackPath(order.id)} />
          </div>
        )}
        {!signedIn && details && (
          <GuestPayment id={order.id} details={details} returned={returned} answer={answer} />
        )}
        <dl className="tracked-facts grid gap-4 mt-6">
          {factsOf(order, details).map(({ name, value }) => (
            <div key={name}>
              <dt className="text-small muted">{name}</dt>
              <dd className="num font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {details && <ParcelDetails parcels={parcelsOf(details)} words={wordsFor(details, "tracking")} />}
        {details && <Pickups pickups={details.pickups} />}
        <section aria-labelledby="items">
          <h2 id="items" className="h3 mt-8 mb-3">
            Items
          </h2>
          {details ? (
            <>
              <OrderItemList lines={details.lines} />
              <Totals order={details} />
            </>
          ) : (
            <ul className="grid gap-2 wrap-anywhere">
              {order.items.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          )}
        </section>
      </div>
      <aside aria-label="Delivery and help">
        <div className="summary p-5 bg-sunk">
          <h2 className="h3 mb-3">{details ? "Delivery address" : "Delivery to"}</h2>
          {details ? <AddressBlock address={details.address} /> : <p>{order.city}</p>}
        </div>
        {!details && <PhoneForm id={order.id} answer={answer} />}
        <div className="grid gap-3 mt-4 print:hidden">
          <PrintButton />
          <Link className="btn btn-secondary btn-full" to={href("/contact")}>
            <Icon of={MessageCircle} className="icon icon-small" />
            Contact Support
          </Link>
          {details?.mayReturn &&
            (signedIn ? (
              <Link className="btn btn-secondary btn-full" to={returnPath(order.id)}>
                <Icon of={Undo2} className="icon icon-small" />
                Return/Exchange
              </Link>
            ) : (
              <p className="hint">
                To return or exchange something, open My Orders if you have an account, or contact us.
              </p>
            ))}
          {signedIn && order.status === "delivered" && (
            <Link className="btn btn-secondary btn-full" to={reviewPath(order.id)}>
              <Icon of={Star} className="icon icon-small" />
              Leave Review
            </Link>
          )}
        </div>
      </aside>
    </div>
  );
}

/** What a guest who has typed the digits pays, and what became of it. */
function GuestPayment({
  id,
  details,
  returned,
  answer,
}: {
  id: string;
  details: TrackedDetails;
  returned: boolean;
  answer: TrackAnswer | undefined;
}) {
  if (!details.unpaid)
    return returned && details.paymentStatus === "completed" ? (
      <Notice tone="ok" title="Paid. Thank you!" />
    ) : null;
  const failed = details.paymentStatus === "failed";
  const waits = returned && !failed && details.steps.pay === null;
  return (
    <div className="grid gap-3 mt-4 print:hidden">
      {answer?.toast && <Notice tone="wrong" title={answer.toast.title} text={answer.toast.text} />}
      {failed && (
        <Notice
          tone="wrong"
          title="The payment did not go through"
          text="You have not been charged. Please try again."
        />
      )}
      {waits && (
        <Notice
          tone="warn"
          title="No payment has reached us yet"
          text="If you have paid, this page shows it in a minute: please do not pay twice."
        />
      )}
      <PayNow order={{ ...details, id }} next={trackPath(id)} action={trackPath(id)} />
      {answer?.session && <OpenCashfree session={answer.session} />}
    </div>
  );
}

const firstWords: Record<DeliveryOutcome, string> = {
  lost: "We are sorry.",
  returned: "If you still want it, please order again or write to us.",
};

/** What becomes of the money of a cancelled order; `details`: null for who may not see what was paid. */
function moneyWords(details: TrackedDetails | null, deliveryOutcome: DeliveryOutcome | null): string {
  const first = deliveryOutcome ? firstWords[deliveryOutcome] : "Nothing will be sent.";
  if (!details) return `${first} If you have paid, you will get a refund.`;
  const { paymentStatus, refunded, received } = details;
  if (paymentStatus === "refunded" || paymentStatus === "partly_refunded")
    return `${first} ${rupeesExact(refunded)} went back to you.`;
  const wasPaid = received > 0 || (paymentStatus !== "pending" && paymentStatus !== "failed");
  if (wasPaid) return `${first} We are refunding what you have paid.`;
  return deliveryOutcome
    ? `${first} You do not have to pay anything.`
    : "Nothing will be sent, and you do not have to pay anything.";
}

/** The most important fact about the current status, in one sentence. */
function StatusNotice({
  order: { status, times, estimated, deliveredAt, cancelledAt, deliveryOutcome },
  details,
}: {
  order: TrackedOrder;
  details: TrackedDetails | null;
}) {
  const shipped = times[2];
  if (status === "cancelled") {
    const when = cancelledAt ? ` on ${shortDate(cancelledAt)}` : "";
    const title = deliveryOutcome
      ? `${deliveryOutcomeWords[deliveryOutcome]}${when}.`
      : `This order was cancelled${when}.`;
    return <Notice tone="wrong" title={title} text={moneyWords(details, deliveryOutcome)} />;
  }
  if (status === "delivered" && deliveredAt)
    return <Notice tone="ok" title={`Delivered on ${dayAndMonth(deliveredAt)}.`} />;
  if (status === "shipped" && shipped && estimated) {
    const title = `Out with the courier since ${dayAndMonth(shipped)}.`;
    return <Notice tone="ok" title={title} text={`Estimated delivery ${dayAndMonth(estimated)}.`} />;
  }
  return null;
}

/** The courier of the only parcel stands among the facts. */
function parcelsOf({ parcels }: TrackedDetails): TrackedDetails["parcels"] {
  return parcels.length === 1 ? parcels.map((parcel) => ({ ...parcel, courier: null })) : parcels;
}

function factsOf(order: TrackedOrder, details: TrackedDetails | null) {
  const [only, ...others] = details?.parcels ?? [];
  return [
    { name: "Order date", value: shortDate(order.placedAt) },
    ...(details ? [{ name: "Total", value: rupeesExact(details.total) }] : []),
    ...(order.estimated ? [{ name: "Estimated delivery", value: shortDate(order.estimated) }] : []),
    ...(only?.courier && others.length === 0 ? [{ name: "Courier", value: only.courier }] : []),
  ];
}
