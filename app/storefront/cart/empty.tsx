import type { ComponentProps } from "react";
import { href } from "react-router";
import { ProductGrid } from "../../parts/product-card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** An empty cart, with popular products if the shop has any. */
export default function EmptyCart({ popular }: { popular: ComponentProps<typeof ProductGrid>["products"] }) {
  return (
    <>
      <EmptyState
        level={1}
        title="Your cart is empty"
        text="Add some products to get started"
        link={{ to: href("/shop"), label: "Continue Shopping" }}
      />
      {popular.length > 0 && (
        <section aria-labelledby="popular">
          <div className="section-head">
            <h2 id="popular">Popular Products</h2>
          </div>
          <ProductGrid products={popular} className="product-grid four" />
        </section>
      )}
    </>
  );
}
