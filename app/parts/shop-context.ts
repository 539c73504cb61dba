import { createContext, useContext } from "react";
import type { ShopSettings } from "../../shop/settings/settings.ts";
import type { Toast } from "../ui/toast.tsx";

/** What the layout's loader knows and many parts need: the shop's own facts, and who is looking. */
export type ShopData = {
  shop: Pick<ShopSettings, "policy" | "hours" | "founders" | "contact" | "legal" | "description"> & {
    name: string;
  };
  nav: { slug: string; name: string }[];
  viewer: { kind: "guest" } | { kind: "customer"; id: string; name: string; email: string; staff: boolean };
  adminLinkForStaffOnly: boolean;
  /** Said once, when a page is shown after something was done. */
  toast: Toast | null;
  counts: { wishlist: number; cart: number };
  /** Ids of the products on the viewer's wishlist. */
  wishlistIds: string[];
  /** Scheme and host of this shop, for canonical addresses. */
  origin: string;
  demo: boolean;
  /** The current year in India, for the copyright line. */
  year: number;
};

export const ShopContext = createContext<ShopData | null>(null);

export function useShop(): ShopData {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error("useShop outside of the storefront's layout");
  return shop;
}
