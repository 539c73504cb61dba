import type { ListingQuery, ProductSummary, Term } from "../../catalogue/catalogue.ts";
import { noFilters } from "../../catalogue/listing-address.ts";
import { loadLexicon } from "../lexicon/read-lexicon.server.ts";
import { listProducts, type SearchPorts } from "../list-products.server.ts";
import { productIndex } from "../product-index.server.ts";
import type { TermMeaning } from "../query-terms.server.ts";

/** Alternatives to what the shop does not have: the typed text, and similar types with their products. */
export type SearchAlternatives = {
  absent: string[];
  similar: { name: string; count: number }[];
  products: ProductSummary[];
};

const typesShown = 4;
const productsShown = 8;

/**
 * For a search without results: the words that no product has and the types that the shop does not sell, with similar
 * products (product_type.similar_types, else the parent type), within the same collection. Null when every word is
 * known, so that only their combination, or a filter, finds nothing.
 */
export async function alternativesFor(
  ports: SearchPorts,
  query: ListingQuery,
  meanings: readonly TermMeaning[],
): Promise<SearchAlternatives | null> {
  const index = await productIndex(ports);
  const now = ports.clock.now().getTime();
  const bare: ListingQuery = { ...query, ...noFilters, collection: null, page: 1 };
  const sold = (term: Term) => index.count(bare, [{ ...term, optional: false }], now) > 0;
  const absent = meanings.filter(({ kind, term }) =>
    kind === "unknown" ? term.inDescriptions !== true : kind === "type" && !sold(term),
  );
  if (absent.length === 0) return null;
  const { types } = await loadLexicon(ports);
  const names = [...new Set(absent.flatMap(({ type }) => type?.similarTypes ?? []))];
  const within: ListingQuery = { ...bare, collection: query.collection };
  const similar = names.flatMap((name) => {
    const term: Term = { alternatives: [], prefix: null, types: types.get(name)?.rules ?? [] };
    const count = term.types?.length ? index.count(within, [term], now) : 0;
    return count > 0 ? [{ name, count, term }] : [];
  });
  const shown = similar.slice(0, typesShown);
  const each = Math.ceil(productsShown / Math.max(1, shown.length));
  const lists = await Promise.all(
    shown.map(({ term }) => listProducts(ports, within, [term], { cards: each, categoriesOnly: true })),
  );
  return {
    absent: [...new Set(absent.map(({ typed }) => typed))],
    similar: shown.map(({ name, count }) => ({ name, count })),
    products: lists.flatMap(({ products }) => products).slice(0, productsShown),
  };
}
