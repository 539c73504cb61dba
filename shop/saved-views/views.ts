import type { Permission } from "../access/permissions.ts";

export const viewListNames = ["orders", "products", "customers", "documents"] as const;
export type ViewListName = (typeof viewListNames)[number];

/** The lists that have views: who sees them, where they are, and the columns that can be left out. */
export const viewLists: Record<
  ViewListName,
  { title: string; path: string; permission: Permission; columns: readonly string[] }
> = {
  orders: {
    title: "orders",
    path: "/admin/orders",
    permission: "orders.view",
    columns: ["Customer", "Items", "Total", "Status", "Payment", "Date"],
  },
  products: {
    title: "products",
    path: "/admin/products",
    permission: "catalogue.view",
    columns: ["Image", "Category", "Price", "Stock", "Status"],
  },
  customers: {
    title: "customers",
    path: "/admin/customers",
    permission: "customers.view",
    columns: ["City", "Orders", "Spent", "Last order", "Came back", "Tags"],
  },
  documents: {
    title: "documents",
    path: "/admin/books",
    permission: "tax.view",
    columns: ["Date", "Customer", "Order", "Place of supply", "Tax", "Total"],
  },
};

/** The permission to share a view with everybody who sees its list, and to change what others have shared. */
export const sharesViews: Permission = "settings.edit";

/** What belongs to one visit of a list, not to a view. */
const passing = ["page", "after", "before", "saved"];

/** The search and filters of a list's address in one spelling, so that equal ones are equal texts. */
export function viewQuery(typed: string): string {
  const asked = new URLSearchParams(typed.trim().replace(/^[^?]*\?/, ""));
  for (const name of passing) asked.delete(name);
  return new URLSearchParams(
    [...asked].filter(([, value]) => value !== "").sort(([one], [other]) => (one < other ? -1 : 1)),
  ).toString();
}
