import type { Services } from "../../platform/services.server.ts";
import {
  type Listing,
  type ListingQuery,
  pagesShown,
  pageWindow,
  type Term,
} from "../catalogue/catalogue.ts";
import { offeredFacets } from "../catalogue/facets.ts";
import { listProducts, productSummaries } from "../catalogue/listing.server.ts";
import { productIndex } from "./product-index.server.ts";

export type SearchPorts = Pick<Services, "db" | "live" | "log" | "clock" | "site">;

/**
 * The same list as listProducts, from the product index of this process when it is loaded; only the products on the
 * page are read from the database. `cards`: fewer products than the page has; `most`: how many pages are shown at
 * once; `categoriesOnly`: other facets are not counted.
 */
export async function listIndexedProducts(
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
  if (!index) return listProducts(ports, query, terms, most);
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
    products: await productSummaries(ports, ids, query.colours),
    count,
    page,
    pages,
    skipped,
    facets: offeredFacets(query, facets),
  };
}
