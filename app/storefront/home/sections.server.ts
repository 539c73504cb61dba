import { cachedCategoryAddresses } from "../../../shop/catalogue/collections.server.ts";
import { articles } from "../../../shop/content/blog/articles.server.ts";
import { articleHtml } from "../../../shop/content/blog/markdown.server.ts";
import { presentAddress } from "../../../shop/publishing/addresses.server.ts";
import { collectionsOf, type HomeSection, homeKey, homeKind } from "../../../shop/publishing/home.server.ts";
import { pageAddresses } from "../../../shop/publishing/published.server.ts";
import { firstOfCollection, type HomeContent, homeContent } from "../../../shop/search/home.server.ts";
import { type PageArgs, previewOfRequest, shownContent } from "../../http/shown-content.server.ts";
import { servicesContext } from "../../services-context.ts";

type Of<Kind extends HomeSection["kind"]> = Extract<HomeSection, { kind: Kind }>;
type Loaded = HomeContent & {
  services: Parameters<typeof homeContent>[0] & Parameters<typeof articles>[0];
  /** Where a link leads now; "" when that is gone. */
  follow: (to: string) => Promise<string>;
};

/** Products in a row. */
const inRow = 4;

async function productsOf({ source, collection }: Of<"products">, { tabs, services }: Loaded) {
  if (source === "recent") return [];
  if (source === "new") return tabs.newest;
  if (source !== "collection") return tabs[source];
  // Of one that was deleted there would be all products.
  const addresses = await cachedCategoryAddresses(services);
  const present = addresses.get(collection);
  return present === undefined ? [] : firstOfCollection(services, present);
}

/** What a section shows; null: nothing, and it is left out. */
async function drawn(one: HomeSection, loaded: Loaded) {
  const { kind } = one;
  switch (kind) {
    case "hero":
      return {
        kind,
        categories: stocked(loaded).filter(({ isOnHome }) => isOnHome),
        metrics: loaded.metrics,
      };
    case "collections": {
      const isShown = ({ slug, isOnHome }: { slug: string; isOnHome: boolean }) =>
        one.slugs.length > 0 ? one.slugs.includes(slug) : isOnHome;
      const categories = stocked(loaded).filter(isShown);
      return categories.length > 0 ? { kind, title: one.title, categories } : null;
    }
    case "tabs":
      return { kind, tabs: loaded.tabs };
    case "products": {
      const { title, source } = one;
      const products = (await productsOf(one, loaded)).slice(0, inRow);
      return products.length > 0 || source === "recent" ? { kind, title, source, products } : null;
    }
    case "banner": {
      const { title, text, button, to } = one;
      return { kind, title, text, button, to: await loaded.follow(to) };
    }
    case "strip": {
      const { text, code, to } = one;
      return { kind, text, code, to: await loaded.follow(to) };
    }
    case "prices":
      return { kind, title: one.title, amounts: one.amounts };
    case "articles": {
      const newest = (await articles(loaded.services, null)).slice(0, 3);
      return newest.length > 0 ? { kind, title: one.title, articles: newest } : null;
    }
    case "text":
      return { kind, title: one.title, html: articleHtml(one.body) };
    case "quick-access":
      return { kind };
  }
}

/** Tiles of collections that have nothing for visitors are left out. */
const stocked = ({ categories }: Loaded) => categories.filter(({ count }) => count > 0);

export type ShownSection = NonNullable<Awaited<ReturnType<typeof drawn>>>;

/** The sections of the home page that are shown now, with what they show. A preview shows those of other dates too. */
export async function shownSections(args: PageArgs): Promise<ShownSection[]> {
  const services = args.context.get(servicesContext);
  const { content } = await shownContent(args, homeKind, homeKey);
  const isPreview = previewOfRequest(args, homeKind) !== null;
  const now = services.clock.now();
  const sections = (content?.items ?? []).filter(({ isHidden, showFrom, showUntil }) => {
    const isWithin = (!showFrom || new Date(showFrom) <= now) && (!showUntil || now < new Date(showUntil));
    return !isHidden && (isWithin || isPreview);
  });
  const home = await homeContent(services, sections.flatMap(collectionsOf));
  const follow = async (to: string) => {
    if (to === "") return "";
    const [categories, pages] = await Promise.all([
      cachedCategoryAddresses(services),
      pageAddresses(services),
    ]);
    return presentAddress(to, { categories, pages }) ?? "";
  };
  const shown = await Promise.all(sections.map((one) => drawn(one, { ...home, services, follow })));
  return shown.filter((one) => one !== null);
}
