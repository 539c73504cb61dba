import { href, Link } from "react-router";
import { orderHelpLink } from "../../../shop/checkout/whatsapp-message.ts";
import { dayAndMonth, shortDate } from "../../../shop/dates.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { isPartPaid } from "../../../shop/orders/amount-due.ts";
import { wordsFor } from "../../../shop/orders/order-fields.ts";
import { completedSteps, shortId, trackingSteps } from "../../../shop/orders/orders.ts";
import { type ReturnRequest, returnSummary } from "../../../shop/returns/returns.ts";
import { PaymentBadge, StatusBadge } from "../../parts/orders/badges.tsx";
import { AddressBlock } from "../../parts/orders/delivery-address.tsx";
import { OrderItemList } from "../../parts/orders/items.tsx";
import { OrderButtons } from "../../parts/orders/order-buttons.tsx";
import { documentPath, payoutPath, reviewPath, trackPath } from "../../parts/orders/order-links.ts";
import type { OrderView } from "../../parts/orders/order-view.ts";
import { ReturnProgress } from "../../parts/orders/return-progress.tsx";
import { deliveryOutcomeWords, ParcelDetails, Timeline } from "../../parts/orders/timeline.tsx";
import { ToConfirm } from "../../parts/orders/to-confirm.tsx";
import { PayNow, SwitchToCash } from "../../parts/orders/unpaid.tsx";
import { ProductPicture } from "../../parts/picture.tsx";
import { useShop } from "../../parts/shop-context.ts";
import { useShopForm } from "../../parts/use-shop-form.ts";
import { CancelOrder } from "./cancel-order.tsx";

/** One order in a row: items, status, next action; the rest is collapsed. */
export function OrderCard({
  order,
  returns,
  asksPayout,
}: {
  order: OrderView;
  /** Its return requests, newest first. */
  returns: ReturnRequest[];
  /** Whether a cash refund waits for the customer's payout details. */
  asksPayout: boolean;
}) {
  const short = shortId(order.id);
  return (
    <li className="order-card py-5">
      <article aria-labelledby={`order-${order.id}`}>
        <header>
          <OrderPictures order={order} />
          <div className="wrap-anywhere">
            <h2 id={`order-${order.id}`} className="h3 num">
              Order {short}
            </h2>
            <p>{summaryOf(order)}</p>
            <p className="hint">
              Placed <time dateTime={order.placedAt.toISOString()}>{shortDate(order.placedAt)}</time>
              {order.estimated && ` · arrives by ${dayAndMonth(order.estimated)}`}
            </p>
            {order.deliveryOutcome && <p>{deliveryOutcomeWords[order.deliveryOutcome]}.</p>}
            <ParcelDetails parcels={order.parcels} words={wordsFor(order, "my-orders")} />
            <Stamps order={order} />
          </div>
          <div className="order-sum">
            <b className="num text-lead font-strong">{rupeesExact(order.total)}</b>
            <p className="badges">
              <StatusBadge status={order.status} />
              <PaymentBadge order={order} />
            </p>
          </div>
        </header>
        {order.toConfirm && (
          <div className="mt-4">
            <ToConfirm order={order} />
          </div>
        )}
        <div className="flex flex-wrap items-end gap-2 mt-5 print:hidden">
          {order.unpaid && <PayNow order={order} next={href("/orders")} />}
          {asksPayout && (
            <Link
              className="btn btn-primary btn-medium"
              to={payoutPath(order.id)}
              aria-label={`Say where to send your refund, order ${short}`}
            >
              Get your refund
            </Link>
          )}
          {order.status === "delivered" && (
            <Link
              className="btn btn-primary btn-medium"
              to={reviewPath(order.id)}
              aria-label={`Write a review, order ${short}`}
            >
              Write a review
            </Link>
          )}
          <OrderButtons order={order} />
          {order.unpaid ? <MoreActions order={order} /> : <LesserActions order={order} />}
        </div>
        {returns.map((request) => (
          <section key={request.id} className="grid gap-2 mt-5" aria-label={returnLabel(request)}>
            <h3 className="text-body wrap-anywhere">{returnLabel(request)}</h3>
            <ReturnProgress request={request} next={href("/orders")} asksPayout={asksPayout} />
          </section>
        ))}
        <OrderDetails order={order} />
      </article>
    </li>
  );
}

