import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { cutText } from "../../../platform/text/cut-text.ts";
import { readIdempotencyKey } from "../../../shop/checkout/idempotency-key.server.ts";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import type { PlacementRefused } from "../../../shop/checkout/placement-refusal.server.ts";
import { type Quote, quoteCart } from "../../../shop/checkout/quote.server.ts";
import { checkCoupon } from "../../../shop/coupons/coupons.server.ts";
import { readDelivery } from "../../../shop/delivery/delivery.ts";
import type { FieldErrors, FormFields } from "../../../shop/text/read-form.ts";
import { redirectToPlaced } from "../../http/forms/after-placing.server.ts";
import { redirectWithToast, typedTexts } from "../../http/forms/answer.server.ts";
import { orderBuyer, typedBusiness, typedDelivery } from "../../http/forms/delivery.server.ts";
import { readShown } from "../../http/forms/shown-amount.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import type { Cash } from "../../parts/checkout/cash.ts";
import * as messages from "../../parts/messages/messages.ts";
import * as paymentMessages from "../../parts/messages/payment-messages.ts";
import { couponRefusalText, placementRefusalToast } from "../../parts/messages/placement-refusal.server.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import type { Toast } from "../../ui/toast.tsx";
import { cashAtCheckout } from "./cash.server.ts";

/** Answer when the checkout did not redirect. */
export type CheckoutAnswer = FormAnswer & {
  quote: Quote;
  method: "cod" | "online";
  /** What is said of cash for what was typed. */
  cash: Cash;
};

/** Handles the checkout's form: checks a coupon, or places the order and redirects. */
export async function handleCheckoutForm(
  services: Services,
  viewer: UserViewer,
  fields: FormFields,
  request: Request,
): Promise<CheckoutAnswer | Response> {
  const method = fields.get("method") === "online" ? "online" : "cod";
  const couponTyped = cutText((fields.get("coupon") ?? "").trim(), 40);
  const answer = async (
    toast: Toast,
    errors: FieldErrors = {},
    placed = false,
  ): Promise<CheckoutAnswer | Response> => {
    const quote = await quoteCart(services, viewer.id, couponTyped || null);
    if (quote.lines.length === 0) return backToCart(quote);
    const couponError = couponRefusalText(quote.couponRefused);
    if (couponError !== null) errors.coupon = couponError;
    const cash = await cashAtCheckout(services, viewer, quote, typedDelivery(fields), placed);
    return { ok: toast.tone !== "wrong", toast, errors, typed: typedTexts(fields), quote, method, cash };
  };
  if (fields.get("intent") === "coupon") {
    const { couponEmpty } = paymentMessages;
    if (couponTyped === "") return answer(couponEmpty, { coupon: couponEmpty.text ?? "" });
    return answer(await couponMessage(services, viewer.id, couponTyped));
  }
  const delivery = readDelivery(typedDelivery(fields));
  if (!delivery.ok) {
    return answer(delivery.empty ? messages.missingInformation : messages.detailsWrong, delivery.errors);
  }
  const key = readIdempotencyKey(fields.get("key"));
  if (key === null) return answer(messages.orderFailed);
  const buyer = orderBuyer(viewer, fields.get("email"), fields.get("updates"));
  if (!buyer) return answer(messages.detailsWrong, { email: messages.emailInvalid.title });
  const business = await typedBusiness(services, fields, delivery.value);
  if (!business.ok) return answer(messages.detailsWrong, business.errors);
  const placed = await placeOrder(
    services,
    { ...buyer, business: business.value },
    {
      key,
      version: fields.get("version") ?? null,
      method,
      couponCode: couponTyped || null,
      agreedAdvance: readShown(fields.get("advance")) ?? 0,
      address: delivery.value,
      saveAddress: delivery.lines,
    },
  );
  if (!placed.ok) return answer(placementRefusalToast(placed), {}, isOfCash(placed));
  return redirectToPlaced(services, viewer, placed.value, request);
}

/** Whether an order was refused by the owner's rules for cash. */
const isOfCash = ({ refused }: PlacementRefused) => refused === "cod-rule" || refused === "cod-advance";

/** Back to the cart, which has nothing to order; with the reason when everything in it has just sold out. */
export function backToCart({ gone }: Quote): Response {
  return redirectWithToast(href("/cart"), gone.length > 0 ? "orderOutOfStock" : undefined);
}

async function couponMessage(services: Services, userId: string, typed: string): Promise<Toast> {
  const { subtotal } = await quoteCart(services, userId, null);
  const checked = await checkCoupon(services.db, userId, typed, subtotal);
  return checked.ok ? paymentMessages.couponApplied : placementRefusalToast(checked);
}
