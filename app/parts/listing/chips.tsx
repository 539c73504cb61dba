import { X } from "lucide";
import { type Listing, type ListingQuery, newLabel, priceBands } from "../../../shop/catalogue/catalogue.ts";
import { colourLabels } from "../../../shop/search/text/colour-labels.ts";
import { priceRangeLabel } from "../../../shop/search/text/price-range-label.ts";
import { useFollow } from "../../http/page/use-follow.ts";
import { Icon } from "../../ui/icon.tsx";
import { filterCount, listingAddress, withoutFilters, withoutText, withToggled } from "./change-listing.ts";
import { useFollowFilter } from "./use-follow-filter.ts";

/** The active filters, each removable, and "clear all". */
export function Chips({
  path,
  query,
  facets,
  collections = [],
}: {
  path: string;
  query: ListingQuery;
  facets: Listing["facets"];
  /** Set when the collection is a filter and not the page itself. */
  collections?: { slug: string; name: string }[];
}) {
  const follow = useFollowFilter();
  const clear = useFollow({ stay: true });
  const collection = collections.find(({ slug }) => slug === query.collection);
  if (filterCount(query) === 0 && !query.text && !collection) return null;
  const nameOf = (values: { value: string; label: string }[], value: string) =>
    values.find((facet) => facet.value === value)?.label ?? value;
  const colours = colourLabels(query.colours);
  const chips = [
    ...(query.text ? [{ label: `“${query.text}”`, without: withoutText(query) }] : []),
    ...(collection ? [{ label: collection.name, without: { ...query, collection: null, page: 1 } }] : []),
    ...query.categories.map((value) => ({
      label: nameOf(facets.categories, value),
      without: withToggled(query, "categories", value),
    })),
    ...query.bands.map((value) => ({
      label: priceBands.find((band) => band.id === value)?.label ?? value,
      without: withToggled(query, "bands", value),
    })),
    ...query.sizes.map((value) => ({ label: `Size ${value}`, without: withToggled(query, "sizes", value) })),
    ...(colours.length < query.colours.length
      ? colours.map((label) => ({ label, without: { ...query, colours: [], page: 1 } }))
      : query.colours.map((value) => ({
          label: nameOf(facets.colours, value),
          without: withToggled(query, "colours", value),
        }))),
    ...query.brands.map((value) => ({ label: value, without: withToggled(query, "brands", value) })),
    ...query.origins.map((value) => ({
      label: `Made in ${value}`,
      without: withToggled(query, "origins", value),
    })),
    ...query.details.map((value) => {
      const group = facets.details.find(({ key }) => value.startsWith(`${key}.`));
      const label = nameOf(group?.values ?? [], value);
      return {
        label: group ? `${group.label}: ${label}` : label,
        without: withToggled(query, "details", value),
      };
    }),
    ...(query.from === null && query.to === null
      ? []
      : [
          {
            label: priceRangeLabel(query.from, query.to),
            without: { ...query, from: null, to: null, page: 1 },
          },
        ]),
    ...(query.minDiscount === null
      ? []
      : [
          {
            label: `${query.minDiscount}% off and more`,
            without: { ...query, minDiscount: null, page: 1 },
          },
        ]),
    ...(query.minRating === null
      ? []
      : [{ label: `Rated ${query.minRating} and above`, without: { ...query, minRating: null, page: 1 } }]),
    ...(query.newWithinDays === null
      ? []
      : [{ label: newLabel(query.newWithinDays), without: { ...query, newWithinDays: null, page: 1 } }]),
    ...(query.inStockOnly
      ? [{ label: "In Stock Only", without: { ...query, inStockOnly: false, page: 1 } }]
      : []),
  ];
  return (
    <ul className="scroller items-center pt-3 pb-4" aria-label="Filters in use">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <a
            className="chip on"
            href={listingAddress(path, without)}
            onClick={follow}
            aria-label={`Remove filter ${label}`}
          >
            {label}
            <Icon of={X} />
          </a>
        </li>
      ))}
      <li>
        <a
          className="link chip-clear inline-flex items-center min-h-9 px-3 text-small whitespace-nowrap"
          href={listingAddress(
            path,
            withoutText({ ...withoutFilters(query), ...(collection && { collection: null }) }),
          )}
          onClick={clear}
        >
          Clear all
        </a>
      </li>
    </ul>
  );
}
