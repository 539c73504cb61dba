import { Heart } from "lucide-react";
import { href } from "react-router";
import { useAskShop } from "./ask-shop.ts";

/** The heart on a picture. `page` is where the customer is led after signing in. */
export function WishButton({ productId, name, page }: { productId: string; name: string; page: string }) {
  const { form } = useAskShop(href("/wishlist"));
  return (
    <form {...form} className="wish">
      <input type="hidden" name="intent" value="toggle" />
      <input type="hidden" name="product" value={productId} />
      <input type="hidden" name="next" value={page} />
      <button type="submit" className="icon-btn" aria-pressed={false} aria-label={`Add to wishlist: ${name}`}>
        <Heart className="icon" aria-hidden="true" />
      </button>
    </form>
  );
}
