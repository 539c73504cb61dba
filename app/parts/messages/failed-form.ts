import type { Toast } from "../../ui/toast.tsx";
import { error } from "./message.ts";
import * as offlineMessages from "./offline-messages.ts";

const inAMoment = "Nothing you entered is lost. Please try again in a moment.";

const statusForms = ["status", "many", "confirm", "undo"];
/**
 * The specification's titles for forms that failed, by path, and by `intent` where the screen has forms about
 * something else too; the first that matches.
 */
const titles: { path: RegExp; title: string; intents?: string[] }[] = [
  { path: /^\/auth$/, title: "Login failed", intents: ["login"] },
  { path: /^\/auth$/, title: "Signup failed", intents: ["signup"] },
  { path: /^\/auth$/, title: "Google sign-in failed", intents: ["google"] },
  { path: /^\/profile$/, title: "Error updating profile" },
  { path: /^\/checkout$/, title: "Order Failed", intents: ["", "place"] },
  { path: /^\/order\/./, title: "Order failed", intents: ["", "place"] },
  { path: /^\/track\b/, title: "Failed to fetch order details", intents: [""] },
  { path: /^\/admin\/products$/, title: "Failed to delete product", intents: ["delete"] },
  { path: /^\/admin\/products\/new$/, title: "Failed to create product" },
  { path: /^\/admin\/products\b/, title: "Failed to update product" },
  { path: /^\/admin\/orders(\/[^/]+)?$/, title: "Failed to update order status", intents: statusForms },
  { path: /^\/admin\/(users|team)(\/[^/]+)?$/, title: "Failed to update user role", intents: ["role"] },
];
const cartMessages: Record<string, Toast> = {
  order: error("Order failed", inAMoment),
  buy: error("Order failed", inAMoment),
  set: offlineMessages.cartUpdateFailed,
  variant: offlineMessages.cartUpdateFailed,
  later: offlineMessages.cartUpdateFailed,
  remove: offlineMessages.cartRemoveFailed,
  clear: offlineMessages.cartClearFailed,
};

/**
 * Toast of a form that the server or the database failed to handle, for every form of the shop: the specification's
 * text where it has one (section 8). In: the path the form was sent to, and its field `intent`.
 */
export function failedForm(path: string, intent: string): Toast {
  if (path === "/cart") return cartMessages[intent] ?? offlineMessages.cartAddFailed;
  const found = titles.find((one) => one.path.test(path) && (one.intents?.includes(intent) ?? true));
  return error(found?.title ?? "Something went wrong", inAMoment);
}
