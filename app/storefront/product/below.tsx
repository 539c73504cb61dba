import type { ProductSummary } from "../../../shop/catalogue/catalogue.ts";
import type { Companions } from "../../../shop/search/bought-together.server.ts";
import { ProductGrid } from "../../parts/product-card.tsx";
import { RecentlyViewed } from "../../parts/recent/recently-viewed.tsx";
import { Reviews, type ReviewsProps } from "./reviews.tsx";

/** Content below the fold; nothing waits for its scripts. */
export default function Below({
  product,
  together,
  suggestions,
  ...reviews
}: ReviewsProps & { product: string; together: Companions; suggestions: ProductSummary[] }) {
  return (
    <>
      <Reviews {...reviews} />
      <Row
        id="together"
        title={together.byRule ? "Goes well with" : "Bought together"}
        products={together.products}
      />
      <Row id="suggestions" title="You might also like" products={suggestions} />
      <RecentlyViewed current={product} />
    </>
  );
}

function Row({ id, title, products }: { id: string; title: string; products: ProductSummary[] }) {
  if (products.length === 0) return null;
  return (
    <section className="section wrap later" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
      </div>
      <ProductGrid products={products} className="product-grid four" />
    </section>
  );
}
