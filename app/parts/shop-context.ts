import { createContext, useContext } from "react";
import { type DrawnItem, defaultMenus, drawnMenu, type MenuKey } from "../../shop/publishing/menus.ts";
import type { ShopSettings } from "../../shop/settings/settings.ts";
import type { Toast } from "../ui/toast.tsx";
import type { ShownBrand } from "./brand-mark.tsx";

export type ShopBar = { text: string; to: string | null; link: string };

/** The layout's loader data that many parts need: shop settings and the viewer. */
export type ShopData = {
  shop: Pick<
    ShopSettings,
    "tagline" | "policy" | "hours" | "founders" | "contact" | "legal" | "description"
  > & {
    name: string;
    /** Null: the mark that the shop came with. */
    brand: ShownBrand | null;
  };
  /** The collections, each with the categories that it has in stock. */
  nav: { slug: string; name: string; categories: { slug: string; name: string }[] }[];
  /** The owner's menus; null: those of the specification. */
  menus: Record<MenuKey, DrawnItem[]> | null;
  viewer:
    | { kind: "guest" }
    | { kind: "customer"; id: string; name: string; email: string | null; staff: boolean };
  adminLinkForStaffOnly: boolean;
  /** Shown once, on the page after an action. */
  toast: Toast | null;
  counts: { wishlist: number; cart: number };
  /** Ids of the products on the viewer's wishlist. */
  wishlistIds: string[];
  /** Scheme and host, for canonical addresses. */
  origin: string;
  demo: boolean;
  /** Whether orders can be paid online. */
  paysOnline: boolean;
  /** A line above all pages, with a link; null: none. */
  bar: ShopBar | null;
  /** The owner's line above the header, with an address or ""; `id` tells one from the next. */
  announcement: { id: string; text: string; link: string } | null;
  /** The current year in India, for the copyright line. */
  year: number;
};

export const ShopContext = createContext<ShopData | null>(null);

export function useShop(): ShopData {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error("useShop outside of the storefront's layout");
  return shop;
}

const specified = new WeakMap<ShopData["nav"], Record<MenuKey, DrawnItem[]>>();

/** The menus of this shop, as they are drawn; the same objects while they are the same. */
export function useMenus(): Record<MenuKey, DrawnItem[]> {
  const { menus, nav } = useShop();
  if (menus) return menus;
  const known = specified.get(nav);
  if (known) return known;
  const { header, footer, phone } = defaultMenus;
  const drawn = {
    header: drawnMenu(header, nav),
    footer: drawnMenu(footer, nav),
    phone: drawnMenu(phone, nav),
  };
  specified.set(nav, drawn);
  return drawn;
}
