import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { FacetValue, Listing, ListingQuery } from "../../../shop/catalogue/catalogue.ts";
import { listingAddress, type ManyFilter, toggled } from "./change-listing.ts";

type Props = { path: string; query: ListingQuery; facets: Listing["facets"] };

/** The filter groups with their counts. Each value is a link to the list with it put in or taken out. */
export function Facets({ path, query, facets }: Props) {
  const { busiest, others } = parted(facets.categories, query.categories);
  const categoryLink = ({ value, label, count }: FacetValue) => (
    <CheckLink
      key={value}
      to={to("categories", value)}
      on={query.categories.includes(value)}
      label={label}
      count={count}
    />
  );
  const to = (filter: ManyFilter, value: string) => listingAddress(path, toggled(query, filter, value));
  return (
    <>
      <Group title="Category" some={facets.categories.length > 0}>
        {busiest.map(categoryLink)}
        {others.length > 0 && (
          <details className="facet">
            <summary>
              {others.length} more
              <ChevronDown className="icon" aria-hidden="true" />
            </summary>
            {others.map(categoryLink)}
          </details>
        )}
      </Group>
      <Group title="Price" some={facets.bands.length > 0}>
        {facets.bands.map(({ value, label, count }) => (
          <CheckLink
            key={value}
            to={to("bands", value)}
            on={query.bands.some((band) => band === value)}
            label={label}
            count={count}
          />
        ))}
      </Group>
      <Group title="Size" some={facets.sizes.length > 0}>
        <ul className="sizes">
          {facets.sizes.map(({ value, label, count }) => (
            <li key={value}>
              <FilterLink to={to("sizes", value)} on={query.sizes.includes(value)} className="size">
                {label}
                <span className="sr-only"> {count}</span>
              </FilterLink>
            </li>
          ))}
        </ul>
      </Group>
      <Group title="Colour" some={facets.colours.length > 0} open={query.colours.length > 0}>
        {facets.colours.map(({ value, label, count, hex }) => (
          <CheckLink
            key={value}
            to={to("colours", value)}
            on={query.colours.includes(value)}
            label={label}
            count={count}
            swatch={hex}
          />
        ))}
      </Group>
      <Group title="Availability">
        <CheckLink
          to={listingAddress(path, { ...query, inStockOnly: !query.inStockOnly, page: 1 })}
          on={query.inStockOnly}
          label="In Stock Only"
        />
      </Group>
    </>
  );
}

const categoriesShown = 8;

/** The chosen and the fullest categories come first; the long rest is one click away. */
function parted(all: FacetValue[], chosen: string[]) {
  const rank = ({ value, count }: FacetValue) => (chosen.includes(value) ? Number.POSITIVE_INFINITY : count);
  const shown = new Set([...all].sort((one, other) => rank(other) - rank(one)).slice(0, categoriesShown));
  return {
    busiest: all.filter((facet) => shown.has(facet)),
    others: all.filter((facet) => !shown.has(facet)),
  };
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
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      <div className="facet-body">{children}</div>
    </details>
  );
}

/** A link that reads and looks like a box that is ticked or not. */
function FilterLink({
  to,
  on,
  className,
  children,
}: {
  to: string;
  on: boolean;
  className: string;
  children: ReactNode;
}) {
  return (
    <Link
      className={on ? `${className} on` : className}
      to={to}
      preventScrollReset
      rel="nofollow"
      aria-current={on ? "true" : undefined}
    >
      {children}
      {on && <span className="sr-only"> (chosen: take it off)</span>}
    </Link>
  );
}

function CheckLink({
  to,
  on,
  label,
  count,
  swatch,
}: {
  to: string;
  on: boolean;
  label: string;
  count?: number;
  swatch?: string;
}) {
  return (
    <FilterLink to={to} on={on} className="check">
      <span className="box">{on && <Check className="icon-small" aria-hidden="true" />}</span>
      {swatch && <span className="swatch small" style={{ ["--c" as string]: swatch }} />}
      <span>{label}</span> {count !== undefined && <span className="check-count">{count}</span>}
    </FilterLink>
  );
}
