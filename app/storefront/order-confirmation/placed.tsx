import { FileText, MessageCircle } from "lucide";
import { Suspense } from "react";
import { href, Link } from "react-router";
import type { Channel } from "../../../platform/messaging/channels.ts";
import { dayAndMonth, shortDate } from "../../../shop/dates.ts";
import type { IssuedDocument } from "../../../shop/invoices/document.ts";
import { wordsFor } from "../../../shop/orders/order-fields.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { PaymentBadge, StatusBadge } from "../../parts/orders/badges.tsx";
import { AddressBlock, InvoicedTo } from "../../parts/orders/delivery-address.tsx";
import { Documents } from "../../parts/orders/documents.tsx";
import { OrderItemList } from "../../parts/orders/items.tsx";
import { confirmationPath, documentPath, trackPath } from "../../parts/orders/order-links.ts";
import type { OrderView } from "../../parts/orders/order-view.ts";
import { PrintButton } from "../../parts/orders/print-button.tsx";
import { deliveryOutcomeWords, OrderWords } from "../../parts/orders/timeline.tsx";
import { ToConfirm } from "../../parts/orders/to-confirm.tsx";
import { Totals } from "../../parts/orders/totals.tsx";
import { reservationLabel, UnpaidActions } from "../../parts/orders/unpaid.tsx";
import { useShop } from "../../parts/shop-context.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart, nothing } from "../../ui/lazy-part.tsx";
import { type AskedCode, ConfirmByCode } from "./confirm-by-code.tsx";
import { NextSteps } from "./next-steps.tsx";

const PushSwitch = lazyPart(() => import("../../parts/account/push-switch.tsx"), nothing);
const Share = lazyPart(() => import("../../parts/share.tsx"), nothing);

/** Confirmation: items, next steps, and contact. */
export function PlacedOrderScreen({
  order,
  updates,
  emailed,
  reservedUntil,
  documents,
  chat,
  code,
  answer,
}: {
  order: OrderView;
  /** How the customer's phone is told about it; null: not. */
  updates: Channel | null;
  /** The address to which emails about it go; empty: none do. */
  emailed: string;
  /** End of the reservation of an unpaid order. */
  reservedUntil: string | null;
  documents: IssuedDocument[];
  chat: string | null;
  /** The code that confirms it, when one is asked for, and the answer to its form. */
  code: AskedCode | null;
  answer: FormAnswer | undefined;
}) {
  return (
    <>
      <div className="printed-head">
        {!order.unpaid && (
          <div
            className={order.status === "cancelled" ? "stamp wrong" : "stamp stamped"}
            aria-hidden="true"
          />
        )}
        <div>
          <h1>{titleOf(order)}</h1>
          <p className="lead mt-1 mb-0">
            Order <b className="num">{shortId(order.id)}</b>, placed {shortDate(order.placedAt)}.
            {order.estimated && ` Estimated delivery ${dayAndMonth(order.estimated)}.`}
          </p>
        </div>
      </div>
      <div className="block-border mb-3" aria-hidden="true" />
      {!code && <ToConfirm order={order} />}
      {code && <ConfirmByCode id={order.id} code={code} answer={answer} />}
      {order.unpaid && (
        <div className="flex flex-wrap items-end gap-2 mt-1 print:hidden">
          {!order.steps.pay && order.received === 0 && (
            <p className="w-full">{reservationLabel(reservedUntil)}</p>
          )}
          <UnpaidActions order={order} next={confirmationPath(order.id)} />
        </div>
      )}
      <div className="with-aside grid gap-8 mt-6">
        <div>
          {order.status !== "cancelled" && <NextSteps order={order} updates={updates} emailed={emailed} />}
          <header className="order-head flex flex-wrap items-start justify-between gap-3 pt-4 border-t border-line">
            <h2 className="h3 num">Your order</h2>
            <p className="badges">
              <StatusBadge status={order.status} />
              <PaymentBadge order={order} />
            </p>
          </header>
          <OrderItemList lines={order.lines} />
          <Totals order={order} />
        </div>
        <aside aria-label="Delivery and help">
          <div className="summary p-5 bg-sunk">
            <h2 className="h3 mb-3">Delivery address</h2>
            <AddressBlock address={order.address} />
            {order.email && <p className="text-small wrap-anywhere">{order.email}</p>}
            <InvoicedTo order={order} />
            <OrderWords words={wordsFor(order, "confirmation")} />
          </div>
          <div className="grid gap-3 mt-4 print:hidden">
            <Link className="btn btn-primary btn-full" to={trackPath(order.id)}>
              Track Order
            </Link>
            {order.status !== "cancelled" && (
              <Suspense>
                <PushSwitch quiet label="Send me delivery updates" />
              </Suspense>
            )}
            {chat && (
              <a className="btn btn-secondary btn-full" href={chat} target="_blank" rel="noopener noreferrer">
                <Icon of={MessageCircle} className="icon icon-small" />
                Message us on WhatsApp
              </a>
            )}
            <ShareOrdered order={order} />
            <PrintButton />
            {order.hasDocument && (
              <a className="btn btn-secondary btn-full" href={documentPath(order.id)}>
                <Icon of={FileText} className="icon icon-small" />
                Invoice / receipt (PDF)
              </a>
            )}
            {documents.length > 1 && <Documents orderId={order.id} documents={documents} />}
            <p className="mt-3 text-center">
              <Link className="link" to={href("/orders")}>
                View My Orders
              </Link>{" "}
              ·{" "}
              <Link className="link" to={href("/shop")}>
                Continue Shopping
              </Link>
            </p>
          </div>
        </aside>
      </div>
    </>
  );
}

/** The first product that is still sold, else the shop: never the order, whose address is private. */
function ShareOrdered({ order }: { order: OrderView }) {
  const { shop } = useShop();
  const product = order.lines.find(({ productId }) => productId !== null);
  const shared = product
    ? { name: `${product.name}, ${shop.name}`, path: href("/product/:id?", { id: product.slug }) }
    : { name: shop.name, path: href("/") };
  return (
    <Suspense>
      <Share {...shared} button="btn btn-secondary btn-full" />
    </Suspense>
  );
}

function titleOf({ status, unpaid, paymentStatus, asks, steps, deliveryOutcome }: OrderView): string {
  if (deliveryOutcome) return deliveryOutcomeWords[deliveryOutcome];
  if (status === "cancelled") return "This order is cancelled";
  if (steps.pay === "payment-undecided") return "Your payment is not confirmed yet";
  if (unpaid)
    return paymentStatus === "failed"
      ? "Your payment did not go through"
      : asks
        ? "Your order is waiting for its advance"
        : "Your order is waiting for your payment";
  return "Thank you for your order!";
}
