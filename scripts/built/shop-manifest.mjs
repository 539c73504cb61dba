// A route manifest for the storefront: the routes a shopper's pages can link to, without the back office and
// endpoints.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const head = "window.__reactRouterManifest=";
const prefetched = ["storefront/browse", "storefront/category", "storefront/product", "pages/blog-post"];

/**
 * Writes shop-manifest-x.js beside React Router's manifest-x.js (docs/decisions/0004). The router compiles a pattern
 * for every route before the page is interactive, and most routes are not in the storefront. In: the folder of the
 * built files.
 */
export function shopManifest(folder) {
  const assets = join(folder, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  const script = readFileSync(join(assets, name), "utf8");
  if (!script.startsWith(head)) throw new Error(`${name} is not the list of addresses it was`);
  const manifest = JSON.parse(script.slice(head.length).replace(/;\s*$/, ""));
  const routes = Object.entries(manifest.routes)
    .filter(([id, route]) => isAskedByRouter(id, route))
    .map(([id, route]) => [
      id,
      { ...withoutNothing(route), imports: importsToPrefetch(id, route, manifest.entry) },
    ]);
  const url = `/assets/shop-${name}`;
  const shop = { ...manifest, routes: Object.fromEntries(routes), url };
  writeFileSync(join(assets, `shop-${name}`), `${head}${JSON.stringify(shop)};`);
}

/** The browser's own `fetch`, gateways and the service worker ask /functions/. */
function isAskedByRouter(id, { path = "", hasDefaultExport, hasAction }) {
  if (id.startsWith("back-office/") || path.startsWith("functions/")) return false;
  return hasDefaultExport || hasAction;
}

/** A route without its false flags: the router treats an absent flag as false. */
function withoutNothing(route) {
  const has = (value) => value !== false && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(route).filter(([, value]) => has(value)));
}

/**
 * The router reads a route's imports only to prefetch them, which these routes are (`prefetch="intent"` and
 * PrefetchPageLinks). Without those that every page loads with its entry, in an order that compresses well.
 */
function importsToPrefetch(id, { imports = [] }, entry) {
  if (!prefetched.includes(id)) return undefined;
  return imports.filter((script) => !entry.imports.includes(script)).sort();
}
