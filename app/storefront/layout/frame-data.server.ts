import type { Collection } from "../../../shop/catalogue/collections.server.ts";
import { type KnownSlugs, presentAddress } from "../../../shop/publishing/addresses.server.ts";
import { menuKind } from "../../../shop/publishing/menus.server.ts";
import { defaultMenus, drawnMenu, type MenuContent, type MenuKey } from "../../../shop/publishing/menus.ts";
import type { Published } from "../../../shop/publishing/published.server.ts";
import type { menuCategories } from "../../../shop/search/menu/menu-categories.server.ts";
import type { ShopSettings } from "../../../shop/settings/settings.ts";
import { knownSlugs } from "../../http/known-slugs.server.ts";
import { type PageArgs, shownContent } from "../../http/shown-content.server.ts";
import type { ShownBrand } from "../../parts/brand-mark.tsx";
import type { ShopData } from "../../parts/shop-context.ts";
import { servicesContext } from "../../services-context.ts";

// The same object for the same content: it is the key of the cached fragments of header and footer.
const shops = new WeakMap<ShopSettings, { brand: ShownBrand | null; shop: ShopData["shop"] }>();
type Menu = ReturnType<typeof menuCategories>;
const navigations = new WeakMap<Menu, { of: readonly Collection[]; nav: ShopData["nav"] }>();

/** The settings and the brand shown in the frame around every screen. */
export function shownShop(settings: ShopSettings, brand: ShownBrand | null): ShopData["shop"] {
  const known = shops.get(settings);
  if (known && known.brand === brand) return known.shop;
  const { shopName: name, tagline, description, policy, hours, contact, legal } = settings;
  const founders = settings.founders.filter((one) => one.name !== null);
  const shop = { name, tagline, description, policy, hours, founders, contact, legal, brand };
  shops.set(settings, { brand, shop });
  return shop;
}

/** The collections of the menus with their categories of the menu (`menuCategories`). */
export function navigation(collections: readonly Collection[], menu: Menu): ShopData["nav"] {
  const known = navigations.get(menu);
  if (known?.of === collections) return known.nav;
  const nav = collections
    .filter(({ isInMenus }) => isInMenus)
    .map(({ slug, name }) => ({ slug, name, categories: menu.get(slug) ?? [] }));
  navigations.set(menu, { of: collections, nav });
  return nav;
}

type Drawn = { of: readonly unknown[]; menus: NonNullable<ShopData["menus"]> };
const drawnMenus = new WeakMap<ShopData["nav"], Drawn>();

/**
 * The menus as staff published them, without links whose page is gone; null: those of the specification, which the
 * browser knows. In: the collections of `navigation`. The same object for the same menus.
 */
export async function shownMenus(args: PageArgs, nav: ShopData["nav"]): Promise<ShopData["menus"]> {
  const services = args.context.get(servicesContext);
  const shown = (key: MenuKey) => shownContent(args, menuKind, key);
  const [header, footer, phone] = await Promise.all([shown("header"), shown("footer"), shown("phone")]);
  if ([header, footer, phone].every(({ at }) => at === null)) return null;
  const links = [header, footer, phone].flatMap(({ content }) =>
    (content?.items ?? []).flatMap((item) => (item.kind === "link" ? [item.to] : [])),
  );
  const slugs = await knownSlugs(services, links);
  const { categories, pages, hidden } = slugs;
  const of = [header.at, footer.at, phone.at, categories, pages, [...hidden].sort().join(" ")];
  const known = drawnMenus.get(nav);
  if (known && of.every((one, place) => one === known.of[place])) return known.menus;
  const draw = (key: MenuKey, { content }: Published<MenuContent>) =>
    drawnMenu(withPresentAddresses(content ?? defaultMenus[key], slugs), nav);
  const menus = {
    header: draw("header", header),
    footer: draw("footer", footer),
    phone: draw("phone", phone),
  };
  drawnMenus.set(nav, { of, menus });
  return menus;
}

function withPresentAddresses({ items }: MenuContent, known: KnownSlugs): MenuContent {
  return {
    items: items.flatMap((item) => {
      if (item.kind === "collections" || item.to === "") return [item];
      const to = presentAddress(item.to, known);
      return to === null ? [] : [{ ...item, to }];
    }),
  };
}
