import { href } from "react-router";

export const tabNames = {
  profile: "Profile",
  orders: "Orders",
  addresses: "Addresses",
  wishlist: "Wishlist",
  notifications: "Notifications",
  security: "Security",
} as const;

export type TabName = keyof typeof tabNames;

/** The tab of an address ("/profile?tab=addresses"); default the first. */
export function readTab(asked: string | null): TabName {
  return asked !== null && isTab(asked) ? asked : "profile";
}

/** The address of a tab. The first tab has no query. */
export function tabAddress(tab: TabName, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(tab !== "profile" && { tab }), ...more });
  return query.size > 0 ? `${href("/profile")}?${query}` : href("/profile");
}

function isTab(name: string): name is TabName {
  return Object.hasOwn(tabNames, name);
}
