import { cachedCategoryAddresses } from "../../../shop/catalogue/collections.server.ts";
import { articles } from "../../../shop/content/blog/articles.server.ts";
import { articleHtml } from "../../../shop/content/blog/markdown.server.ts";
import { idleCoupons } from "../../../shop/coupons/coupons.server.ts";
import { presentAddress } from "../../../shop/publishing/addresses.server.ts";
import {
  collectionsOf,
  type HomeSection,
  heroText,
  homeKey,
  homeKind,
  linksOf,
  productOf,
} from "../../../shop/publishing/home.server.ts";
import { praise } from "../../../shop/reviews/reviews.server.ts";
import { firstOfCollection, type HomeContent, homeContent } from "../../../shop/search/home.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { defaultSettings, type ShopSettings } from "../../../shop/settings/settings.ts";
import type { ListedPicture } from "../../../shop/text/listed-items.ts";
import { knownSlugs } from "../../http/known-slugs.server.ts";
import { type PageArgs, previewOfRequest, shownContent } from "../../http/shown-content.server.ts";
import { servicesContext } from "../../services-context.ts";

type Of<Kind extends HomeSection["kind"]> = Extract<HomeSection, { kind: Kind }>;
type Loaded = HomeContent & {
  settings: ShopSettings;
  services: Parameters<typeof homeContent>[0] & Parameters<typeof articles>[0] & Parameters<typeof praise>[0];
  /** Where a link leads now; "" when that is gone. */
  follow: (to: string) => string;
  /** Codes of coupons that nobody can use now. */
  idle: ReadonlySet<string>;
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

/** A picture with its focus points as the browser takes them. */
function shownPicture(picture: ListedPicture | null) {
  if (!picture) return null;
  const { focus, ...shown } = picture;
  const position = ({ x, y }: { x: number; y: number }) => `${x}% ${y}%`;
  return { ...shown, phone: position(focus.phone), desktop: position(focus.desktop) };
}

/** What a section shows; null: nothing, and it is left out. */
async function drawn(one: HomeSection, loaded: Loaded) {
  const { kind } = one;
  switch (kind) {
    case "hero": {
      const { title, text, picture, customers, customersLabel } = one;
      const { products, brands } = loaded.metrics;
      const buttons = [
        { words: one.button, to: leading(one.to, loaded) },
        { words: one.button2, to: leading(one.to2, loaded) },
      ].filter(({ to }) => to !== "");
      const metrics = [
        { value: customers, label: customersLabel },
        { value: products, label: "Products" },
        { value: brands, label: "Brands" },
      ].filter(({ value }) => value !== "");
      const { shopName, tagline, description } = loaded.settings;
      return {
        kind,
        title: title || tagline || shopName,
        text: text || (description === defaultSettings.description ? heroText : (description ?? "")),
        picture: shownPicture(picture),
        buttons,
        metrics,
      };
    }
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
      const { picture, title, text, button, to } = one;
      return { kind, picture: shownPicture(picture), title, text, button, to: loaded.follow(to) };
    }
    case "strip": {
      const { text, code, to } = one;
      return loaded.idle.has(code) ? null : { kind, text, code, to: loaded.follow(to) };
    }
    case "prices":
      return { kind, title: one.title, amounts: one.amounts };
    case "reviews": {
      const product = productOf(one.of);
      const shown = await praise(loaded.services, product);
      return shown.length > 0 ? { kind, title: one.title, reviews: shown } : null;
    }
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

/** Where a button leads; "/category" to the specification's collection, or the first one of a shop without it. */
function leading(to: string, loaded: Loaded): string {
  const onHome = stocked(loaded).filter(({ isOnHome }) => isOnHome);
  const first = onHome.find(({ slug }) => slug === "students") ?? onHome[0];
  return loaded.follow(to === "/category" && first ? `/category/${first.slug}` : to);
}

/** Tiles of collections that have nothing for visitors are left out. */
const stocked = ({ categories }: Loaded) => categories.filter(({ count }) => count > 0);

export type ShownSection = NonNullable<Awaited<ReturnType<typeof drawn>>>;

/** The sections of the home page that are shown now, with what they show. A preview shows those of other dates too. */
export async function shownSections(args: PageArgs): Promise<ShownSection[]> {
  const services = args.context.get(servicesContext);
  const [settings, { content }] = await Promise.all([
    shopSettings(services),
    shownContent(args, homeKind, homeKey),
  ]);
  const isPreview = previewOfRequest(args, homeKind) !== null;
  const now = services.clock.now();
  const sections = (content?.items ?? []).filter(({ isHidden, showFrom, showUntil }) => {
    const isWithin = (!showFrom || new Date(showFrom) <= now) && (!showUntil || now < new Date(showUntil));
    return !isHidden && (isWithin || isPreview);
  });
  const home = await homeContent(services, sections.flatMap(collectionsOf));
  const known = await knownSlugs(
    services,
    sections.flatMap((one) => Object.values(linksOf(one))),
  );
  const follow = (to: string) => (to === "" ? "" : (presentAddress(to, known) ?? ""));
  const codes = sections.flatMap((one) => (one.kind === "strip" ? [one.code] : []));
  const idle = isPreview ? new Set<string>() : await idleCoupons(services, codes);
  const loaded = { ...home, settings, services, follow, idle };
  const shown = await Promise.all(sections.map((one) => drawn(one, loaded)));
  return shown.filter((one) => one !== null);
}
