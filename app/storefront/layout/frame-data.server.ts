import type { Collection } from "../../../shop/catalogue/collections.server.ts";
import type { menuCategories } from "../../../shop/search/menu/menu-categories.server.ts";
import type { ShopSettings } from "../../../shop/settings/settings.ts";
import type { ShopData } from "../../parts/shop-context.ts";

// The same object for the same content: it is the key of the cached fragments of header and footer.
const shops = new WeakMap<ShopSettings, ShopData["shop"]>();
type Menu = ReturnType<typeof menuCategories>;
const navigations = new WeakMap<Menu, { of: readonly Collection[]; nav: ShopData["nav"] }>();

/** The settings shown in the frame around every screen. */
export function shownShop(settings: ShopSettings): ShopData["shop"] {
  const known = shops.get(settings);
  if (known) return known;
  const { shopName: name, tagline, description, policy, hours, contact, legal } = settings;
  const founders = settings.founders.filter((one) => one.name !== null);
  const shop = { name, tagline, description, policy, hours, founders, contact, legal };
  shops.set(settings, shop);
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
