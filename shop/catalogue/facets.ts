import { plural } from "../money.ts";
import {
  bySize,
  colourFamilies,
  discountSteps,
  type FacetValue,
  type Listing,
  type ListingQuery,
  type LongFacet,
  priceBands,
  ratingSteps,
  valuesListed,
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
 * countries of origin only when there is more than one. Of long facets the chosen values and those with the highest
 * counts, `most` in all; of `query.allOf` all.
 */
export function offeredFacets(
  query: ListingQuery,
  counts: FacetCounts,
  most: number = valuesListed,
): Listing["facets"] {
  const { minDiscount, minRating } = query;
  const long = {
    categories: counts.categories.filter(offered(query.categories)),
    brands: several(named(counts.brands, query.brands), query.brands),
    origins: several(named(counts.origins, query.origins), query.origins),
  };
  const listed = (facet: LongFacet) =>
    (query.allOf === facet ? long[facet] : highest(long[facet], query[facet], most)).sort((one, other) =>
      byName.compare(one.label, other.label),
    );
  const [categories, brands, origins] = [listed("categories"), listed("brands"), listed("origins")];
  return {
    categories,
    bands: priceBands
      .map(({ id, label }) => ({ value: id, label, count: counts.bands.get(id) ?? 0 }))
      .filter(offered(query.bands)),
    sizes: named(counts.sizes, query.sizes).sort((one, other) => bySize(one.value, other.value)),
    colours: colourFamilies
      .map(({ id, label, hex }) => ({ value: id, label, hex, count: counts.colours.get(id) ?? 0 }))
      .filter(offered(query.colours)),
    brands,
    origins,
    notListed: {
      categories: long.categories.length - categories.length,
      brands: long.brands.length - brands.length,
      origins: long.origins.length - origins.length,
    },
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
  return values.length < 2 && chosen.length === 0 ? [] : values;
}

/** The chosen values, then those with the highest counts. */
function highest(values: FacetValue[], chosen: readonly string[], most: number): FacetValue[] {
  if (values.length <= most) return values;
  const isChosen = ({ value }: FacetValue) => chosen.includes(value);
  const others = values.filter((facet) => !isChosen(facet));
  others.sort((one, other) => other.count - one.count || byName.compare(one.label, other.label));
  const all = [...values.filter(isChosen), ...others];
  return all.slice(0, Math.max(most, chosen.length));
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