function returnLabel({ kind, lines }: ReturnRequest): string {
  return `${kind === "return" ? "Return" : "Exchange"} of ${returnSummary(lines)}`;
}

/** For an order that waits for payment, paying comes first; other actions would hide it on a phone. */
function MoreActions({ order }: { order: OrderView }) {
  return (
    <details className="more-actions">
      <summary className="btn btn-link btn-medium px-1">
        More options<span className="sr-only"> for order {shortId(order.id)}</span>
      </summary>
      <div className="flex flex-wrap gap-2 mt-5 print:hidden">
        <SwitchToCash order={order} next={href("/orders")} />
        <LesserActions order={order} />
      </div>
    </details>
  );
}

function LesserActions({ order }: { order: OrderView }) {
  return (
    <>
      <OrderAgain id={order.id} />
      {order.mayCancel && (
        <CancelOrder id={order.id} paid={order.paymentStatus === "completed" || isPartPaid(order)} />
      )}
    </>
  );
}

/** The progress of the order, as a small version of the four steps of its page; the badge has it as text. */
function Stamps({ order: { status } }: { order: OrderView }) {
  if (status === "cancelled") return null;
  const done = completedSteps(status);
  return (
    <p className="stamps flex gap-1 mt-1" aria-hidden="true">
      {trackingSteps.map((step, place) => (
        <i key={step} className={place < done ? "done" : undefined} />
      ))}
    </p>
  );
}

const shownPictures = 2;

function OrderPictures({ order: { lines } }: { order: OrderView }) {
  return (
    <div className="grid content-start gap-1 w-20" aria-hidden="true">
      {lines.slice(0, shownPictures).map(({ id, picture }) => (
        <div key={id} className="pic">
          <ProductPicture picture={picture} alt="" sizes="5rem" />
        </div>
      ))}
    </div>
  );
}

/** "Maroon Festive Kurta and 2 more". */
function summaryOf({ lines }: OrderView): string {
  const [first] = lines;
  if (!first) return "";
  return lines.length === 1 ? first.name : `${first.name} and ${lines.length - 1} more`;
}

function OrderDetails({ order }: { order: OrderView }) {
  const { shop, origin } = useShop();
  const short = shortId(order.id);
  const { whatsapp } = shop.contact;
  const help = whatsapp && orderHelpLink(whatsapp, short, `${origin}${trackPath(order.id)}`);
  return (
    <details className="mt-3">
      <summary className="link inline-flex items-center min-h-tap">
        Items, address and timeline<span className="sr-only"> of order {short}</span>
      </summary>
      <div className="order-body grid gap-6">
        <OrderItemList lines={order.lines} />
        <div className="grid content-start gap-6">
          <section>
            <h3 className="mb-2 text-body">Timeline</h3>
            <Timeline moments={order.moments} estimated={order.estimated} />
          </section>
          <section>
            <h3 className="mb-2 text-body">Delivery address</h3>
            <AddressBlock address={order.address} />
          </section>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 mt-5 print:hidden">
        {order.hasDocument && (
          <a className="btn btn-link btn-medium px-1" href={documentPath(order.id)}>
            Invoice / receipt (PDF)
          </a>
        )}
        {help && (
          <a className="btn btn-link btn-medium px-1" href={help} target="_blank" rel="noopener noreferrer">
            Help on WhatsApp<span className="sr-only"> with order {short}</span>
          </a>
        )}
      </div>
    </details>
  );
}

/** Adds the items of an order that are still sold to the cart; names the others. */
function OrderAgain({ id }: { id: string }) {
  const { busy, form } = useShopForm(href("/orders"), { once: "shown" });
  return (
    <form {...form}>
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="order" value={id} />
      <button type="submit" className="btn btn-secondary btn-medium" aria-busy={busy}>
        Order again
      </button>
    </form>
  );
}
