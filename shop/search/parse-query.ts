import { colourFamilies, type ListingQuery } from "../catalogue/catalogue.ts";
import { plural } from "../money.ts";
import { amount, plainText, type Reading, readings } from "./parse-query/interpretations.ts";
import { collectionOf, colourOf, sizeOf, smallWords } from "./parse-query/vocabulary.ts";
import { priceWords } from "./text/price-range-label.ts";

/** What a text was understood to ask for: the query with its filters put in, and each of them in words. */
export type Understanding = { query: ListingQuery; said: string[] };

/**
 * Reads filters out of a searched text: "black dress under 500 size m" is a dress, black, up to ₹500, in M; English,
 * Hinglish and Hindi ("500 se kam", "पुरुषों के लिए"). What the address says already is not changed by the text.
 * In: the query as the address says it. Out: the same query when nothing was understood or the words are meant
 * exactly.
 */
export function understand(query: ListingQuery): Understanding {
  if (query.text === "" || query.exact) return { query, said: [] };
  const said: string[] = [];
  let found: ListingQuery = query;
  let left = ` ${plainText(query.text)} `;
  const take = (pattern: RegExp, read: (groups: string[]) => Partial<ListingQuery> | null) => {
    left = left.replace(pattern, (...match: unknown[]) => {
      const groups = match.filter((group) => typeof group === "string").slice(1);
      const change = read(groups);
      if (change === null) return String(match[0]);
      found = { ...found, ...change };
      return " ";
    });
  };
  for (const reading of readings) take(reading.pattern, (groups) => read(reading, groups));
  const kept: string[] = [];
  const words = left.split(" ").filter((word) => word !== "");
  words.forEach((word, at) => {
    const change = wordChange(found, word, { last: at === words.length - 1, alone: words.length === 1 });
    if (change) {
      found = { ...found, ...change.filters };
      said.push(change.said);
    } else kept.push(word);
  });
  if (said.length === 0) return { query, said };
  const telling = kept.filter((word) => !smallWords.has(word));
  const text = telling.join(" ");
  const sort = text === "" && found.sort === "relevance" ? "name" : found.sort;
  return { query: { ...found, text, sort }, said };

  function read(reading: Reading, groups: string[]): Partial<ListingQuery> | null {
    switch (reading.kind) {
      case "price": {
        if (found.from !== null || found.to !== null) return null;
        const [low, high] = reading.ends.map((end) => (end === null ? null : amount(groups[end] ?? "")));
        const from = low ?? null;
        const to = high ?? null;
        if (from !== null && to !== null && from > to) return null;
        said.push(priceWords(from, to));
        return { from, to };
      }
      case "size": {
        const size = sizeOf(groups[0] ?? "");
        if (size === null) return null;
        said.push(`Size ${size}`);
        return { sizes: added(found.sizes, size) };
      }
      case "discount": {
        const least = Number(groups[0]);
        if (found.minDiscount !== null || least < 1) return null;
        said.push(`${least}% off and more`);
        return { minDiscount: least };
      }
      case "rating": {
        const least = Number(groups[0]);
        if (found.minRating !== null || least < 1 || least > 5) return null;
        said.push(`${plural(least, "star")} and above`);
        return { minRating: least };
      }
      case "stock":
        said.push("In stock");
        return { inStockOnly: true };
      case "students":
        if (found.collection !== null) return null;
        said.push("Students");
        return { collection: "students" };
    }
  }
}

/** What one word alone says: a colour, for whom, a size. A single letter is a size only at the end. */
function wordChange(
  found: ListingQuery,
  word: string,
  { last, alone }: { last: boolean; alone: boolean },
): { filters: Partial<ListingQuery>; said: string } | null {
  const colour = colourOf(word);
  if (colour) {
    const label = colourFamilies.find(({ id }) => id === colour)?.label ?? colour;
    return { filters: { colours: added(found.colours, colour) }, said: label };
  }
  const collection = collectionOf(word);
  if (collection && found.collection === null)
    return { filters: { collection: collection.slug }, said: collection.name };
  const size =
    /^[sml]$/.test(word) && (!last || alone) ? null : /^(x|\d?x|[sml]$)/.test(word) ? sizeOf(word) : null;
  return size === null ? null : { filters: { sizes: added(found.sizes, size) }, said: `Size ${size}` };
}

function added(values: string[], value: string): string[] {
  return values.includes(value) ? values : [...values, value];
}
