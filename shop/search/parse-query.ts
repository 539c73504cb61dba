import { colourFamilies, discountSteps, type ListingQuery } from "../catalogue/catalogue.ts";
import { plural } from "../money.ts";
import {
  type Interpretation,
  interpretations,
  normaliseQuery,
  paiseOfRupees,
} from "./parse-query/interpretations.ts";
import { collectionOf, colourOf, sizeOf } from "./parse-query/vocabulary.ts";
import { priceRangeLabel } from "./text/price-range-label.ts";
import { stopWords } from "./text/stop-words.ts";

const orderLabels = { "price-asc": "Lowest price first", newest: "Newest first", rating: "Best rated first" };

/** The interpretation of a search text: the query with its filters, and the labels of those filters. */
export type ParsedQuery = { query: ListingQuery; filterLabels: string[] };

/**
 * Parses filters from a search text: "black dress under 500 size m" is a dress, black, up to ₹500, in M; in English,
 * Hinglish and Hindi ("500 se kam", "पुरुषों के लिए"). Filters in the address take precedence. In: the query from the
 * address, and a function that returns how many words from an index on are one phrase of the lexicon ("genda & grey" is
 * a brand, "sky blue" a shade): those are not parsed. Out: the same query when nothing was found or the search is
 * exact.
 */
export function parseQuery(
  query: ListingQuery,
  phraseLength: (words: readonly string[], at: number) => number = () => 1,
): ParsedQuery {
  if (query.text === "" || query.exact) return { query, filterLabels: [] };
  const filterLabels: string[] = [];
  let found: ListingQuery = query;
  let unparsed = ` ${normaliseQuery(query.text)} `;
  const take = (pattern: RegExp, interpret: (groups: string[]) => Partial<ListingQuery> | null) => {
    unparsed = unparsed.replace(pattern, (...match: unknown[]) => {
      const groups = match.filter((group) => typeof group === "string").slice(1);
      const change = interpret(groups);
      if (change === null) return String(match[0]);
      found = { ...found, ...change };
      return " ";
    });
  };
  for (const reading of interpretations) take(reading.pattern, (groups) => interpret(reading, groups));
  const remaining: string[] = [];
  const words = unparsed.split(" ").filter((word) => word !== "");
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const length = phraseLength(words, at);
    const change =
      length > 1
        ? null
        : interpretWord(found, word, { last: at === words.length - 1, alone: words.length === 1 });
    if (change) {
      found = { ...found, ...change.filters };
      filterLabels.push(change.filterLabels);
    } else remaining.push(...words.slice(at, at + length));
    at += length;
  }
  if (filterLabels.length === 0) return { query, filterLabels };
  const significant = remaining.filter((word) => !stopWords.has(word));
  const text = significant.join(" ");
  const sort = text === "" && found.sort === "relevance" ? "recommended" : found.sort;
  return { query: { ...found, text, sort }, filterLabels };

  function interpret(reading: Interpretation, groups: string[]): Partial<ListingQuery> | null {
    switch (reading.kind) {
      case "price": {
        if (found.from !== null || found.to !== null) return null;
        const [low, high] = reading.ends.map((end) =>
          end === null ? null : paiseOfRupees(groups[end] ?? ""),
        );
        const from = low ?? null;
        const to = high ?? null;
        if (from !== null && to !== null && from > to) return null;
        filterLabels.push(priceRangeLabel(from, to));
        return { from, to };
      }
      case "size": {
        const size = sizeOf(groups[0] ?? "");
        if (size === null) return null;
        filterLabels.push(`Size ${size}`);
        return { sizes: withValue(found.sizes, size) };
      }
      case "discount": {
        const least = Number(groups[0]);
        if (found.minDiscount !== null || least < 1) return null;
        filterLabels.push(`${least}% off and more`);
        return { minDiscount: least };
      }
      case "rating": {
        const least = Number(groups[0]);
        if (found.minRating !== null || least < 1 || least > 5) return null;
        filterLabels.push(`${plural(least, "star")} and above`);
        return { minRating: least };
      }
      case "plus-size":
        filterLabels.push("Size XXL and above");
        return { sizes: ["XXL", "3XL", "4XL"] };
      case "order":
        if (found.sort !== "relevance") return null;
        filterLabels.push(orderLabels[reading.sort]);
        return { sort: reading.sort };
      case "sale":
        if (found.minDiscount !== null) return null;
        filterLabels.push(`${discountSteps[0]}% off and more`);
        return { minDiscount: discountSteps[0] };
      case "stock":
        filterLabels.push("In stock");
        return { inStockOnly: true };
      case "students":
        if (found.collection !== null) return null;
        filterLabels.push("Students");
        return { collection: "students" };
    }
  }
}

/** The filter of one word: colour, collection, size. A single letter is a size only at the end. */
function interpretWord(
  found: ListingQuery,
  word: string,
  { last, alone }: { last: boolean; alone: boolean },
): { filters: Partial<ListingQuery>; filterLabels: string } | null {
  const colour = colourOf(word);
  if (colour) {
    const label = colourFamilies.find(({ id }) => id === colour)?.label ?? colour;
    return { filters: { colours: withValue(found.colours, colour) }, filterLabels: label };
  }
  const collection = collectionOf(word);
  if (collection && found.collection === null)
    return { filters: { collection: collection.slug }, filterLabels: collection.name };
  const size =
    (/^[sml]$/.test(word) && !last) || alone
      ? null
      : /^(x|\d?x|[sml]$|small$|medium$|large$)/.test(word)
        ? sizeOf(word)
        : null;
  return size === null
    ? null
    : { filters: { sizes: withValue(found.sizes, size) }, filterLabels: `Size ${size}` };
}

function withValue(values: string[], value: string): string[] {
  return values.includes(value) ? values : [...values, value];
}
