import { readListing } from "../../catalogue/listing-address.ts";
import { slugOf } from "../../text/slug.ts";
import type { SearchPorts } from "../list-products.server.ts";
import { productIndex } from "../product-index.server.ts";

const longestSlug = 80;
const everything = readListing(new URLSearchParams());

/**
 * The slug of a brand's page: "Genda & Grey" is "genda-grey", "नीला" is "nila". In: the brand of a product. Out: null
 * when it has no transliteration to Latin letters and digits; such a brand has no page.
 */
export function brandSlug(brand: string): string | null {
  return slugOf(brand, longestSlug) || null;
}

/**
 * The brands on the page of this slug that have active products, by name: more than one when spellings differ
 * ("Genda & Grey", "Genda Grey"). In: any text. Out: empty when there is none.
 */
export async function brandsAt(ports: SearchPorts, slug: string): Promise<string[]> {
  const index = await productIndex(ports);
  const now = ports.clock.now().getTime();
  // The vocabulary also has the brands of products that were removed.
  return [...index.vocabulary.brands]
    .filter((brand) => brandSlug(brand) === slug)
    .filter((brand) => index.count({ ...everything, brands: [brand] }, [], now) > 0)
    .sort();
}

/** The slugs of all brands that have active products, in order; for the sitemap. */
export async function brandSlugs(ports: SearchPorts): Promise<string[]> {
  const index = await productIndex(ports);
  const { facets } = index.search(everything, [], {
    now: ports.clock.now().getTime(),
    slice: () => ({ skipped: 0, limit: 0 }),
  });
  const slugs = [...facets.brands.keys()].map(brandSlug).filter((slug) => slug !== null);
  return [...new Set(slugs)].sort();
}
