import { Link } from "react-router";
import { plural } from "../../../shop/money.ts";
import type { RelaxedQuery } from "../../../shop/search/query/query-relaxation.server.ts";
import { colourLabels } from "../../../shop/search/text/colour-labels.ts";
import { ProductGrid } from "../product-card.tsx";
import { listingAddress } from "./change-listing.ts";

/** For an empty list: the nearest products, under a heading that says how they differ from what was asked. */
export default function Nearest({ path, relaxed }: { path: string; relaxed: RelaxedQuery }) {
  const { query, count, products, without } = relaxed;
  return (
    <section className="section" aria-labelledby="nearest">
      <p className="mb-4 muted wrap-anywhere">
        No products found with {without.join(", ")}. Try adjusting your search or filters, or look at these:
      </p>
      <div className="section-head">
        <h2 id="nearest" className="wrap-anywhere">
          {nearestHeading(relaxed)}
        </h2>
        {count > products.length && (
          <Link className="link" to={listingAddress(path, query)}>
            See all {count}
          </Link>
        )}
      </div>
      <ProductGrid products={products} withCart />
    </section>
  );
}

/** "2 black kurtas above ₹500", "12 products for “denim” in other sizes". */
function nearestHeading({ query, count, named, differing }: RelaxedQuery): string {
  const colour = colourLabels(query.colours).join(" or ").toLowerCase();
  const one = [colour, named ? query.text : "product"].filter(Boolean).join(" ");
  const what = plural(count, one, /s$/.test(one) ? one : `${one}s`);
  const found = named || query.text === "" ? what : `${what} for “${query.text}”`;
  return `${found} ${differing.join(", ")}`;
}
