import type { BulkAddResult, VariantNotChosen } from "../../../shop/cart/cart.ts";
import type { Toast } from "../../ui/toast.tsx";
import { error, info } from "./message.ts";

/** Toast after a card added to the cart (specification, section 8). */
export function addedToCart(name: string): Toast {
  return info("Added to cart", `${name} has been added to your cart`);
}

const skipReasons: Record<VariantNotChosen, string> = {
  "choose-size": "Choose a size",
  "choose-colour": "Choose a colour",
  "out-of-stock": "Out of Stock",
  "not-sold": "No longer sold",
};
const maxNamed = 10;

/**
 * Toast after adding the whole wishlist to the cart: how many were added, and one note for each reason why others
 * were skipped.
 */
export function addedAll({ added, skipped }: BulkAddResult): { toast: Toast; notes: string[] } {
  const notes = [...new Set(skipped.map(({ why }) => why))].map((why) => {
    const some = skipped.filter((one) => one.why === why);
    const names = some.slice(0, maxNamed).map(({ name }) => name);
    const more = some.length > maxNamed ? ` and ${some.length - maxNamed} more` : "";
    return `${skipReasons[why]}: ${names.join(", ")}${more}`;
  });
  if (skipped.length === 0) return { toast: info("Success", "All of your wishlist is in your cart"), notes };
  const counts = `${added} added to your cart, ${skipped.length} skipped`;
  return {
    toast: added > 0 ? info("Success", counts) : error("Nothing was added to your cart", counts),
    notes,
  };
}
