import { href, redirect, redirectDocument } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { readIdempotencyKey } from "../../../shop/checkout/idempotency-key.server.ts";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { type Quote, quoteCart } from "../../../shop/checkout/quote.server.ts";
import { checkCoupon } from "../../../shop/coupons/coupons.server.ts";
import { type DeliveryErrors, type DeliveryInput, readDelivery } from "../../../shop/delivery/delivery.ts";
import { saveDeliveryDetails } from "../../../shop/delivery/save-details.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { messages } from "../../parts/messages/messages.ts";
import { placementRefusalToast } from "../../parts/messages/placement-refusal.ts";
import type { Toast } from "../../ui/toast.tsx";
import { typedDelivery } from "../../web/forms/delivery.server.ts";
import type { UserViewer } from "../../web/guards.server.ts";
import { originOf } from "../../web/origin.server.ts";
import { flashCookie } from "../../web/toast.server.ts";

/** Answer when the checkout did not redirect, with the typed values. */
export type CheckoutResult = {
  toast: Toast;
  quote: Quote;
  typed: DeliveryInput;
  errors: DeliveryErrors;
  couponTyped: string;
  method: "cod" | "online";
};

/** Handles the checkout's form: checks a coupon, or places the order and redirects. */
export async function handleCheckoutForm(
  services: Services,
  viewer: UserViewer,
  fields: Map<string, string>,
  request: Request,
): Promise<CheckoutResult | Response> {
  const typed = typedDelivery(fields);
  const method = fields.get("method") === "online" ? "online" : "cod";
  const couponTyped = (fields.get("coupon") ?? "").trim().slice(0, 40);
  const say = async (toast: Toast, errors: DeliveryErrors = {}): Promise<CheckoutResult | Response> => {
    const quote = await quoteCart(services, viewer.id, couponTyped || null);
    if (quote.lines.length === 0) return redirect(href("/cart"), { status: 303 });
    return { toast, quote, typed, errors, couponTyped, method };
  };
  if (fields.get("intent") === "coupon") return say(await couponMessage(services, viewer.id, couponTyped));
  const delivery = readDelivery(typed);
  if (!delivery.ok) {
    return say(delivery.empty ? messages.missingInformation : messages.detailsWrong, delivery.errors);
  }
  const key = readIdempotencyKey(fields.get("key"));
  if (key === null) return say(messages.orderFailed);
  const placed = await placeOrder(services, viewer, {
    key,
    version: fields.get("version") ?? null,
    method,
    couponCode: couponTyped || null,
    address: delivery.value,
  });
  if (!placed.ok) return say(placementRefusalToast(placed));
  await saveDeliveryDetails(services, viewer, null, delivery.lines);
  const { id } = placed.value;
  const confirmation = href("/order-confirmation/:id?", { id });
  if (method === "cod" || placed.value.paid) return redirect(confirmation, { status: 303 });
  const started = await startPayment(services, id, viewer, originOf(services.site, request));
  if (!started.ok) {
    const headers = { "Set-Cookie": flashCookie("paymentNotStarted") };
    return redirect(confirmation, { status: 303, headers });
  }
  const { payPath } = started.value;
  return redirectDocument(payPath ?? `${confirmation}?pay=1`, 303);
}

async function couponMessage(services: Services, userId: string, typed: string): Promise<Toast> {
  if (typed === "") return messages.couponUnknown;
  const { subtotal } = await quoteCart(services, userId, null);
  const checked = await checkCoupon(services.db, userId, typed, subtotal);
  return checked.ok ? messages.couponApplied : placementRefusalToast(checked);
}
