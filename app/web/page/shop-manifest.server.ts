import type { EntryContext } from "react-router";

/**
 * Gives a page of the shop the shop's own list of addresses (scripts/built/shop-manifest.mjs writes it). From there a link or
 * an answer that leads to the back office loads it as a whole page: its addresses are not in the list.
 */
export function withShopManifest(context: EntryContext): EntryContext {
  const { matches } = context.staticHandlerContext;
  if (matches.some(({ route }) => route.id.startsWith("back-office/"))) return context;
  const url = context.manifest.url.replace("/manifest-", "/shop-manifest-");
  return { ...context, manifest: { ...context.manifest, url } };
}
