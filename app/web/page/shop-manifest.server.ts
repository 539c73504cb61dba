import type { EntryContext } from "react-router";

/**
 * The manifest with which a page is rendered. Only the page's own routes: the router creates its routes for each page,
 * and the browser reads the whole manifest from its file. Shop pages name the shop's own file
 * (scripts/built/shop-manifest.mjs writes it): links and redirects into the back office are then document navigations,
 * because its routes are not in it.
 */
export function withShopManifest(context: EntryContext): EntryContext {
  const { manifest } = context;
  const { matches } = context.staticHandlerContext;
  const inOffice = matches.some(({ route }) => route.id.startsWith("back-office/"));
  const url = inOffice ? manifest.url : manifest.url.replace("/manifest-", "/shop-manifest-");
  const routes = Object.fromEntries(matches.map(({ route: { id } }) => [id, manifest.routes[id]]));
  return { ...context, manifest: { ...manifest, url, routes } };
}
