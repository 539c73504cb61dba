import { plural } from "../money.ts";
import {
  bySize,
  colourFamilies,
  discountSteps,
  type FacetValue,
  type Listing,
  type ListingQuery,
  priceBands,
  ratingSteps,
} from "./catalogue.ts";

const byName = new Intl.Collator("en");

/** The number of products for each value of each group. Values without products may be missing. */
export type FacetCounts = {
  categories: FacetValue[];
  bands: ReadonlyMap<string, number>;
  sizes: ReadonlyMap<string, number>;
  colours: ReadonlyMap<string, number>;
  brands: ReadonlyMap<string, number>;
  origins: ReadonlyMap<string, number>;
  discounts: ReadonlyMap<string, number>;
  ratings: ReadonlyMap<string, number>;
  inStock: number;
};

/**
 * The filter values that a list offers: each group in order, nothing without products unless it is chosen. Brands and
 * countries of origin only when there is more than one.
 */
export function offeredFacets(query: ListingQuery, counts: FacetCounts): Listing["facets"] {
  const { minDiscount, minRating } = query;
  return {
    categories: counts.categories
      .filter(offered(query.categories))
      .sort((one, other) => byName.compare(one.label, other.label)),
    bands: priceBands
      .map(({ id, label }) => ({ value: id, label, count: counts.bands.get(id) ?? 0 }))
      .filter(offered(query.bands)),
    sizes: named(counts.sizes, query.sizes).sort((one, other) => bySize(one.value, other.value)),
    colours: colourFamilies
      .map(({ id, label, hex }) => ({ value: id, label, hex, count: counts.colours.get(id) ?? 0 }))
      .filter(offered(query.colours)),
    brands: several(named(counts.brands, query.brands), query.brands),
    origins: several(named(counts.origins, query.origins), query.origins),
    discounts: stepped(discountSteps, minDiscount, counts.discounts, (step) => `${step}% and more`),
    ratings: stepped(ratingSteps, minRating, counts.ratings, (step) => `${plural(step, "star")} and above`),
    inStock: counts.inStock,
  };
}

function offered(chosen: readonly string[]): (facet: FacetValue) => boolean {
  return ({ value, count }) => count > 0 || chosen.includes(value);
}

function named(counts: ReadonlyMap<string, number>, chosen: readonly string[]): FacetValue[] {
  return [...new Set([...counts.keys(), ...chosen])]
    .map((value) => ({ value, label: value, count: counts.get(value) ?? 0 }))
    .filter(offered(chosen));
}

function several(values: FacetValue[], chosen: readonly string[]): FacetValue[] {
  if (values.length < 2 && chosen.length === 0) return [];
  return values.sort((one, other) => byName.compare(one.label, other.label));
}

function stepped(
  steps: readonly number[],
  chosen: number | null,
  counts: ReadonlyMap<string, number>,
  label: (step: number) => string,
): FacetValue[] {
  return steps
    .map((step) => ({ value: String(step), label: label(step), count: counts.get(String(step)) ?? 0 }))
    .filter(offered(chosen === null ? [] : [String(chosen)]));
}
