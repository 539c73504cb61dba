import { Heart } from "lucide";
import { href } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { useShop } from "../shop-context.ts";
import { useShopForm } from "../use-shop-form.ts";

/** The heart on a picture. `page`: where to return after signing in. */
export function WishlistButton({ productId, name, page }: { productId: string; name: string; page: string }) {
  const { wishlistIds } = useShop();
  const { sent, form } = useShopForm(href("/wishlist"), { once: "answered" });
  // Optimistic, and undone by the next click; reverted when the request is refused.
  const on = sent ? sent.get("intent") === "add" : wishlistIds.includes(productId);
  return (
    <form {...form} className="wish">
      <input type="hidden" name="intent" value={on ? "remove" : "add"} />
      <input type="hidden" name="product" value={productId} />
      <input type="hidden" name="next" value={page} />
      <button
        type="submit"
        className="icon-btn"
        aria-pressed={on}
        aria-label={`${on ? "Remove from" : "Add to"} wishlist: ${name}`}
      >
        <Icon of={Heart} />
      </button>
    </form>
  );
}
