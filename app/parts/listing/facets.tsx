import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import type { FacetValue, Listing, ListingQuery } from "../../../shop/catalogue/catalogue.ts";
import { Icon } from "../../ui/icon.tsx";
import { listingAddress, type MultiFilter, toggleAddresses } from "./change-listing.ts";
import { useFollowFilter } from "./use-follow-filter.ts";

type Props = { path: string; query: ListingQuery; facets: Listing["facets"] };
/** Renders a value of a group: a link that adds or removes it. */
type DrawLink<Value> = (value: Value) => ReactNode;

/**
 * The filter groups with counts. There are some seventy values, so they are rendered by functions, with one click
 * handler (`useFollowFilter`): a component for each would double the server's rendering time.
 */
export function Facets({ path, query, facets }: Props) {
  const follow = useFollowFilter();
  /** A link that looks and is announced like a checkbox. The style sheet draws the box. */
  const filterLink = (
    { key, href, on, className }: { key: string; href: string; on: boolean; className: string },
    content: ReactNode,
  ) => (
    <a
      key={key}
      className={on ? `${className} on` : className}
      href={href}
      onClick={follow}
      rel="nofollow"
      aria-current={on ? "true" : undefined}
    >
      {content}
      {on && <span className="sr-only"> (chosen: take it off)</span>}
    </a>
  );
  const checkLink = (
    { value, label, count, hex }: FacetValue & { hex?: string },
    { href, on }: { href: string; on: boolean },
  ) =>
    filterLink(
      { key: value, href, on, className: "check" },
      <>
        {hex && <span className="swatch small" style={{ ["--c" as string]: hex }} />}
        {`${label} `}
        <span className="check-count">{count}</span>
      </>,
    );
  const several = (filter: MultiFilter): DrawLink<FacetValue> => {
    const toggled = toggleAddresses(path, query, filter);
    return (facet) => checkLink(facet, { href: toggled(facet.value), on: isChosen(query[filter], facet) });
  };
  const toggledSize = toggleAddresses(path, query, "sizes");
  /** "10% and more": single choice, since each step contains the next. */
  const step =
    (filter: "minDiscount" | "minRating"): DrawLink<FacetValue> =>
    (facet) => {
      const on = query[filter] === Number(facet.value);
      const next = { ...query, [filter]: on ? null : Number(facet.value), page: 1 };
      return checkLink(facet, { href: listingAddress(path, next), on });
    };
  return (
    <>
      <Group title="Category" some={facets.categories.length > 0}>
        <Many values={facets.categories} chosen={query.categories} draw={several("categories")} />
      </Group>
      <Group title="Price" some={facets.bands.length > 0}>
        {facets.bands.map(several("bands"))}
      </Group>
      <Group title="Size" some={facets.sizes.length > 0}>
        <ul className="flex flex-wrap gap-2">
          {facets.sizes.map(({ value, label, count }) => (
            <li key={value}>
              {filterLink(
                { key: value, href: toggledSize(value), on: query.sizes.includes(value), className: "size" },
                <>
                  {label}
                  <span className="sr-only"> {count}</span>
                </>,
              )}
            </li>
          ))}
        </ul>
      </Group>
      <Group title="Colour" some={facets.colours.length > 0} open={query.colours.length > 0}>
        {facets.colours.map(several("colours"))}
      </Group>
      <Group title="Brand" some={facets.brands.length > 0} open={query.brands.length > 0}>
        <Many values={facets.brands} chosen={query.brands} draw={several("brands")} />
      </Group>
      <Group title="Discount" some={facets.discounts.length > 0} open={query.minDiscount !== null}>
        {facets.discounts.map(step("minDiscount"))}
      </Group>
      <Group title="Rating" some={facets.ratings.length > 0} open={query.minRating !== null}>
        {facets.ratings.map(step("minRating"))}
      </Group>
      <Group title="Country of origin" some={facets.origins.length > 0} open={query.origins.length > 0}>
        <Many values={facets.origins} chosen={query.origins} draw={several("origins")} />
      </Group>
      <Group title="Availability" some={facets.inStock > 0 || query.inStockOnly}>
        {checkLink(
          { value: "1", label: "In Stock Only", count: facets.inStock },
          {
            href: listingAddress(path, { ...query, inStockOnly: !query.inStockOnly, page: 1 }),
            on: query.inStockOnly,
          },
        )}
      </Group>
    </>
  );
}

const isChosen = (chosen: readonly string[], { value }: FacetValue) => chosen.includes(value);

const valuesShown = 8;

/** A multi-select group. Selected values and those with the highest count come first; the rest is behind "more". */
function Many({
  values,
  chosen,
  draw,
}: {
  values: FacetValue[];
  chosen: string[];
  draw: DrawLink<FacetValue>;
}) {
  const rank = (facet: FacetValue) => (isChosen(chosen, facet) ? Number.POSITIVE_INFINITY : facet.count);
  const shown = new Set([...values].sort((one, other) => rank(other) - rank(one)).slice(0, valuesShown));
  const others = values.filter((facet) => !shown.has(facet));
  return (
    <>
      {values.filter((facet) => shown.has(facet)).map(draw)}
      {others.length > 0 && (
        <details className="facet">
          <summary>
            Show all ({values.length})
            <Icon of={ChevronDown} />
          </summary>
          {others.map(draw)}
        </details>
      )}
    </>
  );
}

function Group({
  title,
  some = true,
  open = true,
  children,
}: {
  title: string;
  some?: boolean;
  open?: boolean;
  children: ReactNode;
}) {
  if (!some) return null;
  return (
    <details className="facet" open={open}>
      <summary>
        {title}
        <Icon of={ChevronDown} />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}
