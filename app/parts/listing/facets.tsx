import { ChevronDown } from "lucide";
import { type ReactNode, useState } from "react";
import {
  type FacetValue,
  type Listing,
  type ListingQuery,
  type LongFacet,
  valuesListed,
} from "../../../shop/catalogue/catalogue.ts";
import { Icon } from "../../ui/icon.tsx";
import { listingAddress, type MultiFilter, toggleAddresses } from "./change-listing.ts";
import { productCountLabel } from "./results.tsx";
import { useFollowFilter } from "./use-follow-filter.ts";

type Props = { path: string; query: ListingQuery; facets: Listing["facets"] };
/** `name`: what screen readers say. */
type FilterLink = { key: string; href: string; on: boolean; className: string; name: string };
/** Renders a value of a group: a link that adds or removes it. */
type DrawLink<Value> = (value: Value) => ReactNode;

/**
 * The filter groups with counts. There are some seventy values, so they are rendered by functions, with one click
 * handler (`useFollowFilter`): a component for each would double the server's rendering time.
 */
export function Facets({ path, query, facets }: Props) {
  const follow = useFollowFilter();
  /** A link that looks and is announced like a checkbox. The style sheet draws the box. */
  const filterLink = ({ key, href, on, className, name }: FilterLink, content: ReactNode) => (
    <a
      key={key}
      className={on ? `${className} on` : className}
      href={href}
      onClick={follow}
      rel="nofollow"
      aria-current={on ? "true" : undefined}
      aria-label={on ? `${name} (chosen: take it off)` : name}
    >
      {content}
    </a>
  );
  const checkLink = (
    { value, label, count, hex }: FacetValue & { hex?: string },
    { href, on, group }: { href: string; on: boolean; group: string },
  ) =>
    filterLink(
      { key: value, href, on, className: "check", name: filterName(label, count, group) },
      <>
        {hex && <span className="swatch small" style={{ ["--c" as string]: hex }} />}
        {`${label} `}
        <span className="check-count">{count}</span>
      </>,
    );
  const several = (filter: MultiFilter, group: string): DrawLink<FacetValue> => {
    const toggled = toggleAddresses(path, query, filter);
    return (facet) =>
      checkLink(facet, { href: toggled(facet.value), on: isChosen(query[filter], facet), group });
  };
  const toggledSize = toggleAddresses(path, query, "sizes");
  /** "10% and more": single choice, since each step contains the next. */
  const step =
    (filter: "minDiscount" | "minRating", group: string): DrawLink<FacetValue> =>
    (facet) => {
      const on = query[filter] === Number(facet.value);
      const next = { ...query, [filter]: on ? null : Number(facet.value), page: 1 };
      return checkLink(facet, { href: listingAddress(path, next), on, group });
    };
  const isOpen = (facet: LongFacet) => query[facet].length > 0 || query.allOf === facet;
  /** Lists all values of a long facet, or fewer again. The page stays, so that nothing scrolls. */
  const allLink = (facet: LongFacet) => {
    const isWhole = query.allOf === facet;
    const left = facets.notListed[facet];
    if (left === 0 && !(isWhole && facets[facet].length > valuesListed)) return null;
    const address = listingAddress(path, { ...query, allOf: isWhole ? null : facet });
    return (
      <a className="facet-all" href={address} onClick={follow} rel="nofollow" aria-expanded={isWhole}>
        {isWhole ? "Show fewer" : `Show all (${facets[facet].length + left})`}
        <Icon of={ChevronDown} />
      </a>
    );
  };
  return (
    <>
      <Group title="Category" some={facets.categories.length > 0}>
        {facets.categories.map(several("categories", "Category"))}
        {allLink("categories")}
      </Group>
      <Group title="Price" some={facets.bands.length > 0}>
        {facets.bands.map(several("bands", "Price"))}
      </Group>
      <Group title="Size" some={facets.sizes.length > 0}>
        <ul className="flex flex-wrap gap-2">
          {facets.sizes.map(({ value, label, count }) => (
            <li key={value}>
              {filterLink(
                {
                  key: value,
                  href: toggledSize(value),
                  on: query.sizes.includes(value),
                  className: "size",
                  name: filterName(label, count, "Size"),
                },
                label,
              )}
            </li>
          ))}
        </ul>
      </Group>
      <Group title="Colour" some={facets.colours.length > 0} open={query.colours.length > 0}>
        {facets.colours.map(several("colours", "Colour"))}
      </Group>
      <Group title="Brand" some={facets.brands.length > 0} open={isOpen("brands")}>
        {facets.brands.map(several("brands", "Brand"))}
        {allLink("brands")}
      </Group>
      {facets.details.map(({ key, label, values }) => (
        <Group key={key} title={label}>
          {values.map(several("details", label))}
        </Group>
      ))}
      <Group title="Discount" some={facets.discounts.length > 0} open={query.minDiscount !== null}>
        {facets.discounts.map(step("minDiscount", "Discount"))}
      </Group>
      <Group title="Rating" some={facets.ratings.length > 0} open={query.minRating !== null}>
        {facets.ratings.map(step("minRating", "Rating"))}
      </Group>
      <Group title="Country of origin" some={facets.origins.length > 0} open={isOpen("origins")}>
        {facets.origins.map(several("origins", "Country of origin"))}
        {allLink("origins")}
      </Group>
      <Group title="Availability" some={facets.inStock > 0 || query.inStockOnly}>
        {checkLink(
          { value: "1", label: "In Stock Only", count: facets.inStock },
          {
            href: listingAddress(path, { ...query, inStockOnly: !query.inStockOnly, page: 1 }),
            on: query.inStockOnly,
            group: "Availability",
          },
        )}
      </Group>
    </>
  );
}

/** What a screen reader says of a filter; links are read out of order too, so each has its group. */
const filterName = (label: string, count: number, group: string) =>
  `${label} ${productCountLabel(count)}, ${group}`;

const isChosen = (chosen: readonly string[], { value }: FacetValue) => chosen.includes(value);

/** `open`: opens the group, and never closes it: that is the visitor's choice. */
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
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  if (!some) return null;
  return (
    <details className="facet" open={opened}>
      <summary>
        {title}
        <Icon of={ChevronDown} />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}
