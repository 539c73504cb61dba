import { fieldText, shownValue } from "../fields/fields.ts";
import { plural } from "../money.ts";
import {
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
import type { TypedField } from "./kinds/attribute-sets.ts";
import { bySizeIn, type CompareSizes, letterSizes } from "./kinds/sizes.ts";

const byName = new Intl.Collator("en");

/** The number of products for each value of each group. Values without products may be missing. */
export type FacetCounts = {
  categories: FacetValue[];
  bands: ReadonlyMap<string, number>;
  sizes: ReadonlyMap<string, number>;
  colours: ReadonlyMap<string, number>;
  brands: ReadonlyMap<string, number>;
  origins: ReadonlyMap<string, number>;
  /** By the key of a field, then by value as text. */
  details: ReadonlyMap<string, ReadonlyMap<string, number>>;
  discounts: ReadonlyMap<string, number>;
  ratings: ReadonlyMap<string, number>;
  inStock: number;
};

/**
 * The filter values that a list offers: each group in order, nothing without products unless it is chosen. Brands and
 * countries of origin only when there is more than one. Of long facets the chosen values and those with the highest
 * counts, `most` in all; of `query.allOf` all. `bySize`: the order of sizes. `details`: the fields to filter by.
 */
export function offeredFacets(
  query: ListingQuery,
  counts: FacetCounts,
  {
    most = valuesListed,
    bySize = bySizeIn(letterSizes),
    details = [],
  }: { most?: number; bySize?: CompareSizes; details?: readonly TypedField[] } = {},
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
    details: detailFacets(details, counts.details, query.details),
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

/** Fields of one key in several sets are one group, with the label of the first; choices stay in their order. */
function detailFacets(
  fields: readonly TypedField[],
  counts: FacetCounts["details"],
  chosen: readonly string[],
): Listing["facets"]["details"] {
  return [...new Set(fields.map(({ key }) => key))].flatMap((key) => {
    const alike = fields.filter((field) => field.key === key);
    const shown = new Map<string, FacetValue>();
    for (const field of alike)
      for (const choice of choicesOf(field)) {
        const text = fieldText(choice);
        const value = `${key}.${text}`;
        const count = counts.get(key)?.get(text) ?? 0;
        if (!shown.has(value)) shown.set(value, { value, label: shownValue(field, choice), count });
      }
    const values = [...shown.values()].filter(offered(chosen));
    return values.length === 0 ? [] : [{ key, label: alike[0]?.label ?? key, values }];
  });
}

function choicesOf(field: TypedField): readonly (string | boolean)[] {
  if (field.kind === "choice") return field.choices;
  return field.kind === "yes-no" ? [true, false] : [];
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
