import { href } from "react-router";
import { z } from "zod";
import type { Services } from "../../../platform/services.server.ts";
import { addToCartOnce } from "../../../shop/cart/add-once.server.ts";
import { readQuantity } from "../../../shop/cart/cart.ts";
import { addToCart } from "../../../shop/cart/change-cart.server.ts";
import type { FormOutcome } from "../../http/forms/answer.server.ts";
import { nextPath } from "../../http/forms/pending-intent.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import { addedToCart } from "../../parts/messages/added-toasts.ts";
import { allMessages } from "../../parts/messages/all-messages.ts";

type Fields = Map<string, string>;

const uuid = z.uuid();

/** Handles "Add to Cart" of a card or a product's page and chooses the specification's message. */
export async function addByForm(
  ports: Pick<Services, "db" | "clock">,
  viewer: UserViewer,
  fields: Fields,
): Promise<FormOutcome> {
  const wanted = {
    productId: fields.get("product") ?? "",
    size: fields.get("size") || null,
    colour: fields.get("colour") || null,
    quantity: readQuantity(fields.get("quantity")) ?? 1,
  };
  // Scripts send a key, and a pending intent has an id: a repeated submission counts once.
  const key = uuid.safeParse(fields.get("key") ?? fields.get("pending"));
  const added = key.success
    ? await addToCartOnce(ports, viewer, key.data, wanted)
    : await addToCart(ports, viewer, wanted);
  if (added.ok) {
    const toast = fields.get("from") === "card" ? { toast: addedToCart(added.value.name) } : {};
    return { ok: true, message: "cartAdded", ...toast };
  }
  if (added.refused === "choose-size") return missingChoice("chooseSize", fields);
  if (added.refused === "choose-colour") return missingChoice("chooseColour", fields);
  return { ok: false, message: added.refused === "out-of-stock" ? "outOfStock" : "cartAddFailed" };
}

/** A card has no size and colour selects: redirect to the product's page. Without scripts the form does so anyway. */
function missingChoice(message: "chooseSize" | "chooseColour", fields: Fields): FormOutcome {
  const page = nextPath(fields, href("/cart"));
  if (!page.startsWith(`${href("/product/:id?")}/`) || fields.get("from") !== "card")
    return { ok: false, message };
  return { ok: false, message, toast: { ...allMessages[message], link: { to: page, label: "Choose" } } };
}
