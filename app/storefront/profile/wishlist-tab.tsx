import { href } from "react-router";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { WishlistItem } from "../../parts/wishlist/wishlist-item.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { DataOf } from "./tab-data.server.ts";

export default function WishlistTab({ items }: Pick<DataOf<"wishlist">, "items">) {
  useLiveUpdates(["products"]);
  if (items.length === 0)
    return (
      <EmptyState
        title="Your wishlist is empty"
        text="Tap the heart on anything you like, and you will find it here."
        link={{ to: href("/shop"), label: "Continue Shopping" }}
      />
    );
  return (
    <>
      <h2 className="sr-only">Wishlist</h2>
      <ul className="product-grid four">
        {items.map((item) => (
          <WishlistItem key={item.card.id} {...item} />
        ))}
      </ul>
    </>
  );
}
