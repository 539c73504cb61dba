import type { Source } from "./sources.ts";

/** The level of each noun (a folder of shop/): it may import only nouns of a lower level. */
export const levels: Record<string, number> = {
  // What people type is cleaned by the same rules everywhere.
  text: -2,
  // Who acts and what they may do: every noun that changes something asks.
  access: -2,
  // Conditions over the fields that a noun declares.
  rules: -1,
  // Fields as data, which a noun declares.
  fields: -1,
  // Every noun writes down who did what to it.
  audit: -1,
  // What a customer wants to be told, asked by every sender.
  notifications: -1,
  // The texts of emails, for every noun that sends some.
  emails: -1,
  tax: -1,
  catalogue: 0,
  accounts: 0,
  content: 0,
  redirects: 0,
  "search-log": 0,
  settings: 0,
  // Texts and Markdown are drawn as the content's are.
  publishing: 0.25,
  // The look of mails, for every noun that sends them.
  brand: 0.5,
  push: 0.75,
  "stock-notices": 1,
  // Of the lists of the back office, whatever they list.
  "saved-views": 1,
  cart: 1,
  coupons: 1,
  offers: 1,
  orders: 2,
  // Rules about an order and what its phone number ordered before.
  cod: 2.5,
  // Read with the cart for the frame of every page.
  wishlist: 2,
  // Undone only while nothing of it was ordered.
  import: 3,
  search: 3,
  delivery: 3,
  payments: 3,
  reviews: 3,
  checkout: 4,

  // Orders that staff enter: priced as the checkout does it, paid by links.
  "draft-orders": 5,
  returns: 4,
  invoices: 5,
  // What reviews, returns and orders say about sizes.
  fit: 5,
  // What all the others know of one person.
  customers: 6,
  "order-management": 6,
  // What was invoiced, by month, for the tax office.
  books: 6,
  // What waits of any kind in a restored shop.
  hold: 6,
  // Adds up what all the others wrote.
  reports: 7,
  // Tells the team what all the others wrote, and what of it waits.
  "staff-notices": 8,
};

const screenFolders = ["storefront", "back-office", "endpoints"];

export function roomOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : "";
}

/** "orders" of shop/orders/..., undefined for the kernel files beside the nouns. */
export function nounOf(path: string): string | undefined {
  return /^shop\/([^/]+)\//.exec(path)?.[1];
}

/** "storefront/cart" of app/storefront/cart.tsx and of everything in app/storefront/cart/. */
export function screenOf(path: string): string | undefined {
  const [, folder, name] = /^app\/([^/]+)\/([^/.]+)/.exec(path) ?? [];
  // Shared by the back office's screens, as app/parts and app/app.css are by all.
  if (path.startsWith("app/back-office/parts/") || path.endsWith(".css")) return undefined;
  return folder && name && screenFolders.includes(folder) ? `${folder}/${name}` : undefined;
}

/** Folders that hold the private parts of a file beside them: their path -> how the owners' paths begin. */
export function privateFolders(sources: Source[]): string[] {
  const owners = new Set(sources.map(({ path }) => path.replace(/(\.server)?(\.test)?\.\w+$/, "")));
  const folders = new Set(sources.flatMap(({ path }) => ancestors(path)));
  // A top-level folder is never the private folder of a file.
  return [...folders].filter((folder) => folder.includes("/") && owners.has(folder));
}

/** Whether `from` may import the private folder: its owner (X.ts, X.server.ts, X.test.ts) or another part of it. */
export function mayEnter(folder: string, from: string): boolean {
  return from.startsWith(`${folder}/`) || from.startsWith(`${folder}.`);
}

/** "a/b/c.ts" -> ["a", "a/b"]. */
function ancestors(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Circular imports at run time (type imports may be circular), each as "a -> b -> a". */
export function cycles(sources: Source[]): string[] {
  const graph = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter((one) => !one.typeOnly).map((one) => one.target),
    ]),
  );
  const found: string[] = [];
  const finished = new Set<string>();
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push([...trail.slice(start), path].join(" -> "));
    if (start >= 0 || finished.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    finished.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}
