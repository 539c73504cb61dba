import { readListing } from "../catalogue/listing-address.ts";
import type { SearchPorts } from "./list-products.server.ts";
import { productIndex } from "./product-index.server.ts";

const everything = readListing(new URLSearchParams());

/**
 * How many active products each of these collections has. In: their slugs. From the product index, so that the work does
 * not grow with the catalogue.
 */
export async function collectionSizes(
  ports: SearchPorts,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const index = await productIndex(ports);
  const now = ports.clock.now().getTime();
  return new Map(
    slugs.map((collection) => [collection, index.count({ ...everything, collection }, [], now)]),
  );
}
