import { productSummaries } from "../catalogue/cards/read-cards.server.ts";
import type { ProductSummary } from "../catalogue/catalogue.ts";
import { suggestedProducts } from "../catalogue/product.server.ts";
import type { ProductPage } from "../catalogue/product.ts";
import type { SearchPorts } from "./list-products.server.ts";
import { productIndex } from "./product-index.server.ts";

/**
 * Products similar to this one (specification, section 7: the same category first): from the product index when it
 * has enough of the category in stock, else from the database.
 */
export async function similarProducts(
  ports: SearchPorts,
  product: Pick<ProductPage, "id" | "categorySlug" | "collections">,
  limit: number,
): Promise<ProductSummary[]> {
  const index = await productIndex(ports);
  const ids = index.similar(product.id, limit, ports.clock.now().getTime());
  if (ids.length === limit) return productSummaries(ports, ids);
  return (await suggestedProducts(ports, product)).slice(0, limit);
}
