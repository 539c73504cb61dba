import { data, redirectDocument } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { readPaymentPart } from "../../../shop/orders/amount-due.ts";
import { startTrackedPayment } from "../../../shop/payments/start-payment.server.ts";
import { originOf } from "../../http/origin.server.ts";
import { allMessages } from "../../parts/messages/all-messages.ts";
import { whyNotPaid } from "../../parts/messages/payment-refusals.server.ts";
import { trackPath } from "../../parts/orders/order-links.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

/** A payment page that only the provider's script opens. */
type PaymentOpened = { session: { sessionId: string; mode: "sandbox" | "production" } };

/**
 * Opens the payment of an order whose digits this guest has typed. In: the order's id, the part that is paid, the cookie
 * that renews the proof, so that it lasts until the provider leads back.
 */
export async function payTracked(
  services: Services,
  request: Request,
  { orderId, part, cookie }: { orderId: string; part: string | undefined; cookie: string },
) {
  const origin = originOf(services.site, request);
  const returnUrl = `${origin}${trackPath(orderId)}?returned=1`;
  const asked = { origin, returnUrl, part: readPaymentPart(part) };
  const started = await startTrackedPayment(services, orderId, asked);
  const headers = { "Set-Cookie": cookie };
  if (started.ok) {
    const { payPath, sessionId, mode } = started.value;
    if (payPath !== null) return redirectDocument(payPath, { status: 303, headers });
    if (mode !== "local")
      return data<FormAnswer & PaymentOpened>({ ok: true, session: { sessionId, mode } }, { headers });
  }
  const why = started.ok ? "gateway-silent" : started.refused;
  const toast = allMessages[await whyNotPaid(services, why, null)];
  return data<FormAnswer>({ ok: false, toast }, { status: why === "not-found" ? 404 : 409, headers });
}
