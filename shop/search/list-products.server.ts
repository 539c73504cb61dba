import { cached } from "../../platform/lru.ts";
import type { Services } from "../../platform/services.server.ts";
import { productSummaries } from "../catalogue/cards/read-cards.server.ts";
import {
  type Listing,
  type ListingQuery,
  pagesShown,
  pageWindow,
  type Term,
} from "../catalogue/catalogue.ts";
import { offeredFacets } from "../catalogue/facets.ts";
import { type CatalogueShape, catalogueShape } from "../catalogue/kinds/attribute-sets.server.ts";
import { type ProductIndex, productIndex } from "./product-index.server.ts";
import { factWord } from "./text/facts.ts";

export type SearchPorts = Pick<Services, "db" | "live" | "log" | "clock" | "site">;

/**
 * A list of active products with its facets. In: a validated query (readListing) and its terms; prices are the current
 * ones. Out: the products up to this page, at most its last `most` pages, the exact count, and a page no higher than
 * the last one. Matching, sorting and counting happen in the product index of this process; only the products on the
 * page are read from the database. `cards`: fewer products than a full page; `categoriesOnly`: all categories are
 * listed and other facets are not counted.
 */
export async function listProducts(
  ports: SearchPorts,
  query: ListingQuery,
  terms: Term[] = [],
  {
    cards = Number.POSITIVE_INFINITY,
    most = pagesShown,
    categoriesOnly = false,
  }: { cards?: number; most?: number; categoriesOnly?: boolean } = {},
): Promise<Listing> {
  const index = await productIndex(ports);
  const shape = await catalogueShape(ports);
  const { ids, ...found } = findList(index, query, terms, {
    shape,
    now: ports.clock.now().getTime(),
    cards,
    most,
    categoriesOnly,
  });
  const products = await productSummaries(ports, ids, {
    filters: query,
    shades: askedShades(terms),
  });
  return { products, ...found };
}

/** A list without its cards, which can change while the index does not. */
type FoundList = Omit<Listing, "products"> & { ids: string[] };
type Options = { shape: CatalogueShape; now: number; cards: number; most: number; categoriesOnly: boolean };

/** Some 20 KB each, with the HTML of the filters (app/parts/listing/filtered-list.tsx). */
const maxLists = 200;
const foundLists = new WeakMap<
  ProductIndex,
  { revision: number; shape: string; lists: Map<string, FoundList> }
>();

/**
 * Returns a list from the index, or a cached result: many visitors open the same lists and searches. An equal list is
 * the same object, so that what is rendered from it can be reused.
 */
function findList(
  index: ProductIndex,
  query: ListingQuery,
  terms: readonly Term[],
  { now, shape, ...rest }: Options,
): FoundList {
  // Such a list changes with time alone.
  if (query.newWithinDays !== null) return searchIndex(index, query, terms, { now, shape, ...rest });
  const revision = index.revision(now);
  const before = foundLists.get(index);
  const lists =
    before?.revision === revision && before.shape === shape.key ? before.lists : new Map<string, FoundList>();
  if (lists !== before?.lists) foundLists.set(index, { revision, shape: shape.key, lists });
  return cached(lists, maxLists, JSON.stringify([query, terms, rest]), () =>
    searchIndex(index, query, terms, { now, shape, ...rest }),
  );
}

function searchIndex(
  index: ProductIndex,
  query: ListingQuery,
  terms: readonly Term[],
  { now, shape, cards, most, categoriesOnly }: Options,
): FoundList {
  const { ids, count, facets } = index.search(query, terms, {
    now,
    categoriesOnly,
    slice(count) {
      const { skipped, limit } = pageWindow(query.page, count, most);
      return { skipped, limit: Math.min(limit, cards) };
    },
  });
  const { page, pages, skipped } = pageWindow(query.page, count, most);
  return {
    ids,
    count,
    page,
    pages,
    skipped,
    facets: offeredFacets(query, facets, {
      ...(categoriesOnly && { most: Number.POSITIVE_INFINITY }),
      bySize: shape.sizes.compare,
      details: shape.filters,
    }),
  };
}

/** The shades in the terms. */
function askedShades(terms: readonly Term[]): string[] {
  const mark = factWord("shade", "");
  const words = terms.flatMap(({ alternatives }) => alternatives.flat());
  return words.filter((word) => word.startsWith(mark)).map((word) => word.slice(mark.length));
}
