import { randomUUID } from "node:crypto";
import { Copy, FileText, MessageCircle, Pencil, Printer, RotateCcw } from "lucide";
import { data, Form, href, Link } from "react-router";
import { orderCosts } from "../../../shop/books/order-costs.server.ts";
import { confirmationOf } from "../../../shop/cod/confirmation.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { hasDocument } from "../../../shop/invoices/has-document.ts";
import { configuredCouriers, orderBookings } from "../../../shop/order-management/booked-parcels.server.ts";
import { customerChat } from "../../../shop/order-management/customer-chat.ts";
import { type OrderDetail, orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { showPayoutDetails } from "../../../shop/order-management/refund-lines.server.ts";
import { canCancel, orderStatuses, shortId } from "../../../shop/orders/orders.ts";
import { isPartSent } from "../../../shop/orders/parcels.ts";
import { paymentLinkOf, payPath } from "../../../shop/payments/payment-links.server.ts";
import type { PayoutDetails } from "../../../shop/payments/payout/payout-form.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { originOf } from "../../http/origin.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { PaymentBadge, StatusBadge } from "../../parts/orders/badges.tsx";
import { documentPath, trackPath } from "../../parts/orders/order-links.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { May, MayLink } from "../parts/may.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/order";
import { enteredBy, PaymentLinkPanel } from "./by-hand.tsx";
import { ConfirmationNotice } from "./order/confirmation.tsx";
import { OrderCostPanel } from "./order/costs.tsx";
import { OrderCouriers } from "./order/courier.tsx";
import { CustomerPanel } from "./order/customer.tsx";
import { EventTimeline } from "./order/event-timeline.tsx";
import { OrderItems } from "./order/items.tsx";
import { OrderMessages } from "./order/messages.tsx";
import { OrderPayments, RefundNotice } from "./order/money.tsx";
import { NextStepAction, NextStepBar } from "./order/next-step.tsx";
import { NotesAndEmails } from "./order/notes-and-emails.tsx";
import { handleOrderAction } from "./order/order-actions.server.ts";
import { OrderParcels } from "./order/parcels.tsx";
import { refusalErrors } from "./order/refusal-labels.ts";
import { OrderReturns } from "./order/returns.tsx";
import { StatusForm } from "./order/status-form.tsx";
import { toldMessage } from "./told.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [file, costs, link, confirmation, { shopName, couriers }] = await Promise.all([
    orderDetail(services, params.id),
    orderCosts(services, staffOf(context), params.id),
    paymentLinkOf(services, params.id),
    confirmationOf(services, params.id),
    shopSettings(services),
  ]);
  if (!file) throw data(null, { status: 404 });
  const origin = originOf(services.site, request);
  const asked = new URL(request.url).searchParams.get("to");
  return {
    file,
    costs,
    bookings: await orderBookings(services, file.order),
    couriers: configuredCouriers(services),
    courierNames: couriers.map(({ name }) => name),
    // Each form that must be processed only once carries a key of this page.
    key: randomUUID(),
    chat: customerChat(shopName, file.order, `${origin}${trackPath(file.order.id)}`),
    toPay: {
      link: link && { ...link, path: payPath(link.token) },
      online: services.payments.online !== undefined,
      origin,
      shopName,
    },
    confirmation,
    origin,
    to: orderStatuses.find((known) => known === asked) ?? null,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const fields = await formFields({ request, context });
  const services = context.get(servicesContext);
  if (fields.get("intent") === "show-payout") {
    const shown = await showPayoutDetails(services, actor, params.id);
    // Only in the action's answer: opening or reloading the page shows it masked.
    if (shown.ok) return data<FormAnswer & { payout: PayoutDetails }>({ ok: true, payout: shown.value });
    return refuseFields({}, 400, fields, { toast: officeMessages.orderUnchanged });
  }
  const outcome = await handleOrderAction(services, actor, params.id, fields);
  if (outcome.ok) {
    const message = outcome.message && (await toldMessage(services, params.id, outcome.message));
    return redirectWithToast(outcome.to ?? href("/admin/orders/:id", { id: params.id }), message);
  }
  const { refused, toast, errors } = outcome;
  return refuseFields(errors ?? refusalErrors(refused, fields), 400, fields, { toast });
}

