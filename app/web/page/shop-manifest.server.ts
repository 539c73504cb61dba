import type { EntryContext } from "react-router";

/**
 * Gives the shop's pages the shop's own route manifest (scripts/built/shop-manifest.mjs writes it). Links and
 * redirects into the back office are then document navigations, because its routes are not in the manifest.
 */
export function withShopManifest(context: EntryContext): EntryContext {
  const { matches } = context.staticHandlerContext;
  if (matches.some(({ route }) => route.id.startsWith("back-office/"))) return context;
  const url = context.manifest.url.replace("/manifest-", "/shop-manifest-");
  return { ...context, manifest: { ...context.manifest, url } };
}
