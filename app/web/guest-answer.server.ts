import { data, redirect } from "react-router";
import type { ShopAnswer } from "../parts/ask-shop.ts";
import { messages } from "../parts/messages.ts";
import type { Toast } from "../ui/toast.tsx";
import { type SignInReason, signInAddress } from "./guards.server.ts";
import { sameSitePath } from "./same-site.ts";

const refusals: Record<"cart" | "wishlist" | "buy", Toast> = {
  cart: messages.signInForCart,
  wishlist: messages.signInForWishlist,
  buy: messages.signInToBuy,
};

/**
 * The refusal of a guest who wants to put something into a cart or wishlist or to buy it (specification, section 5):
 * a toast with a way to sign in where a script asks, else the sign-in screen, which says the same and leads back.
 */
export async function answerGuest(fields: FormData, reason: Exclude<SignInReason, "admin">, home: string) {
  const next = fields.get("next");
  const address = signInAddress(sameSitePath(typeof next === "string" ? next : null) ?? home, reason);
  if (fields.get("answer") !== "here") return redirect(address, 303);
  const answer: ShopAnswer = {
    ok: false,
    toast: { ...refusals[reason], link: { to: address, label: "Login" } },
  };
  return data(answer);
}
