import type { Listing } from "../../../shop/catalogue/catalogue.ts";
import { collectionSlugs } from "../../../shop/catalogue/collections.server.ts";
import { readListing } from "../../../shop/catalogue/listing-address.ts";
import { listProducts, type SearchPorts } from "../../../shop/search/list-products.server.ts";
import { queryTerms } from "../../../shop/search/query/query-terms.server.ts";

/** The list of an address with all its pages at once; every word of its text must match as it is. */
export async function listAll(ports: SearchPorts, address: string, path?: string): Promise<Listing> {
  const query = readListing(new URLSearchParams(address), path, await collectionSlugs(ports));
  const { terms } = await queryTerms(ports, query.text, { exact: true });
  return listProducts(ports, query, terms, { most: 1000 });
}
