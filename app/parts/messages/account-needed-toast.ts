import { shortId } from "../../../shop/orders/orders.ts";
import type { Toast } from "../../ui/toast.tsx";

const words = {
  "open-orders": (order: string) =>
    `Order ${order} is still on its way. Please wait until it arrives, or cancel it first.`,
  "open-refunds": (order: string) =>
    `Your refund for order ${order} has not been paid yet. Please wait until it has reached you.`,
  "open-returns": (order: string) =>
    `A return or exchange of order ${order} is still open. Please wait until it is completed.`,
};

/** Toast for an account that is not deleted because an order still needs it: what is open, and a link to the order. */
export function accountNeededToast({
  refused,
  orderId,
}: {
  refused: keyof typeof words;
  orderId: string;
}): Toast {
  return {
    title: "Account not deleted",
    text: words[refused](shortId(orderId)),
    tone: "wrong",
    link: { to: `/track/${orderId}`, label: "View order" },
  };
}
