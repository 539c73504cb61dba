import type { Services } from "../../../platform/services.server.ts";
import type { Customer } from "../../../shop/access/actor.ts";
import { addEachToCart } from "../../../shop/cart/add-each.server.ts";
import {
  addToWishlist,
  removeFromWishlist,
  wishlistProductIds,
} from "../../../shop/wishlist/wishlist.server.ts";
import { addedAll } from "../../parts/messages/messages.ts";
import type { FormOutcome } from "../../web/forms/answer.server.ts";

type Ports = Pick<Services, "db" | "clock">;

/** Handles the wishlist's forms and chooses the specification's message. */
export async function handleWishlistForm(
  ports: Ports,
  customer: Customer,
  fields: Map<string, string>,
): Promise<FormOutcome> {
  const product = fields.get("product") ?? "";
  switch (fields.get("intent")) {
    case "add": {
      const put = await addToWishlist(ports, customer, product);
      return { ok: put.ok, message: put.ok ? "wishAdded" : "wishFailed" };
    }
    case "remove":
      await removeFromWishlist(ports, customer, product);
      return { ok: true, message: "wishRemoved" };
    case "add-all": {
      const done = await addEachToCart(ports, customer, await wishlistProductIds(ports, customer.id));
      // Shown on the page, because a list of skipped items with reasons is too long for a toast.
      return { ok: done.added > 0, message: "cartAdded", ...addedAll(done), onPage: true };
    }
    default:
      return { ok: false, message: "wishFailed" };
  }
}
