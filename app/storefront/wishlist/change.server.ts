import type { Services } from "../../../platform/services.server.ts";
import { addToCart } from "../../../shop/cart/change-cart.server.ts";
import { unwish, wish, wishlistOf } from "../../../shop/wishlist/wishlist.server.ts";
import type { Outcome } from "../../web/shop-answer.server.ts";

type Ports = Pick<Services, "db" | "clock">;

/** Does what a wishlist form says, and finds the specification's words for what came of it. */
export async function changeWishlist(
  ports: Ports,
  userId: string,
  fields: Map<string, string>,
): Promise<Outcome> {
  const product = fields.get("product") ?? "";
  switch (fields.get("intent")) {
    case "toggle":
      if (await unwish(ports, userId, product)) return { ok: true, said: "wishRemoved" };
      return put(ports, userId, product);
    case "add":
      return put(ports, userId, product);
    case "remove":
      await unwish(ports, userId, product);
      return { ok: true, said: "wishRemoved" };
    case "add-all":
      return addAll(ports, userId);
    default:
      return { ok: false, said: "wishFailed" };
  }
}

async function put(ports: Ports, userId: string, product: string): Promise<Outcome> {
  const put = await wish(ports, userId, product);
  return { ok: put.ok, said: put.ok ? "wishAdded" : "wishFailed" };
}

/** Puts one of each into the cart; what needs a size or is sold out stays, and that is said. */
async function addAll(ports: Ports, userId: string): Promise<Outcome> {
  let added = 0;
  let left = 0;
  for (const { id } of await wishlistOf(ports, userId)) {
    const done = await addToCart(ports, userId, { productId: id, size: null, colour: null, quantity: 1 });
    if (done.ok) added += 1;
    else left += 1;
  }
  const text =
    left === 0
      ? "All of your wishlist is in your cart"
      : `${added} added. ${left} need a size or are sold out.`;
  return {
    ok: added > 0,
    said: left === 0 ? "cartAdded" : "wishSomeNeedSize",
    toast: {
      title: added > 0 ? "Success" : "Choose a size",
      text,
      ...(added > 0 ? {} : { tone: "wrong" as const }),
    },
  };
}
