import { href } from "react-router";
import type { Wish as WishData } from "../../../shop/wishlist/wishlist-page.server.ts";
import { useAskShop } from "../ask-shop.ts";
import { ProductCard } from "../product-card.tsx";

/** A card with what the wishlist adds: the size that is asked for, the way into the cart, and off the list. */
export function Wish({ card, sizes }: WishData) {
  const cart = useAskShop(href("/cart"), { once: true });
  const removal = useAskShop(href("/wishlist"));
  if (removal.sent) return null;
  return (
    <ProductCard product={card}>
      <form {...cart.form} className="wish-buy">
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="from" value="card" />
        <input type="hidden" name="product" value={card.id} />
        <input type="hidden" name="next" value={href("/wishlist")} />
        {sizes.length > 0 && (
          <select className="input" name="size" required aria-label={`Size of ${card.name}`} defaultValue="">
            <option value="" disabled>
              Size
            </option>
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        )}
        <button
          type="submit"
          className="btn btn-secondary btn-medium"
          disabled={card.stock <= 0}
          aria-busy={cart.busy}
          aria-label={card.stock > 0 ? `Add to Cart: ${card.name}` : undefined}
        >
          {card.stock > 0 ? "Add to Cart" : "Out of Stock"}
        </button>
      </form>
      <form {...removal.form} className="wish-remove">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="product" value={card.id} />
        <button type="submit" className="btn btn-link btn-medium" aria-label={`Remove ${card.name}`}>
          Remove
        </button>
      </form>
    </ProductCard>
  );
}

/** Everything into the cart at once; what needs a size is said. */
export function AddAll() {
  const { busy, form } = useAskShop(href("/wishlist"));
  return (
    <form {...form}>
      <input type="hidden" name="intent" value="add-all" />
      <button type="submit" className="btn btn-primary" aria-busy={busy}>
        Add All to Cart
      </button>
    </form>
  );
}
