import { href, redirect, redirectDocument } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import type { Customer } from "../../../shop/access/actor.ts";
import { maskedPhone } from "../../../shop/accounts/phone/phone-number.ts";
import { orderHelpLink, whatsappLink } from "../../../shop/checkout/whatsapp-message.ts";
import { codeAsked } from "../../../shop/cod/confirm-by-code.server.ts";
import { sendsMail } from "../../../shop/emails/sends-mail.server.ts";
import { issuedDocuments } from "../../../shop/invoices/order-document.server.ts";
import { advanceAsked, type PaymentPart } from "../../../shop/orders/amount-due.ts";
import { updatesChannel } from "../../../shop/orders/messages/order-updates.server.ts";
import { isPlaced, type Order, shortId, waitsForChat } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { paymentChoices } from "../../../shop/payments/pay-on-delivery.server.ts";
import { verifyPayment } from "../../../shop/payments/reconcile.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { reservedUntil } from "../../../shop/payments/unpaid-orders.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { flashCookie } from "../../http/toast.server.ts";
import { whyNotPaid } from "../../parts/messages/payment-refusals.server.ts";
import { confirmationPath, trackPath } from "../../parts/orders/order-links.ts";
import { viewOfOrder } from "../../parts/orders/order-views.server.ts";
import type { FailedView } from "../../parts/orders/unpaid.tsx";

/** Format of the gateway's order ids; others are ignored. */
const gatewayId = /^[A-Za-z0-9_-]{3,40}$/;

/**
 * Return from the payment page. The address is not trusted: the gateway is queried. A payment that is not the viewer's
 * also gives 'checking', which leads to their orders.
 */
export async function paymentState(
  services: Services,
  customer: Customer,
  gatewayOrder: string,
  asked: string,
) {
  const id = gatewayId.test(gatewayOrder) ? await verifyPayment(services, gatewayOrder, customer) : null;
  const order = id !== null && id === asked.toLowerCase() ? await orderOf(services, id, customer.id) : null;
  if (!order || !isPlaced(order)) return { state: "checking" as const };
  if (order.paymentStatus === "completed") return { state: "success" as const };
  if (order.method !== "online" || order.status === "cancelled") throw redirect(confirmationPath(order.id));
  if (order.paymentStatus === "pending") return { state: "checking" as const };
  if (order.paymentStatus === "failed")
    return {
      state: "failed" as const,
      order: await unpaidView(services, order),
    };
  throw redirect(confirmationPath(order.id));
}

/** What the form for the code needs that confirms an order; null when none is asked for. */
async function codeOf(services: Services, order: Order) {
  const asked = await codeAsked(services, order);
  if (!asked) return null;
  const { channels, staysHere } = services.messaging;
  return { ...asked, shown: maskedPhone(asked.phone), channels, isDemo: staysHere };
}

async function unpaidView(services: Services, order: Order): Promise<FailedView> {
  const { id, total, paymentStatus } = order;
  return {
    id,
    total,
    paymentStatus,
    steps: await paymentChoices(services, order),
    asks: advanceAsked(order),
  };
}

/** Data of the confirmation page; null when the viewer has no such order. */
export async function placedState(services: Services, userId: string, id: string, origin: string) {
  const order = await orderOf(services, id, userId);
  if (!order) return null;
  if (!isPlaced(order)) throw redirect(href("/order/:id", { id: order.id }));
  const { contact, shopName } = await shopSettings(services);
  const link = `${origin}${trackPath(order.id)}`;
  return {
    state: "placed" as const,
    documents: await issuedDocuments(services, order.id),
    order: await viewOfOrder(services, order),
    updates: await updatesChannel(services, order),
    emailed: sendsMail(services.site) ? order.email : "",
    code: await codeOf(services, order),
    reservedUntil: await reservedUntil(services, order.id),
    chat:
      contact.whatsapp &&
      (waitsForChat(order)
        ? whatsappLink(contact.whatsapp, shopName, { ...order, link })
        : orderHelpLink(contact.whatsapp, shortId(order.id), link)),
  };
}

/** Starts payment of an order: redirects to the local gateway, or returns what Cashfree's script needs. */
export async function payState(
  services: Services,
  customer: Customer,
  id: string,
  { origin, part }: { origin: string; part: PaymentPart },
) {
  const started = await startPayment(services, id, customer, origin, part);
  if (!started.ok) {
    const why = await whyNotPaid(services, started.refused, { id, of: customer.id });
    throw redirect(confirmationPath(id), { headers: { "Set-Cookie": flashCookie(why) } });
  }
  const { payPath, sessionId, mode } = started.value;
  if (payPath !== null || mode === "local") throw redirectDocument(payPath ?? confirmationPath(id));
  // A started order can be paid, and until it ships changed to cash on delivery.
  const order = await orderOf(services, id, customer.id);
  if (!order) throw redirect(confirmationPath(id));
  return {
    state: "pay" as const,
    order: await unpaidView(services, order),
    session: { sessionId, mode },
  };
}
