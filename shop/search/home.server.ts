import type { ProductSummary } from "../catalogue/catalogue.ts";
import {
  type CatalogueCounts,
  countCatalogue,
  countLabels,
  type HomeCategory,
  homeCategories,
  perTab,
  type Showcase,
  showcase,
} from "../catalogue/home.server.ts";
import { readListing } from "../catalogue/listing-address.ts";
import { listProducts, type SearchPorts } from "./list-products.server.ts";
import { loadedProductIndex, type ProductIndex } from "./product-index.server.ts";

const everything = readListing(new URLSearchParams());

/** What the home page shows of the catalogue. */
export type HomeContent = {
  tabs: Showcase;
  categories: HomeCategory[];
  metrics: { products: string; brands: string };
};

/**
 * The tabs, the cards of the collections and the counts of the home page. From the product index, so that the work does
 * not grow with the catalogue; until it is loaded, which the home page does not wait for, from the database. `chosen`:
 * collections to count beside those of the home page.
 */
export async function homeContent(ports: SearchPorts, chosen: readonly string[] = []): Promise<HomeContent> {
  const index = loadedProductIndex(ports);
  const [tabs, counts] = await Promise.all([
    index ? showcaseOf(ports) : showcase(ports),
    index ? countIndex(ports, index) : countCatalogue(ports),
  ]);
  return { tabs, categories: await homeCategories(ports, counts, chosen), metrics: countLabels(counts) };
}

/** The best rated products. */
export async function bestRatedProducts(ports: SearchPorts, limit: number): Promise<ProductSummary[]> {
  const popular = loadedProductIndex(ports) ? await bestRated(ports) : (await showcase(ports)).popular;
  return popular.slice(0, limit);
}

async function showcaseOf(ports: SearchPorts): Promise<Showcase> {
  const [newest, popular, offers] = await Promise.all([
    firstOf(ports, { sort: "newest" }),
    bestRated(ports),
    firstOf(ports, { sort: "price-asc", minDiscount: 1 }),
  ]);
  return { newest, popular, offers };
}

const bestRated = (ports: SearchPorts) => firstOf(ports, { sort: "rating", minRating: 1 });

async function firstOf(ports: SearchPorts, asked: Partial<typeof everything>): Promise<ProductSummary[]> {
  const options = { cards: perTab, categoriesOnly: true };
  return (await listProducts(ports, { ...everything, ...asked }, [], options)).products;
}

/** The first products of a collection in its recommended order. Waits for the product index. */
export function firstOfCollection(ports: SearchPorts, collection: string): Promise<ProductSummary[]> {
  return firstOf(ports, { collection, inStockOnly: true });
}

async function countIndex(ports: SearchPorts, index: ProductIndex): Promise<CatalogueCounts> {
  const { count, facets } = await listProducts(ports, { ...everything, sort: "newest" }, [], { cards: 0 });
  const now = ports.clock.now().getTime();
  return {
    products: count,
    brands: facets.brands.length + facets.notListed.brands,
    inCollection: (collection) => index.count({ ...everything, collection }, [], now),
  };
}
