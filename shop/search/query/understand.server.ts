import type { ListingQuery, Term } from "../../catalogue/catalogue.ts";
import { collectionSlugs } from "../../catalogue/collections.server.ts";
import { loadLexicon } from "../lexicon/read-lexicon.server.ts";
import type { SearchPorts } from "../list-products.server.ts";
import { productIndex } from "../product-index.server.ts";
import { tokenize } from "../text/tokenize.ts";
import { parseQuery } from "./parse-query.ts";
import { type Correction, correctedText, queryTerms, type TermMeaning } from "./query-terms.server.ts";

/** An understood search: filters, terms, and their interpretation. */
export type UnderstoodQuery = {
  query: ListingQuery;
  filterLabels: string[];
  terms: Term[];
  meanings: TermMeaning[];
  corrections: Correction[];
};

/**
 * An occasion becomes a filter when at least this many products of a type have it; else it affects only the ranking.
 * One is enough when no type was searched, or one as broad as clothes.
 */
const fewestOfTheme = 4;
const childrenOfWideType = 8;
const wordSizes: Record<string, string> = { small: "S", medium: "M", large: "L" };

/**
 * Interprets a search: filters and amounts, then product types, occasions, synonyms, shades and words, with likely
 * corrections. When an interpretation finds nothing, the next one is tried: "large" as a size, corrections (a corrected
 * word must give results with the rest), filters as words of a name, names before descriptions. `typing`: the last word
 * may be a prefix.
 */
export async function understand(
  ports: SearchPorts,
  asked: ListingQuery,
  { typing = false }: { typing?: boolean } = {},
): Promise<UnderstoodQuery> {
  if (asked.exact || asked.text === "") {
    const found = await queryTerms(ports, asked.text, { exact: asked.exact });
    return { query: asked, filterLabels: [], ...found };
  }
  const index = await productIndex(ports);
  const now = ports.clock.now().getTime();
  const count = ({ query, terms }: UnderstoodQuery) => index.count(query, terms, now);
  const first = await read(ports, asked, { typing });
  let best = first;
  if (count(best) === 0) {
    const without = withoutWordSize(asked, first);
    if (count(without) > 0) best = without;
  }
  if (best.corrections.length > 0 && count(best) === 0) {
    const literal = best.corrections.map(({ typed }) => typed);
    best = await read(ports, asked, { typing, literal });
  }
  // "blue moon" may be a name: what has no blue moon has perhaps a white one of that name.
  if (count(best) === 0 && first.filterLabels.length > 0) {
    const literally = { ...first, ...(await queryTerms(ports, asked.text, { exact: true })) };
    const named = { ...literally, query: asked, filterLabels: [] };
    if (count(named) > 0) best = named;
  }
  if (count(best) === 0) {
    const anywhere = { ...best, terms: best.terms.map(alsoInDescriptions) };
    if (count(anywhere) > 0) best = anywhere;
  }
  // What a description says counts where something is left out, unless nothing is left then.
  const strict = {
    ...best,
    terms: best.terms.map((term) => (term.excluded ? alsoInDescriptions(term) : term)),
  };
  return narrowByThemes(count(strict) > 0 ? strict : best, count);
}

async function read(
  ports: SearchPorts,
  asked: ListingQuery,
  { typing, literal = [] }: { typing: boolean; literal?: string[] },
): Promise<UnderstoodQuery> {
  const lexicon = await loadLexicon(ports);
  const parsed = parseQuery(
    asked,
    (words, at) => lexicon.phraseAt(words, at)?.length ?? 1,
    await collectionSlugs(ports),
  );
  const left = await leftOut(ports, parsed.without);
  const { query, words } = parsed;
  const filterLabels = [...parsed.filterLabels, ...left.filterLabels];
  const found = await queryTerms(ports, words, { typing, literal });
  const withoutThem = (terms: readonly Term[]) => [...terms, ...left.terms];
  if (found.corrections.length === 0)
    return { query, filterLabels, ...found, terms: withoutThem(found.terms) };
  const { corrections } = found;
  const text = correctedText(words, corrections);
  const corrected = await read(ports, { ...query, text }, { typing, literal: tokenize(text) });
  const kept = parsed.without.map((phrase) => ` without ${phrase}`).join("");
  return {
    ...corrected,
    query: { ...corrected.query, text: corrected.query.text + kept },
    terms: withoutThem(corrected.terms),
    corrections,
    filterLabels: [...filterLabels, ...corrected.filterLabels],
  };
}

/** The terms that a product must not have, with a label for each phrase that some product has. In: phrases. */
async function leftOut(
  ports: SearchPorts,
  phrases: readonly string[],
): Promise<Pick<UnderstoodQuery, "terms" | "filterLabels">> {
  const read = await Promise.all(phrases.map((text) => queryTerms(ports, text, { literal: tokenize(text) })));
  const known = read.map(({ meanings }) =>
    meanings.filter(({ kind, term }) => kind !== "unknown" || term.inDescriptions),
  );
  return {
    terms: known.flat().map(({ term }) => ({ ...term, optional: false, excluded: true })),
    filterLabels: phrases.flatMap((text, at) => (known[at]?.length ? [`Without ${text}`] : [])),
  };
}

/** "small sling bag": a bag has no size S, so the word cannot be a filter. */
function withoutWordSize(asked: ListingQuery, found: UnderstoodQuery): UnderstoodQuery {
  const sizes = tokenize(asked.text).flatMap((word) => wordSizes[word] ?? []);
  return {
    ...found,
    query: { ...found.query, sizes: found.query.sizes.filter((size) => !sizes.includes(size)) },
    filterLabels: found.filterLabels.filter((label) => !sizes.some((size) => label === `Size ${size}`)),
  };
}

function alsoInDescriptions(term: Term): Term {
  return term.alternatives.length > 0 ? { ...term, inDescriptions: true } : term;
}

/** Occasions become filters when enough products have them, and are shown as filters. */
function narrowByThemes(found: UnderstoodQuery, count: (query: UnderstoodQuery) => number): UnderstoodQuery {
  let best = found;
  const types = found.meanings.flatMap(({ type }) => type ?? []);
  const wide = types.every(({ children }) => children.length >= childrenOfWideType);
  for (const { kind, label, term } of found.meanings) {
    if (kind !== "theme" || label === undefined) continue;
    const narrowed = {
      ...best,
      terms: best.terms.map((one) =>
        one.alternatives === term.alternatives ? { ...one, optional: false } : one,
      ),
    };
    if (count(narrowed) < (wide ? 1 : fewestOfTheme)) continue;
    best = {
      ...narrowed,
      filterLabels: [...best.filterLabels, label.charAt(0).toUpperCase() + label.slice(1)],
    };
  }
  return best;
}
