import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { readQuantity } from "../../../shop/cart/cart.ts";
import {
  changeQuantity,
  clearCart,
  optionsToChoose,
  removeFromCart,
} from "../../../shop/cart/change-cart.server.ts";
import { prepareOrder } from "../../../shop/checkout/buy-now.server.ts";
import { placementRefusalToast } from "../../parts/messages/placement-refusal.ts";
import type { FormOutcome } from "../../web/forms/answer.server.ts";
import type { UserViewer } from "../../web/guards.server.ts";
import { addByForm } from "./add.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site">;

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
      const changed = await changeQuantity(ports, viewer, line, quantity);
      if (!changed.ok) return { ok: false, message: "cartUpdateFailed" };
      return quantity <= 0
        ? { ok: true, message: "cartRemoved" }
        : { ok: true, message: "cartUpdated", alreadyShown: true };
    }
    case "remove": {
      const removed = await removeFromCart(ports, viewer, line);
      return { ok: removed.ok, message: removed.ok ? "cartRemoved" : "cartRemoveFailed" };
    }
    case "clear":
      await clearCart(ports, viewer);
      return { ok: true, message: "cartCleared" };
    default:
      return { ok: false, message: "cartUpdateFailed" };
  }
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
    leadTo: `${href("/order/:id", { id })}?${query}`,
  };
}

/** 'Buy Now' in the cart: prepares an order of one line or of all, and redirects to it. */
async function order(ports: Ports, viewer: UserViewer, line: string | undefined): Promise<FormOutcome> {
  const prepared = await prepareOrder(ports, viewer, line || undefined);
  if (prepared.ok) {
    const leadTo = href("/order/:id", { id: prepared.value.id });
    return { ok: true, message: "cartUpdated", alreadyShown: true, leadTo };
  }
  const message = prepared.refused === "out-of-stock" ? "orderOutOfStock" : "cartEmpty";
  return { ok: false, message, toast: placementRefusalToast(prepared) };
}
