import type { FacetValue, ProductSummary } from "../catalogue/catalogue.ts";
import { readListing } from "../catalogue/listing-address.ts";
import { listProducts, type SearchPorts } from "./list-products.server.ts";

export type PopularProducts = { products: ProductSummary[]; categories: FacetValue[] };

const productsShown = 8;
const categoriesShown = 10;

/** Suggestions for an empty result: the best-rated products in stock, and the largest categories. */
export async function popularProducts(ports: SearchPorts): Promise<PopularProducts> {
  const { products, facets } = await listProducts(
    ports,
    readListing(new URLSearchParams("stock=1&sort=rating")),
  );
  const byCount = facets.categories.toSorted((one, other) => other.count - one.count);
  return { products: products.slice(0, productsShown), categories: byCount.slice(0, categoriesShown) };
}
