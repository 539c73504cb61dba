import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { readQuantity } from "../../../shop/cart/cart.ts";
import { completeOrder, orderSingle } from "../../../shop/checkout/buy-now.server.ts";
import { readIdempotencyKey } from "../../../shop/checkout/idempotency-key.server.ts";
import { singleProductOptions } from "../../../shop/checkout/single-product.server.ts";
import { readDelivery } from "../../../shop/delivery/delivery.ts";
import { saveDeliveryDetails } from "../../../shop/delivery/save-details.server.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import type { FieldErrors, FormFields } from "../../../shop/text/read-form.ts";
import { messages } from "../../parts/messages/messages.ts";
import { placementRefusalToast } from "../../parts/messages/placement-refusal.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import type { Toast } from "../../ui/toast.tsx";
import { leadTo, typedTexts } from "../../web/forms/answer.server.ts";
import { orderBuyer, typedDelivery } from "../../web/forms/delivery.server.ts";
import type { UserViewer } from "../../web/guards.server.ts";

/**
 * Saves the order and updates the profile; then redirects to the order's page, which opens the chat. If the viewer
 * has an order with this id, it is a cart order with fixed lines; otherwise the id is a product's.
 */
export async function handleCompleteOrderForm(
  services: Services,
  viewer: UserViewer,
  id: string,
  fields: FormFields,
): Promise<FormAnswer | Response> {
  const say = (toast: Toast, errors: FieldErrors = {}): FormAnswer => ({
    ok: false,
    toast,
    errors,
    typed: typedTexts(fields),
  });
  if (fields.get("privacy") !== "yes") return say(messages.privacyRequired);
  const delivery = readDelivery(typedDelivery(fields));
  if (!delivery.ok) {
    return say(delivery.empty ? messages.missingInformation : messages.detailsWrong, delivery.errors);
  }
  const buyer = orderBuyer(viewer, fields.get("email"));
  if (!buyer) return say(messages.detailsWrong, { email: messages.emailInvalid.title });
  await saveDeliveryDetails(services, viewer, delivery.lines.name, delivery.lines);
  const saved = (await orderOf(services, id, viewer.id))
    ? await completeOrder(services, buyer, id, delivery.value)
    : await single(services, buyer, id, fields, delivery.value);
  if (!saved.ok) return say(placementRefusalToast(saved));
  return leadTo(`${href("/order/:id", { id: saved.value.id })}?chat=open`);
}

async function single(
  services: Services,
  viewer: UserViewer,
  product: string,
  fields: FormFields,
  address: Parameters<typeof completeOrder>[3],
) {
  const choice = await singleProductOptions(services, viewer.id, product);
  const variant = choice?.find(({ variantId }) => variantId === fields.get("variant"));
  const key = readIdempotencyKey(fields.get("key"));
  if (!variant || key === null) return { ok: false, refused: "not-found" } as const;
  return orderSingle(services, viewer, {
    key,
    variantId: variant.variantId,
    quantity: readQuantity(fields.get("quantity")) ?? 1,
    unitShown: readShownLine(fields.get(`shown-${variant.variantId}`)),
    shippingShown: readShownLine(fields.get("shown-shipping")),
    address,
  });
}

function readShownLine(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null;
}
