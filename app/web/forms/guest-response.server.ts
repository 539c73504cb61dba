import { data, redirect } from "react-router";
import { messages } from "../../parts/messages/messages.ts";
import type { FormResult } from "../../parts/use-shop-form.ts";
import type { Toast } from "../../ui/toast.tsx";
import type { SignInReason } from "../access/guard.ts";
import { signInAddress } from "../guards.server.ts";
import { savePendingIntent } from "./pending-intent.server.ts";

const refusals: Record<"cart" | "wishlist" | "buy", Toast> = {
  cart: messages.signInForCart,
  wishlist: messages.signInForWishlist,
  buy: messages.signInToBuy,
};

/**
 * Answer to a guest who uses cart, wishlist or 'Buy Now' (specification, section 5): a toast with a sign-in link
 * where a script asks, else the sign-in screen. After signing in the user is led back and the intent is completed.
 */
export function guestResponse(
  fields: Map<string, string>,
  reason: Exclude<SignInReason, "admin">,
  screen: string,
  https: boolean,
) {
  const { next, cookie } = savePendingIntent(fields, screen, https);
  const address = signInAddress(next, reason);
  const headers = { "Set-Cookie": cookie };
  if (fields.get("answer") !== "here") return redirect(address, { status: 303, headers });
  const answer: FormResult = {
    ok: false,
    toast: { ...refusals[reason], link: { to: address, label: "Login" } },
  };
  return data(answer, { headers });
}
