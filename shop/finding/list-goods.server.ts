import type { Services } from "../../platform/services.server.ts";
import { type Listing, type ListingQuery, pageSize, type Term } from "../catalogue/catalogue.ts";
import { offeredFacets } from "../catalogue/facets.ts";
import { cardsOf, listProducts } from "../catalogue/listing.server.ts";
import { shelfOf } from "./shelf.server.ts";

export type FindingPorts = Pick<Services, "db" | "live" | "log" | "clock" | "site">;

/**
 * The same list as listProducts, counted and ordered on the shelf of this process when it is filled; only the cards
 * that are shown come from the database. `limit`: fewer cards than the pages have, where the shelf answers.
 */
export async function listGoods(
  ports: FindingPorts,
  query: ListingQuery,
  terms: Term[] = [],
  limit: number = query.page * pageSize,
): Promise<Listing> {
  const shelf = await shelfOf(ports);
  if (!shelf) return listProducts(ports, query, terms);
  const { ids, count, facets } = shelf.find(query, terms, {
    now: ports.clock.now().getTime(),
    limit,
  });
  const pages = Math.max(1, Math.ceil(count / pageSize));
  return {
    products: await cardsOf(ports, ids),
    count,
    page: Math.min(query.page, pages),
    pages,
    facets: offeredFacets(query, facets),
  };
}
