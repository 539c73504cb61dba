import type { Services } from "../../../platform/services.server.ts";
import {
  type BuyNowTerms,
  completeOrder,
  orderPrepared,
  orderSingle,
} from "../../../shop/checkout/buy-now.server.ts";
import { readIdempotencyKey } from "../../../shop/checkout/idempotency-key.server.ts";
import type { Buyer } from "../../../shop/checkout/write-order.server.ts";
import type { Coupon } from "../../../shop/coupons/coupons.server.ts";
import { readDelivery } from "../../../shop/delivery/delivery.ts";
import { saveDeliveryDetails } from "../../../shop/delivery/save-details.server.ts";
import type { DeliveryAddress } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import type { FieldErrors, FormFields } from "../../../shop/text/read-form.ts";
import { redirectToPlaced } from "../../http/forms/after-placing.server.ts";
import { typedTexts } from "../../http/forms/answer.server.ts";
import { orderBuyer, typedBusiness, typedDelivery } from "../../http/forms/delivery.server.ts";
import { readShown } from "../../http/forms/shown-amount.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import type { Cash } from "../../parts/checkout/cash.ts";
import * as messages from "../../parts/messages/messages.ts";
import * as paymentMessages from "../../parts/messages/payment-messages.ts";
import { orderPageToast } from "../../parts/messages/placement-refusal.server.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import type { Toast } from "../../ui/toast.tsx";
import {
  type Asked,
  cashOfForm,
  orderedGoods,
  typedCoupon,
  typedCouponCode,
  typedLine,
} from "./ordered.server.ts";

/** An answer that is not a redirect. `coupon`: the typed one, when it may be used. */
export type CompleteAnswer = FormAnswer & {
  coupon: Coupon | null;
  /** What is said of cash for what was sent. */
  cash: Cash | undefined;
};

/**
 * Checks a coupon, or saves the order and updates the profile; then redirects to the chat, the payment page or the
 * confirmation. If the viewer has an order with this id, it is a cart order with fixed lines; otherwise the id is a
 * product's.
 */
export async function handleCompleteOrderForm(
  services: Services,
  viewer: UserViewer,
  id: string,
  fields: FormFields,
  request: Request,
): Promise<CompleteAnswer | Response> {
  const asked = { services, viewer, id, fields };
  const prepared = await orderOf(services, id, viewer.id);
  const { subtotal } = await orderedGoods(asked, prepared);
  const coupon = await typedCoupon(asked, subtotal);
  const answer = async (toast: Toast, errors: FieldErrors = {}, placed = false): Promise<CompleteAnswer> => ({
    ok: toast.tone !== "wrong",
    toast,
    errors: coupon && !coupon.ok ? { ...errors, coupon: orderPageToast(coupon).text ?? "" } : errors,
    typed: typedTexts(fields),
    coupon: coupon?.ok ? coupon.value.coupon : null,
    cash: (await cashOfForm(asked, prepared, placed)) ?? undefined,
  });
  if (fields.get("intent") === "coupon") {
    const { couponEmpty } = paymentMessages;
    if (!coupon) return answer(couponEmpty, { coupon: couponEmpty.text ?? "" });
    return answer(coupon.ok ? paymentMessages.couponApplied : orderPageToast(coupon));
  }
  if (fields.get("privacy") !== "yes") return answer(messages.privacyRequired);
  const delivery = readDelivery(typedDelivery(fields));
  if (!delivery.ok)
    return answer(delivery.empty ? messages.missingInformation : messages.detailsWrong, delivery.errors);
  const buyer = orderBuyer(viewer, fields.get("email"), fields.get("updates"));
  if (!buyer) return answer(messages.detailsWrong, { email: messages.emailInvalid.title });
  const business = await typedBusiness(services, fields, delivery.value);
  if (!business.ok) return answer(messages.detailsWrong, business.errors);
  await saveDeliveryDetails(services, viewer, delivery.lines.name, delivery.lines);
  const saved = await (prepared ? orderCart : orderProduct)(
    { ...asked, buyer: { ...buyer, business: business.value } },
    delivery.value,
  );
  if (saved.ok) return redirectToPlaced(services, viewer, saved.value, request);
  return answer(orderPageToast(saved), {}, saved.refused === "cod-rule" || saved.refused === "cod-advance");
}

/** The order method of the form; WhatsApp by default. */
function termsOf(fields: FormFields): BuyNowTerms {
  const method = fields.get("method");
  return {
    method: method === "cod" || method === "online" ? method : "whatsapp",
    couponCode: typedCouponCode(fields),
    discountShown: readShown(fields.get("shown-discount")),
    shippingShown: readShown(fields.get("shown-shipping")),
    agreedAdvance: readShown(fields.get("advance")) ?? 0,
  };
}

type Ordering = Asked & { buyer: UserViewer & Buyer };

async function orderCart({ services, buyer, id, fields }: Ordering, address: DeliveryAddress) {
  const terms = termsOf(fields);
  if (terms.method === "whatsapp" && terms.couponCode === null)
    return completeOrder(services, buyer, id, address);
  const key = readIdempotencyKey(fields.get("key"));
  if (key === null) return { ok: false, refused: "not-found" } as const;
  return orderPrepared(services, buyer, id, { key, address, ...terms });
}

async function orderProduct(asked: Ordering, address: DeliveryAddress) {
  const { services, buyer, fields } = asked;
  const line = await typedLine(asked);
  const key = readIdempotencyKey(fields.get("key"));
  if (!line || key === null) return { ok: false, refused: "not-found" } as const;
  const { variantId, quantity } = line;
  return orderSingle(services, buyer, {
    key,
    variantId,
    quantity,
    address,
    ...termsOf(fields),
    unitShown: readShown(fields.get(`shown-${variantId}`)),
  });
}
