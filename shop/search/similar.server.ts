import { productSummaries } from "../catalogue/cards/read-cards.server.ts";
import type { ListingQuery, ProductSummary, Term } from "../catalogue/catalogue.ts";
import type { SearchPorts } from "./list-products.server.ts";
import { productIndex } from "./product-index.server.ts";

/**
 * Products in stock similar to this one (specification, section 7: the same category first, then others). In: its id.
 * `outside`: without the products of this list. Out: fewer than `limit`, when the shop has no more.
 */
export async function similarProducts(
  ports: SearchPorts,
  id: string,
  limit: number,
  outside?: { query: ListingQuery; terms: readonly Term[] },
): Promise<ProductSummary[]> {
  const index = await productIndex(ports);
  return productSummaries(ports, index.similar(id, limit, ports.clock.now().getTime(), outside));
}
