import { Search } from "lucide";
import { type ListingQuery, priceBands, type Sort } from "../../../shop/catalogue/catalogue.ts";
import { writeListing } from "../../../shop/catalogue/listing-address.ts";
import { CachedFragment } from "../../http/fragments/cached-fragment.tsx";
import { ApplyForm } from "../../ui/forms/apply-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { pathSlug } from "./change-listing.ts";

/** In the order in which they are shown. */
export const sortLabels: Record<Sort, string> = {
  recommended: "Recommended",
  name: "Sort: Name",
  "price-asc": "Price: low to high",
  "price-desc": "Price: high to low",
  rating: "Rating",
  newest: "Newest first",
};

export type NamedSlug = { slug: string; name: string };

/**
 * Search, category, price and sort in one form (specification, /shop), of which a phone shows only the sort order.
 * Submits on change with scripts, by its button without. Other parameters are sent as hidden fields.
 */
export function Controls({
  path,
  query,
  categories,
  collections,
}: {
  path: string;
  query: ListingQuery;
  /** Without them only the sort order can be chosen. */
  categories: NamedSlug[] | undefined;
  collections: NamedSlug[];
}) {
  // A changed search text is interpreted again.
  const shown: Record<string, string> = categories
    ? {
        q: query.text,
        exact: "1",
        category: query.collection ?? single(query.categories),
        price: single(query.bands),
        sort: query.sort,
      }
    : { sort: query.sort };
  const slug = pathSlug(path);
  const hidden = [...writeListing({ ...query, page: 1 }, slug)].filter(
    ([name, value]) => shown[name] !== value,
  );
  // A new form for each list, so that its fields show the address after going back.
  const key = writeListing(query).toString();
  return (
    <ApplyForm key={key} action={path} className={categories ? "listing-controls" : "sort-form"}>
      {hidden.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      {categories && (
        <>
          <label className="search">
            <span className="sr-only">Search these products</span>
            <Icon of={Search} />
            <input
              className="input input-medium text-small"
              type="search"
              name="q"
              defaultValue={query.text}
              placeholder="Search for products..."
              maxLength={100}
            />
          </label>
          <select
            className="input input-medium text-small"
            name="category"
            aria-label="Category"
            defaultValue={shown.category}
          >
            <option value="">
              {query.categories.length > 1 ? `${query.categories.length} categories` : "All categories"}
            </option>
            <Choices label="For" choices={collections} selected={shown.category} />
            <Choices label="Kind" choices={categories} selected={shown.category} />
          </select>
          <select
            className="input input-medium text-small"
            name="price"
            aria-label="Price range"
            defaultValue={shown.price}
          >
            <option value="">
              {query.bands.length > 1 ? `${query.bands.length} price ranges` : "All prices"}
            </option>
            {priceBands.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </>
      )}
      <select
        className="input input-medium text-small"
        name="sort"
        aria-label="Sort by"
        defaultValue={query.sort === "relevance" ? "" : query.sort}
      >
        {query.text && <option value="">Best match</option>}
        {Object.entries(sortLabels).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
    </ApplyForm>
  );
}

/** `selected`: the value of the select, which the server marks in the HTML. */
function Choices({
  label,
  choices,
  selected,
}: {
  label: string;
  choices: NamedSlug[];
  selected: string | undefined;
}) {
  const own = choices.some(({ slug }) => slug === selected) ? selected : "none";
  return (
    <CachedFragment of={choices} variant={`${label} ${own}`}>
      <optgroup label={label}>
        {choices.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </optgroup>
    </CachedFragment>
  );
}

function single(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : "";
}
