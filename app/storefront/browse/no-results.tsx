import { Link } from "react-router";
import type { PopularProducts } from "../../../shop/search/popular.server.ts";
import type { SearchResult } from "../../../shop/search/search-products.server.ts";
import { listingAddress } from "../../parts/listing/change-listing.ts";
import { productCountLabel } from "../../parts/listing/results.tsx";
import { ProductGrid } from "../../parts/product-card.tsx";

/** For an empty list: relaxed filters with counts, categories, and popular products. */
export function NoResults({
  path,
  relaxed,
  popular: { products, categories },
}: {
  path: string;
  relaxed: SearchResult["relaxed"];
  popular: PopularProducts;
}) {
  return (
    <>
      {relaxed && (
        <section className="section" aria-labelledby="relaxed">
          <div className="section-head">
            <h2 id="relaxed">{`Without ${relaxed.without.join(", ")}`}</h2>
            <Link className="link" to={listingAddress(path, relaxed.query)}>
              See {productCountLabel(relaxed.count)}
            </Link>
          </div>
          <ProductGrid products={relaxed.products} />
        </section>
      )}
      <section className="section" aria-labelledby="by-category">
        <div className="section-head">
          <h2 id="by-category">Browse the shop</h2>
        </div>
        <ul className="chips wrapping">
          {categories.map(({ value, label, count }) => (
            <li key={value}>
              <Link className="chip" to={`${path}?${new URLSearchParams({ category: value })}`}>
                {label} ({count})
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="section" aria-labelledby="popular">
        <div className="section-head">
          <h2 id="popular">Popular now</h2>
        </div>
        <ProductGrid products={products} />
      </section>
    </>
  );
}

/** A link to the relaxed query that the search found, with its number of products. */
export function RelaxedLink({
  path,
  relaxed,
}: {
  path: string;
  relaxed: NonNullable<SearchResult["relaxed"]>;
}) {
  return (
    <Link className="btn btn-primary" to={listingAddress(path, relaxed.query)}>
      {`See ${productCountLabel(relaxed.count)} without ${relaxed.without.join(", ")}`}
    </Link>
  );
}
