import { ChevronDown } from "lucide";
import { createContext, type MouseEvent, type ReactNode, use } from "react";
import type { FacetValue, Listing, ListingQuery } from "../../../shop/catalogue/catalogue.ts";
import { Icon } from "../../ui/icon.tsx";
import { useFollow } from "../../web/page/use-follow.ts";
import { listingAddress, type MultiFilter, withToggled } from "./change-listing.ts";

type Props = { path: string; query: ListingQuery; facets: Listing["facets"] };

/** One click handler for some seventy values (`useFollow`). */
const Follow = createContext<(event: MouseEvent<HTMLAnchorElement>) => void>(() => undefined);

/** The filter groups with counts. Each value is a link that adds or removes it. */
export function Facets({ path, query, facets }: Props) {
  const to = (filter: MultiFilter, value: string) => listingAddress(path, withToggled(query, filter, value));
  const follow = useFollow({ stay: true });
  return (
    <Follow value={follow}>
      <Group title="Category" some={facets.categories.length > 0}>
        <Many values={facets.categories} chosen={query.categories} to={(value) => to("categories", value)} />
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
      <Group title="Brand" some={facets.brands.length > 0} open={query.brands.length > 0}>
        <Many values={facets.brands} chosen={query.brands} to={(value) => to("brands", value)} />
      </Group>
      <Steps title="Discount" values={facets.discounts} filter="minDiscount" path={path} query={query} />
      <Steps title="Rating" values={facets.ratings} filter="minRating" path={path} query={query} />
      <Group title="Country of origin" some={facets.origins.length > 0} open={query.origins.length > 0}>
        <Many values={facets.origins} chosen={query.origins} to={(value) => to("origins", value)} />
      </Group>
      <Group title="Availability" some={facets.inStock > 0 || query.inStockOnly}>
        <CheckLink
          to={listingAddress(path, { ...query, inStockOnly: !query.inStockOnly, page: 1 })}
          on={query.inStockOnly}
          label="In Stock Only"
          count={facets.inStock}
        />
      </Group>
    </Follow>
  );
}

const valuesShown = 8;

/** A multi-select group. Selected values and those with the highest count come first; the rest is behind "more". */
function Many({
  values,
  chosen,
  to,
}: {
  values: FacetValue[];
  chosen: string[];
  to: (value: string) => string;
}) {
  const rank = ({ value, count }: FacetValue) => (chosen.includes(value) ? Number.POSITIVE_INFINITY : count);
  const shown = new Set([...values].sort((one, other) => rank(other) - rank(one)).slice(0, valuesShown));
  const link = ({ value, label, count }: FacetValue) => (
    <CheckLink key={value} to={to(value)} on={chosen.includes(value)} label={label} count={count} />
  );
  const others = values.filter((facet) => !shown.has(facet));
  return (
    <>
      {values.filter((facet) => shown.has(facet)).map(link)}
      {others.length > 0 && (
        <details className="facet">
          <summary>
            Show all ({values.length})
            <Icon of={ChevronDown} />
          </summary>
          {others.map(link)}
        </details>
      )}
    </>
  );
}

/** "10% and more": single choice, since each step contains the next. */
function Steps({
  title,
  values,
  filter,
  path,
  query,
}: {
  title: string;
  values: FacetValue[];
  filter: "minDiscount" | "minRating";
  path: string;
  query: ListingQuery;
}) {
  const chosen = query[filter];
  return (
    <Group title={title} some={values.length > 0} open={chosen !== null}>
      {values.map(({ value, label, count }) => (
        <CheckLink
          key={value}
          to={listingAddress(path, {
            ...query,
            [filter]: chosen === Number(value) ? null : Number(value),
            page: 1,
          })}
          on={chosen === Number(value)}
          label={label}
          count={count}
        />
      ))}
    </Group>
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
      <div className="facet-body">{children}</div>
    </details>
  );
}

/** A link that looks and is announced like a checkbox. The style sheet draws the box: there are some seventy. */
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
    <a
      className={on ? `${className} on` : className}
      href={to}
      onClick={use(Follow)}
      rel="nofollow"
      aria-current={on ? "true" : undefined}
    >
      {children}
      {on && <span className="sr-only"> (chosen: take it off)</span>}
    </a>
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
      {swatch && <span className="swatch small" style={{ ["--c" as string]: swatch }} />}
      {`${label} `}
      {count !== undefined && <span className="check-count">{count}</span>}
    </FilterLink>
  );
}
