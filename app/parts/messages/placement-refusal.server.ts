import type { OutOfStockRefusal, PlacementRefusal } from "../../../shop/checkout/placement-refusal.server.ts";
import type { CouponRefused } from "../../../shop/coupons/coupons.server.ts";
import { type Paise, rupees } from "../../../shop/money.ts";
import { advanceInWords } from "../../../shop/orders/amount-due.ts";
import type { Refused } from "../../../shop/refused.ts";
import type { MessageName } from "../../http/toast.server.ts";
import type { Toast } from "../../ui/toast.tsx";
import { allMessages } from "./all-messages.ts";

const messageNames: Record<PlacementRefusal, MessageName> = {
  "key-reused": "orderFailed",
  "too-many-orders": "tooManyOrders",
  "empty-cart": "cartEmpty",
  "cart-changed": "cartChanged",
  "online-amount": "onlineAmount",
  "cod-closed": "codClosed",
  "cod-amount": "codAmount",
  "cod-pin": "codPin",
  "cod-rule": "codRuled",
  "cod-advance": "codAdvance",
  "not-found": "noOrderData",
  "order-expired": "orderExpired",
  "unpaid-orders": "unpaidOrders",
  "unpaid-units": "unpaidUnits",
  "choose-size": "chooseSize",
  busy: "busy",
  "coupon-unknown": "couponUnknown",
  "coupon-over": "couponOver",
  "coupon-used-up": "couponUsedUp",
  "coupon-used-by-you": "couponUsedByYou",
  "coupon-first-order": "couponFirstOrder",
  "coupon-minimum": "couponMinimum",
};

/** Why a coupon does not apply, for its field or its line; null when it does. */
export function couponRefusalText(refused: CouponRefused | null): string | null {
  return refused === null ? null : (placementRefusalToast(refused).text ?? "");
}

/** Why an order was not placed; names the sold-out items or the coupon's condition. */
export function placementRefusalToast(
  refusal:
    | (Refused<PlacementRefusal> &
        Pick<CouponRefused, "minimum"> & {
          reason?: string;
          advance?: Paise;
          onDelivery?: Paise;
        })
    | OutOfStockRefusal,
): Toast {
  if (refusal.refused === "cod-rule" && refusal.reason)
    return { ...allMessages.codRuled, text: refusal.reason };
  if (refusal.refused === "cod-advance" && refusal.advance !== undefined)
    return { ...allMessages.codAdvance, text: advanceText(refusal.advance, refusal.onDelivery ?? 0) };
  if (refusal.refused === "coupon-minimum" && refusal.minimum !== undefined) {
    return {
      ...allMessages.couponMinimum,
      text: `This coupon is for orders of ${rupees(refusal.minimum)} or more.`,
    };
  }
  if (refusal.refused !== "out-of-stock") return allMessages[messageNames[refusal.refused]];
  const { names } = refusal;
  if (names.length === 0) return allMessages.orderOutOfStock;
  return {
    ...allMessages.orderOutOfStock,
    text: `Not enough stock of: ${names.join(", ")}. Nothing was ordered.`,
  };
}

function advanceText(now: Paise, onDelivery: Paise): string {
  return `${advanceInWords(now, onDelivery)}. If that suits you, place the order once more.`;
}

/** The same on the order's page, which has its own title for a failed order (specification, section 8). */
export function orderPageToast(refusal: Parameters<typeof placementRefusalToast>[0]): Toast {
  const toast = placementRefusalToast(refusal);
  return toast.title === allMessages.orderFailed.title ? { ...toast, title: "Order failed" } : toast;
}
