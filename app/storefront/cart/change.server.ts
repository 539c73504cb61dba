import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { readQuantity } from "../../../shop/cart/cart.ts";
import {
  addToCart,
  changeQuantity,
  clearCart,
  removeFromCart,
} from "../../../shop/cart/change-cart.server.ts";
import { addedToCart, messages } from "../../parts/messages.ts";
import { nextOf } from "../../web/deed.server.ts";
import type { Outcome } from "../../web/shop-answer.server.ts";

type Ports = Pick<Services, "db" | "clock">;
const path = href("/cart");

type Fields = Map<string, string>;

/** Does what a cart form says, and finds the specification's words for what came of it. */
export async function changeCart(ports: Ports, userId: string, fields: Fields): Promise<Outcome> {
  const line = fields.get("line") ?? "";
  switch (fields.get("intent")) {
    case "add":
    case "buy":
      return add(ports, userId, fields);
    case "set": {
      const quantity = readQuantity(fields.get("quantity"));
      if (quantity === null) return { ok: false, said: "cartUpdateFailed" };
      const changed = await changeQuantity(ports, userId, line, quantity);
      if (!changed.ok) return { ok: false, said: "cartUpdateFailed" };
      return quantity <= 0
        ? { ok: true, said: "cartRemoved" }
        : { ok: true, said: "cartUpdated", seen: true };
    }
    case "remove": {
      const removed = await removeFromCart(ports, userId, line);
      return { ok: removed.ok, said: removed.ok ? "cartRemoved" : "cartRemoveFailed" };
    }
    case "clear":
      await clearCart(ports, userId);
      return { ok: true, said: "cartCleared" };
    default:
      return { ok: false, said: "cartUpdateFailed" };
  }
}

async function add(ports: Ports, userId: string, fields: Fields): Promise<Outcome> {
  const added = await addToCart(ports, userId, {
    productId: fields.get("product") ?? "",
    size: fields.get("size") || null,
    colour: fields.get("colour") || null,
    quantity: readQuantity(fields.get("quantity")) ?? 1,
  });
  if (added.ok) {
    if (fields.get("intent") === "buy") return { ok: true, said: "cartAdded", leadTo: href("/checkout") };
    const toast = fields.get("from") === "card" ? { toast: addedToCart(added.value.name) } : {};
    return { ok: true, said: "cartAdded", ...toast };
  }
  if (added.refused === "choose-size") return toBeChosen("chooseSize", fields);
  if (added.refused === "choose-colour") return toBeChosen("chooseColour", fields);
  return { ok: false, said: added.refused === "out-of-stock" ? "outOfStock" : "cartAddFailed" };
}

/** A card shows no sizes and colours: its product's page does. Without scripts the form leads there anyway. */
function toBeChosen(said: "chooseSize" | "chooseColour", fields: Fields): Outcome {
  const page = nextOf(fields, path);
  if (!page.startsWith(`${href("/product/:id?")}/`) || fields.get("from") !== "card")
    return { ok: false, said };
  return { ok: false, said, toast: { ...messages[said], link: { to: page, label: "Choose" } } };
}
