import { ArrowRight, ChevronLeft, ChevronRight } from "lucide";
import type { ReactNode } from "react";
import { href, Link, useNavigation, useSearchParams } from "react-router";
import type { ProductSummary } from "../../../shop/catalogue/catalogue.ts";
import { ProductGrid } from "../../parts/product-card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CardSkeletons } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";

type TabName = "newest" | "popular" | "offers";

const labels: Record<TabName, string> = {
  newest: "New Arrivals",
  popular: "Popular Products",
  offers: "Offer Zone",
};
const names: TabName[] = ["newest", "popular", "offers"];
const perPage = 4;

function isTabName(value: string | null): value is TabName {
  return names.some((name) => name === value);
}

/** The first page of the first tab is the plain address; others are in the query, so that they can be shared. */
function address(tab: TabName, page: number): string {
  const query = new URLSearchParams();
  if (tab !== "newest") query.set("tab", tab);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `${href("/")}?${query}` : href("/");
}

/** The tabs of products, four at a time (specification, Home). A tab starts at its first page. */
export function Showcase({ tabs }: { tabs: Record<TabName, ProductSummary[]> }) {
  const [params] = useSearchParams();
  const asked = params.get("tab");
  const tab = isTabName(asked) ? asked : "newest";
  // A tab without products, as in a new shop, is drawn only when it is the one that is asked for.
  const shown = names.filter((name) => tabs[name].length > 0 || name === tab);
  const products = tabs[tab];
  const pages = Math.max(1, Math.ceil(products.length / perPage));
  const page = Math.min(pages, Math.max(1, Math.floor(Number(params.get("page"))) || 1));
  const loading = useNavigation().state === "loading" && products.length === 0;
  return (
    <section className="wrap later" aria-labelledby="showcase">
      <h2 id="showcase" className="sr-only">
        Products
      </h2>
      <Tabs
        label="Products"
        panel="showcase-panel"
        tabs={shown.map((name) => ({
          to: address(name, 1),
          label: labels[name],
          count: tabs[name].length,
          selected: name === tab,
        }))}
      />
      <div id="showcase-panel" role="tabpanel" aria-label={labels[tab]}>
        {loading ? (
          <CardSkeletons count={4} className="product-grid four" />
        ) : products.length === 0 ? (
          <p className="py-5 text-center muted">No products found in this category yet.</p>
        ) : (
          <ProductGrid
            className="product-grid four"
            products={products.slice((page - 1) * perPage, page * perPage)}
          />
        )}
      </div>
      {pages > 1 && (
        <nav
          className="pager flex items-center justify-center gap-4 mt-6"
          aria-label={`Pages of ${labels[tab]}`}
        >
          <Arrow to={page > 1 ? address(tab, page - 1) : null} label="Previous page">
            <Icon of={ChevronLeft} />
          </Arrow>
          <ol className="dots">
            {Array.from({ length: pages }, (_, place) => place + 1).map((number) => (
              <li key={number}>
                <Link
                  to={address(tab, number)}
                  preventScrollReset
                  replace
                  aria-label={`Page ${number} of ${pages}`}
                  aria-current={number === page ? "true" : undefined}
                />
              </li>
            ))}
          </ol>
          <Arrow to={page < pages ? address(tab, page + 1) : null} label="Next page">
            <Icon of={ChevronRight} />
          </Arrow>
        </nav>
      )}
      <p className="mt-6 text-center">
        <Link className="btn btn-secondary" to={href("/shop")} prefetch="intent">
          View All Products <Icon of={ArrowRight} />
        </Link>
      </p>
    </section>
  );
}

/** A link, or a disabled button on the first and last page. */
function Arrow({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  if (to === null)
    return (
      <button type="button" className="icon-btn" disabled aria-label={label}>
        {children}
      </button>
    );
  return (
    <Link className="icon-btn" to={to} preventScrollReset replace aria-label={label}>
      {children}
    </Link>
  );
}
