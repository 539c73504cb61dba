import { href } from "react-router";
import { useShopForm } from "./use-shop-form.ts";

/** The button of a product card. `page`: where to return after signing in. */
export function AddToCart({
  productId,
  name,
  page,
  soldOut,
}: {
  productId: string;
  name: string;
  page: string;
  soldOut: boolean;
}) {
  const { busy, form } = useShopForm(href("/cart"), { once: true });
  if (soldOut)
    return (
      <button type="button" className="btn btn-secondary btn-medium btn-full add" disabled>
        Out of Stock
      </button>
    );
  return (
    <form {...form} className="add">
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="from" value="card" />
      <input type="hidden" name="product" value={productId} />
      <input type="hidden" name="next" value={page} />
      <button
        type="submit"
        className="btn btn-secondary btn-medium btn-full"
        aria-busy={busy}
        aria-label={`Add to Cart: ${name}`}
      >
        Add to Cart
      </button>
    </form>
  );
}
