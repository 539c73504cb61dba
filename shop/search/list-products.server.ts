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
import { productIndex } from "./product-index.server.ts";
import { factWord } from "./text/facts.ts";

export type SearchPorts = Pick<Services, "db" | "readDb" | "live" | "log" | "clock" | "site">;

/**
 * A list of active products with its facets. In: a validated query (readListing) and its terms; prices are the current
 * ones. Out: the products up to this page, at most its last `most` pages, the exact count, and a page no higher than
 * the last one. Matching, sorting and counting happen in the product index of this process; only the products on the
 * page are read from the database. `cards`: fewer products than the page has; `categoriesOnly`: other facets are not
 * counted.
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
  const { ids, count, facets } = index.search(query, terms, {
    now: ports.clock.now().getTime(),
    categoriesOnly,
    slice(count) {
      const { skipped, limit } = pageWindow(query.page, count, most);
      return { skipped, limit: Math.min(limit, cards) };
    },
  });
  const { page, pages, skipped } = pageWindow(query.page, count, most);
  return {
    products: await productSummaries(ports, ids, { families: query.colours, shades: askedShades(terms) }),
    count,
    page,
    pages,
    skipped,
    facets: offeredFacets(query, facets),
  };
}

/** The shades that the terms name. */
function askedShades(terms: readonly Term[]): string[] {
  const mark = factWord("shade", "");
  const words = terms.flatMap(({ alternatives }) => alternatives.flat());
  return words.filter((word) => word.startsWith(mark)).map((word) => word.slice(mark.length));
}
