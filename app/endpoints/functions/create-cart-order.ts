import { randomUUID } from "node:crypto";
import { prepareOrder } from "../../../shop/checkout/buy-now.server.ts";
import { readIdempotencyKey } from "../../../shop/checkout/idempotency-key.server.ts";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { sendCodeOfCashOrder } from "../../../shop/cod/confirm-by-code.server.ts";
import { readDelivery } from "../../../shop/delivery/delivery.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { orderBuyer } from "../../http/forms/delivery.server.ts";
import { userOf } from "../../http/guards.server.ts";
import { originOf } from "../../http/origin.server.ts";
import { callerOf } from "../../http/session/caller.server.ts";
import * as messages from "../../parts/messages/messages.ts";
import { placementRefusalToast } from "../../parts/messages/placement-refusal.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/create-cart-order";
import { errorResponse, jsonBody, privateJson } from "./json-body.server.ts";
import { createCartOrder, deliveryOf, paymentMethodOf } from "./user-details.ts";

/**
 * The server function create-cart-order (specification, section 7): an order from the viewer's own cart. In: JSON
 * {userDetails, paymentMethod?, couponCode?, cartVersion?, advance?}; a header Idempotency-Key makes retries safe.
 * Prices, quantities, users and status in the body are ignored. `advance`: what the caller has shown as paid in advance
 * of cash on delivery, in paise; a higher one is refused with 409 and its words. Out: {dbOrderId}, with {cashfreeOrder:
 * {payment_session_id, order_id}, appId} when an amount is to be paid online.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  const { success, data: body } = createCartOrder.safeParse(await jsonBody(request));
  if (!success) return errorResponse(400, "bad-input", messages.missingInformation.text);
  const way = paymentMethodOf(body);
  if (way === "whatsapp") {
    const prepared = await prepareOrder(services, viewer);
    return prepared.ok ? privateJson({ dbOrderId: prepared.value.id }) : refusal(prepared);
  }
  const sentKey = request.headers.get("Idempotency-Key");
  const key = sentKey === null ? randomUUID() : readIdempotencyKey(sentKey);
  if (key === null) {
    return errorResponse(400, "bad-key", "The Idempotency-Key must be 8 to 64 letters, digits, _ or -.");
  }
  const delivery = readDelivery(deliveryOf(body.userDetails));
  if (!delivery.ok) {
    return errorResponse(400, "missing-information", messages.missingInformation.text, {
      fields: delivery.errors,
    });
  }
  const buyer = orderBuyer(viewer, body.userDetails.email);
  if (!buyer) {
    return errorResponse(400, "missing-information", messages.missingInformation.text, {
      fields: { email: messages.emailInvalid.title },
    });
  }
  const placed = await placeOrder(services, buyer, {
    key,
    version: body.cartVersion ?? null,
    method: way,
    couponCode: body.couponCode || null,
    agreedAdvance: body.advance ?? 0,
    address: delivery.value,
  });
  if (!placed.ok) return refusal(placed);
  const dbOrderId = placed.value.id;
  await sendCodeOfCashOrder(services, callerOf(request, services.site), viewer, placed.value);
  if (placed.value.method === "cod" || placed.value.paid) return privateJson({ dbOrderId });
  const started = await startPayment(services, dbOrderId, viewer, originOf(services.site, request));
  if (!started.ok) return privateJson({ dbOrderId, error: started.refused });
  const { gatewayOrderId, sessionId, publicKey, mode, payPath } = started.value;
  return privateJson({
    dbOrderId,
    cashfreeOrder: { payment_session_id: sessionId, order_id: gatewayOrderId },
    appId: publicKey,
    mode,
    ...(payPath && { payPath }),
  });
}

function refusal(refused: Parameters<typeof placementRefusalToast>[0]): Response {
  const { title, text } = placementRefusalToast(refused);
  const message = [title, text].filter(Boolean).join(": ");
  if (refused.refused === "too-many-orders") return errorResponse(429, refused.refused, message);
  if (refused.refused !== "busy") return errorResponse(409, refused.refused, message);
  const later = errorResponse(503, refused.refused, message);
  later.headers.set("Retry-After", "2");
  return later;
}
