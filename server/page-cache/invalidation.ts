import type { PageContent } from "../../app/web/caching/shared-pages.ts";
import type { ChangeEvent } from "../../platform/live/live.server.ts";
import { mentions } from "./page-ids.ts";

/** The topics that invalidate pages. */
export const invalidatingTopics = [
  "products",
  "reviews",
  "coupons",
  "settings",
  "content",
  "synonyms",
] as const;

/**
 * Whether a change event affects a page. A product is on its own page, on those that suggest it, and in any list it
 * is or should be in: prices decide the order, so every list is affected. When only its stock changed and lists are
 * unaffected (db/migrations/0095), only product pages that contain it are.
 */
export function isAffectedBy(
  { topic, id, only }: ChangeEvent,
  { shows, ids }: { shows: PageContent; ids: Int32Array | null },
): boolean {
  if (topic === "settings") return true;
  if (topic === "content") return shows === "words";
  if (topic === "coupons") return shows === "product";
  // Changes of complementary product types are announced together with the search terms.
  if (topic === "synonyms") return shows === "product" || shows === "suggestions";
  if (topic === "reviews") return shows === "product" && (id === undefined || mentions(ids, id));
  // Without an id it may be a collection's name, which is on every page.
  if (id === undefined) return true;
  if (only === "stock") return shows === "product" && mentions(ids, id);
  return !isAffectedByIds(shows) || mentions(ids, id);
}

/**
 * Whether only the products shown on a page affect it. Any product can affect a list, because it may belong in it now.
 */
export function isAffectedByIds(shows: PageContent): boolean {
  return shows !== "list" && shows !== "suggestions";
}
