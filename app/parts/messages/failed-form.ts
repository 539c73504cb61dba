import type { Toast } from "../../ui/toast.tsx";
import { error } from "./message.ts";
import * as offlineMessages from "./offline-messages.ts";

const inAMoment = "Nothing you entered is lost. Please try again in a moment.";

/** The specification's titles for forms that failed, by path; the first that matches. */
const titles: [path: RegExp, title: string][] = [
  [/^\/profile$/, "Error updating profile"],
  [/^\/checkout$/, "Order Failed"],
  [/^\/order\/./, "Order failed"],
  [/^\/track\b/, "Failed to fetch order details"],
  [/^\/admin\/products\/new$/, "Failed to create product"],
  [/^\/admin\/products\b/, "Failed to update product"],
  [/^\/admin\/orders\b/, "Failed to update order status"],
  [/^\/admin\/users\b/, "Failed to update user role"],
];
const titlesByIntent: Record<string, string> = {
  "/auth login": "Login failed",
  "/auth signup": "Signup failed",
  "/auth google": "Google sign-in failed",
  "/admin/products delete": "Failed to delete product",
};
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
  const title = titlesByIntent[`${path} ${intent}`] ?? titles.find(([pattern]) => pattern.test(path))?.[1];
  return error(title ?? "Something went wrong", inAMoment);
}
