import { Link } from "react-router";
import type { PopularProducts } from "../../../shop/search/popular.server.ts";
import type { SearchResult } from "../../../shop/search/search-products.server.ts";
import { ProductGrid } from "../product-card.tsx";

/** For an empty list: similar types of products, categories, and popular products. */
export default function NoResults({
  path,
  alternatives,
  popular: { products, categories },
}: {
  path: string;
  alternatives: SearchResult["alternatives"];
  popular: PopularProducts;
}) {
  return (
    <>
      {alternatives && alternatives.similar.length > 0 && <Similar path={path} {...alternatives} />}
      {categories.length > 0 && (
        <section className="section" aria-labelledby="by-category">
          <div className="section-head">
            <h2 id="by-category">Browse the shop</h2>
          </div>
          <ul className="chips">
            {categories.map(({ value, label, count }) => (
              <li key={value}>
                <Link className="chip" to={`${path}?${new URLSearchParams({ category: value })}`}>
                  {label} ({count})
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {products.length > 0 && (
        <section className="section" aria-labelledby="popular">
          <div className="section-head">
            <h2 id="popular">Popular now</h2>
          </div>
          <ProductGrid products={products} />
        </section>
      )}
    </>
  );
}

/** Products similar to what the shop does not have, labelled as such. */
function Similar({
  path,
  absent,
  similar,
  products,
}: { path: string } & NonNullable<SearchResult["alternatives"]>) {
  return (
    <section className="section" aria-labelledby="similar">
      <div className="section-head">
        <h2 id="similar" className="wrap-anywhere">
          Instead of {listed(absent.map((word) => `“${word}”`))}
        </h2>
      </div>
      <ul className="chips">
        {similar.map(({ name, count }) => (
          <li key={name}>
            <Link className="chip" to={`${path}?${new URLSearchParams({ q: name.toLowerCase() })}`}>
              {name} ({count})
            </Link>
          </li>
        ))}
      </ul>
      <ProductGrid products={products} />
    </section>
  );
}

/** What the shop does not have, if known, and similar products, else everything. */
export function EmptyReason({
  path,
  alternatives,
}: {
  path: string;
  alternatives: SearchResult["alternatives"];
}) {
  const [similar] = alternatives?.similar ?? [];
  const way = similar
    ? {
        to: `${path}?${new URLSearchParams({ q: similar.name.toLowerCase() })}`,
        label: `See ${similar.name.toLowerCase()} (${similar.count})`,
      }
    : { to: path, label: "Clear all filters" };
  return (
    <>
      {alternatives && (
        <p className="wrap-anywhere">
          We do not have {listed(alternatives.absent.map((word) => `“${word}”`))}.
        </p>
      )}
      <Link className="btn btn-primary" to={way.to}>
        {way.label}
      </Link>
    </>
  );
}

/** "a", "a and b", "a, b and c". */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
