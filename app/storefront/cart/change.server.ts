import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { readQuantity } from "../../../shop/cart/cart.ts";
import {
  changeQuantity,
  clearCart,
  optionsToChoose,
  removeFromCart,
} from "../../../shop/cart/change-cart.server.ts";
import { changeVariant, restoreLine } from "../../../shop/cart/change-variant.server.ts";
import { prepareOrder } from "../../../shop/checkout/buy-now.server.ts";
import { addToWishlist } from "../../../shop/wishlist/wishlist.server.ts";
import type { FormOutcome } from "../../http/forms/answer.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import * as messages from "../../parts/messages/messages.ts";
import { placementRefusalToast } from "../../parts/messages/placement-refusal.server.ts";
import { addByForm } from "./add.server.ts";
import { cartAddress } from "./coupon-in-address.tsx";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "messaging">;

type Fields = Map<string, string>;

/** Handles the cart's forms and chooses the specification's message. */
export async function handleCartForm(ports: Ports, viewer: UserViewer, fields: Fields): Promise<FormOutcome> {
  const line = fields.get("line") ?? "";
  switch (fields.get("intent")) {
    case "add":
      return addByForm(ports, viewer, fields);
    case "buy":
      return buyProduct(fields);
    case "order":
      return order(ports, viewer, fields.get("line"));
    case "set": {
      const quantity = readQuantity(fields.get("quantity"));
      if (quantity === null) return { ok: false, message: "cartUpdateFailed" };
      if (quantity <= 0) return remove(ports, viewer, line, fields, "cartUpdateFailed");
      const changed = await changeQuantity(ports, viewer, line, quantity);
      if (!changed.ok) return { ok: false, message: "cartUpdateFailed" };
      return { ok: true, message: "cartUpdated", alreadyShown: true };
    }
    case "variant": {
      const changed = await changeVariant(ports, viewer, line, fields.get("variant") ?? "");
      if (changed.ok) return { ok: true, message: "cartUpdated", alreadyShown: true };
      return { ok: false, message: changed.refused === "no-line" ? "cartUpdateFailed" : "outOfStock" };
    }
    case "remove":
      return remove(ports, viewer, line, fields, "cartRemoveFailed");
    case "restore": {
      const quantity = readQuantity(fields.get("quantity")) ?? 1;
      const restored = await restoreLine(ports, viewer, fields.get("variant") ?? "", quantity);
      if (restored.ok) return { ok: true, message: "cartAdded" };
      return { ok: false, message: restored.refused === "no-line" ? "cartAddFailed" : "outOfStock" };
    }
    case "later":
      return saveForLater(ports, viewer, line, fields.get("product") ?? "");
    case "clear":
      await clearCart(ports, viewer);
      return { ok: true, message: "cartCleared" };
    default:
      return { ok: false, message: "cartUpdateFailed" };
  }
}

/** Removes a line, with an undo: in the toast, or without scripts on the answering page. */
async function remove(
  ports: Ports,
  viewer: UserViewer,
  line: string,
  fields: Fields,
  failed: "cartUpdateFailed" | "cartRemoveFailed",
): Promise<FormOutcome> {
  const removed = await removeFromCart(ports, viewer, line);
  if (!removed.ok) return { ok: false, message: failed };
  const what = { variant: removed.value.variantId, quantity: String(removed.value.quantity) };
  if (fields.get("answer") !== "here")
    return { ok: true, message: "cartRemoved", redirectTo: cartAddress(fields.get("coupon"), what) };
  const undo = {
    label: "Undo",
    action: href("/cart"),
    fields: { intent: "restore", answer: "here", ...what },
  };
  return { ok: true, message: "cartRemoved", toast: { ...messages.cartRemoved, undo } };
}

/**
 * The wishlist keeps products, so the size is chosen again. The line is removed last: at worst it is in both places.
 */
async function saveForLater(
  ports: Ports,
  viewer: UserViewer,
  line: string,
  product: string,
): Promise<FormOutcome> {
  const added = await addToWishlist(ports, viewer, product);
  if (!added.ok) return { ok: false, message: "wishFailed" };
  const removed = await removeFromCart(ports, viewer, line);
  return { ok: removed.ok, message: removed.ok ? "cartSavedForLater" : "cartUpdateFailed" };
}

/** Guests choose a variant on the product's page before signing in. Null when nothing has to be chosen there. */
export async function guestVariantChoice(ports: Ports, fields: Fields): Promise<FormOutcome | null> {
  const buys = fields.get("intent") === "add" || fields.get("intent") === "buy";
  if (!buys || fields.get("from") === "card") return null;
  const choice = await optionsToChoose(ports, {
    productId: fields.get("product") ?? "",
    size: fields.get("size") || null,
    colour: fields.get("colour") || null,
  });
  if (choice === null) return null;
  return { ok: false, message: choice === "choose-size" ? "chooseSize" : "chooseColour" };
}

/** 'Buy Now' on a product's page: opens the order page, where variant and quantity can still be changed. */
function buyProduct(fields: Fields): FormOutcome {
  const query = new URLSearchParams();
  for (const name of ["size", "colour", "quantity"]) {
    const value = fields.get(name);
    if (value) query.set(name, value);
  }
  const id = fields.get("product") ?? "";
  return {
    ok: true,
    message: "cartUpdated",
    alreadyShown: true,
    redirectTo: `${href("/order/:id", { id })}?${query}`,
  };
}

/** 'Buy Now' in the cart: prepares an order of one line or of all, and redirects to it. */
async function order(ports: Ports, viewer: UserViewer, line: string | undefined): Promise<FormOutcome> {
  const prepared = await prepareOrder(ports, viewer, line || undefined);
  if (prepared.ok) {
    const redirectTo = href("/order/:id", { id: prepared.value.id });
    return { ok: true, message: "cartUpdated", alreadyShown: true, redirectTo };
  }
  const message = prepared.refused === "out-of-stock" ? "orderOutOfStock" : "cartEmpty";
  return { ok: false, message, toast: placementRefusalToast(prepared) };
}