export default function OrderScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { file, costs, bookings, couriers, key, chat, toPay, confirmation, origin, to } = loaderData;
  const { order, documents } = file;
  useLiveUpdates([`order/${order.id}`]);
  useToast(actionData?.toast);
  const answer = useLastAnswer(actionData);
  const shownPayout = answer && "payout" in answer ? answer.payout : undefined;
  const invoice = documents.length > 0;
  return (
    <>
      <ScreenHead
        title={`Order ${shortId(order.id)}`}
        back={{ to: href("/admin/orders"), label: "Orders" }}
        text={
          <span className="inline-flex flex-wrap items-center gap-2 mt-2">
            <StatusBadge status={order.status} />
            {isPartSent(order) && <span className="badge info">Partly sent</span>}{" "}
            <PaymentBadge order={order} /> {shortDate(order.placedAt)} · {enteredBy(order)}
          </span>
        }
        more={
          <>
            <May permission="orders.edit">
              <Form method="post" className="flex flex-wrap gap-2">
                {canCancel(order) && (
                  <button type="submit" className="btn btn-secondary" name="intent" value="edit">
                    <Icon of={Pencil} />
                    Edit
                  </button>
                )}
                <button type="submit" className="btn btn-secondary" name="intent" value="duplicate">
                  <Icon of={Copy} />
                  Duplicate
                </button>
              </Form>
              {file.mayReturn && (
                <Link className="btn btn-secondary" to={href("/admin/orders/:id/return", { id: order.id })}>
                  <Icon of={RotateCcw} />
                  Enter a return
                </Link>
              )}
            </May>
            <Link className="btn btn-secondary" to={`${href("/admin/orders/print")}?id=${order.id}`}>
              <Icon of={Printer} />
              Packing slip
            </Link>
            {(invoice || hasDocument(order)) && (
              <a className="btn btn-secondary" href={documentPath(order.id)}>
                <Icon of={FileText} />
                {invoice ? "Invoice" : "Receipt"}
              </a>
            )}
            {chat && (
              <a className="btn btn-secondary" href={chat} target="_blank" rel="noopener noreferrer">
                <Icon of={MessageCircle} />
                WhatsApp
              </a>
            )}
          </>
        }
      >
        <NextStepAction file={file} />
      </ScreenHead>
      {answer?.toast && <Notice tone="wrong" title={answer.toast.title} text={answer.toast.text} />}
      <RefundNotice file={file} />
      {confirmation && <ConfirmationNotice order={order} confirmation={confirmation} origin={origin} />}
      {file.untaxed.length > 0 && !invoice && order.status !== "cancelled" && <UntaxedNotice file={file} />}
      <div className="panels wide-left">
        <div className="panels">
          <OrderItems file={file} formKey={key} />
          <OrderParcels file={file} />
          <OrderCouriers file={file} bookings={bookings} couriers={couriers} />
          <OrderPayments file={file} shownPayout={shownPayout} />
          <OrderReturns file={file} bookings={bookings} couriers={couriers} />
          <Panel title="Timeline">
            <EventTimeline file={file} />
          </Panel>
        </div>
        <div className="panels">
          <May permission="orders.edit">
            <StatusForm
              order={order}
              version={file.version}
              untaxed={file.untaxed.length > 0}
              refundable={file.refundable}
              open={file.itemsWithoutDisposition}
              wanted={to}
            />
          </May>
          <PaymentLinkPanel order={order} toPay={toPay} />
          <CustomerPanel file={file} />
          <OrderMessages messages={file.messages} returnedEmails={file.returnedEmails} />
          {costs && <OrderCostPanel costs={costs} isCancelled={order.status === "cancelled"} />}
          <May permission="orders.edit">
            <NotesAndEmails order={order} documents={documents} formKey={key} />
          </May>
        </div>
      </div>
      <NextStepBar file={file} />
    </>
  );
}

/** The lines of an order that no tax invoice can be issued for yet. */
function UntaxedNotice({ file: { order, untaxed } }: { file: OrderDetail }) {
  return (
    <Notice
      tone="warn"
      title={
        order.status === "shipped" || order.status === "delivered"
          ? "The tax invoice waits"
          : "No tax invoice can be issued yet"
      }
      text="These items have no GST rate: their HSN code is missing or not known. Enter it at the product, or add a rate under Taxes. The invoice is then issued by itself."
    >
      <ul>
        {untaxed.map(({ lineId, name, productId }) => (
          <li key={lineId}>
            {productId ? (
              <MayLink permission="catalogue.edit" to={`/admin/products/${productId}#facts`}>
                {name}
              </MayLink>
            ) : (
              name
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
