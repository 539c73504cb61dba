import type { Services } from "../../platform/services.server.ts";
import { cachedCategoryAddresses } from "../../shop/catalogue/collections.server.ts";
import { hiddenAddresses, type KnownSlugs } from "../../shop/publishing/addresses.server.ts";
import { pageAddresses } from "../../shop/publishing/published.server.ts";

/** What `presentAddress` asks about links that staff wrote. Without one of a product or an article no query. */
export async function knownSlugs(
  services: Pick<Services, "db" | "clock" | "live" | "site">,
  links: readonly string[],
): Promise<KnownSlugs> {
  const [categories, pages, hidden] = await Promise.all([
    cachedCategoryAddresses(services),
    pageAddresses(services),
    hiddenAddresses(services, links),
  ]);
  return { categories, pages, hidden };
}
