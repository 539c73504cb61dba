import { Search } from "lucide-react";
import { type ListingQuery, priceBands, type Sort } from "../../../shop/catalogue/catalogue.ts";
import { writeListing } from "../../../shop/catalogue/listing-address.ts";
import { ApplyForm } from "../../ui/forms/apply-form.tsx";

const sortLabels: [Sort, string][] = [
  ["recommended", "Recommended"],
  ["name", "Sort: Name"],
  ["price-asc", "Price: low to high"],
  ["price-desc", "Price: high to low"],
  ["rating", "Rating"],
  ["newest", "Newest first"],
];

type Choice = { slug: string; name: string };

/**
 * Search, category, price and sort in one form (specification, /shop). Submits on change with scripts, by its button
 * without. Filters without a control here (sizes, colours, further values) are sent as hidden fields.
 */
export function Controls({
  path,
  query,
  categories,
  collections,
  only,
}: {
  path: string;
  query: ListingQuery;
  categories: Choice[];
  collections: Choice[];
  only?: "sort";
}) {
  // A changed search text is interpreted anew.
  const shown = only ? ["sort"] : ["q", "exact", "category", "price", "sort"];
  const hidden = [...writeListing({ ...query, page: 1 })].filter(([name]) => !shown.includes(name));
  // A new form for each list, so that its fields show the address after going back.
  const key = writeListing(query).toString();
  return (
    <ApplyForm key={key} action={path} className={only ? "sort-form" : "listing-controls"}>
      {hidden.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      {!only && (
        <>
          <label className="search">
            <span className="sr-only">Search these products</span>
            <Search className="icon" aria-hidden="true" />
            <input
              className="input"
              type="search"
              name="q"
              defaultValue={query.text}
              placeholder="Search for products..."
              maxLength={100}
            />
          </label>
          <select
            className="input"
            name="category"
            aria-label="Category"
            defaultValue={query.collection ?? single(query.categories)}
          >
            <option value="">
              {query.categories.length > 1 ? `${query.categories.length} categories` : "All categories"}
            </option>
            <Choices label="For" choices={collections} />
            <Choices label="Kind" choices={categories} />
          </select>
          <select className="input" name="price" aria-label="Price range" defaultValue={single(query.bands)}>
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
        className="input"
        name="sort"
        aria-label="Sort by"
        defaultValue={query.sort === "relevance" ? "" : query.sort}
      >
        {query.text && <option value="">Best match</option>}
        {sortLabels.map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
    </ApplyForm>
  );
}

function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <optgroup label={label}>
      {choices.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

function single(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : "";
}
