import { readListing, writeListing } from "../../../shop/catalogue/listing-address.ts";
import { readReviewSort, readReviewStars, readWithPhotos } from "../../../shop/reviews/reviews.ts";

/** Content of a response; decides which events invalidate it: server/page-cache/invalidation.ts. */
export type PageContent = "list" | "product" | "words" | "suggestions";

/** `address`: the canonical address that the page is rendered for. */
export type SharedPage = { address: string; shows: PageContent };

type Rule = {
  /** As in the guard table. */
  pattern: string;
  path: RegExp;
  shows: PageContent;
  /** The canonical query; null: this page is not shared. */
  query: (asked: URLSearchParams, name: string | undefined) => URLSearchParams | null;
};

const emptyQuery = () => new URLSearchParams();
const contentPage = (pattern: string): Rule => ({
  pattern,
  path: new RegExp(`^${pattern}$`),
  shows: "words",
  query: emptyQuery,
});

/**
 * Pages that are identical for all visitors without our cookies. All others are rendered per request. Beside the
 * guard table, because a page may be shared only when it is public and accepts no forms.
 */
export const sharedPages: readonly Rule[] = [
  { pattern: "/", path: /^\/$/, shows: "list", query: showcase },
  { pattern: "/shop", path: /^\/shop$/, shows: "list", query: listing },
  {
    pattern: "/category/:categoryName?",
    path: /^\/category(?:\/([a-z0-9-]{1,60}))?$/,
    shows: "list",
    // The older form has the category's slug in the query.
    query: (asked, slug) => (slug === undefined && asked.has("category") ? null : listing(asked, slug)),
  },
  {
    pattern: "/brand/:slug",
    path: /^\/brand\/([a-z0-9-]{1,80})$/,
    shows: "list",
    query: (asked) => {
      const query = listing(asked, undefined);
      query?.delete("brand");
      return query;
    },
  },
  {
    pattern: "/product/:id?",
    path: /^\/product\/([a-z0-9-]{1,120})$/,
    shows: "product",
    query: reviews,
  },
  { ...contentPage("/blog"), query: (asked) => pickParameter(asked, "category", /^[a-z]{1,30}$/) },
  { ...contentPage("/blog/:id"), path: /^\/blog\/([a-z0-9-]{1,120})$/ },
  // FAQ searches are free text, so they are not shared.
  { ...contentPage("/faq"), query: (asked) => (asked.has("q") ? null : emptyQuery()) },
  contentPage("/terms-and-conditions"),
  contentPage("/refund-policy"),
  contentPage("/privacy-policy"),
  contentPage("/cookie-policy"),
  contentPage("/about"),
  {
    ...contentPage("/pages/:slug"),
    path: /^\/pages\/([a-z0-9-]{1,80})$/,
  },
];

/** Of the address of a page's data: canonical addresses are shorter, and each of these is a page of its own. */
const maxDataAddress = 1_000;

/**
 * In: a requested address ("/shop?sort=newest&utm_source=x"). Out: the shared page with its known query parameters in
 * canonical order; null when there is none. The data of a page ("/shop.data", as in React Router's guide to
 * pre-rendering) is shared under the address as requested, because the router may add parameters of its own.
 */
export function sharedPage(asked: string): SharedPage | null {
  const mark = asked.indexOf("?");
  const whole = mark < 0 ? asked : asked.slice(0, mark);
  const isData = whole.endsWith(".data");
  const path = whole === "/_.data" ? "/" : whole.replace(/(?<=[^/])\.data$/, "");
  if (isData ? path === whole || asked.length > maxDataAddress : path !== whole) return null;
  const search = new URLSearchParams(mark < 0 ? "" : asked.slice(mark + 1));
  for (const rule of sharedPages) {
    const found = rule.path.exec(path);
    if (!found) continue;
    const query = rule.query(search, found[1]);
    if (!query) return null;
    if (isData) return { address: asked, shows: rule.shows };
    const text = new URLSearchParams([...query].sort()).toString();
    return { address: text ? `${whole}?${text}` : whole, shows: rule.shows };
  }
  return null;
}

/** The same for search suggestions: the same response for everybody, with or without a session. */
export function sharedSuggestions(asked: string): SharedPage | null {
  const [path, query] = asked.split("?", 2);
  if (path !== "/functions/suggest") return null;
  const { text } = readListing(new URLSearchParams({ q: new URLSearchParams(query).get("q") ?? "" }));
  return { address: `${path}?${new URLSearchParams({ q: text })}`, shows: "suggestions" };
}

function listing(asked: URLSearchParams, slug: string | undefined): URLSearchParams | null {
  // Searches are logged and rarely repeat; the filter for new products depends on the current time.
  const query = readListing(asked, slug);
  if (query.text !== "" || query.newWithinDays !== null) return null;
  const address = writeListing(query, slug);
  // A collection may have another usual order; which slugs are collections is not known here.
  if (asked.get("sort") === "recommended" && query.categories.length > 0) address.set("sort", "recommended");
  return address;
}

function showcase(asked: URLSearchParams): URLSearchParams {
  const query = pickParameter(asked, "tab", /^(popular|offers)$/);
  const page = Math.min(100, Math.floor(Number(asked.get("page"))) || 1);
  if (page > 1) query.set("page", String(page));
  return query;
}

/** A page with a delivery date for a PIN code is for one visitor. */
function reviews(asked: URLSearchParams): URLSearchParams | null {
  if (asked.has("pin")) return null;
  const query = pickParameter(asked, "reviews", /^all$/);
  const stars = readReviewStars(asked.get("stars"));
  if (stars !== null) query.set("stars", String(stars));
  if (readWithPhotos(asked.get("photos"))) query.set("photos", "yes");
  const order = readReviewSort(asked.get("order"));
  if (order !== readReviewSort(null)) query.set("order", order);
  return query;
}

function pickParameter(asked: URLSearchParams, name: string, shape: RegExp): URLSearchParams {
  const value = asked.get(name);
  return value !== null && shape.test(value) ? new URLSearchParams({ [name]: value }) : emptyQuery();
}
