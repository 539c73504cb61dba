import { createContext, type RouterContextProvider } from "react-router";
import { isSignedIn } from "../guards.server.ts";
import { jsonInScript } from "./json-in-script.ts";
import type { StructuredData } from "./structured-data.ts";

/** Page metadata for crawlers and link previews only; not part of the browser bundle. */
type HeadMetadata = {
  structuredData: StructuredData[];
  /** Further meta elements by property or name. */
  meta: [name: string, content: string][];
  links: { rel: string; type: string; title: string; href: string }[];
  /** noindex: for one of unlimited many pages, or pages without public content. */
  noIndex: boolean;
  /** Not kept by any cache, the browser's included: a preview of what is not published. */
  noStore: boolean;
};

const headMetadataContext = createContext<HeadMetadata>({
  structuredData: [],
  meta: [],
  links: [],
  noIndex: false,
  noStore: false,
});

/** What a loader adds. `structuredData` is made for visitors without a session only: no crawler signs in. */
type AddedMetadata = Partial<Omit<HeadMetadata, "structuredData">> & {
  structuredData?: () => StructuredData[];
};

/** For loaders: adds metadata to the page. */
export function addHeadMetadata(context: Readonly<RouterContextProvider>, more: AddedMetadata): void {
  const { structuredData, meta, links, noIndex, noStore } = context.get(headMetadataContext);
  const added = (!isSignedIn(context) && more.structuredData?.()) || [];
  context.set(headMetadataContext, {
    structuredData: [...structuredData, ...added],
    meta: [...meta, ...(more.meta ?? [])],
    links: [...links, ...(more.links ?? [])],
    noIndex: noIndex || more.noIndex === true,
    noStore: noStore || more.noStore === true,
  });
}

/** Inserts the metadata into the head of a rendered page, and returns the matching headers. */
export function withHeadMetadata(
  html: string,
  context: Readonly<RouterContextProvider>,
): { html: string; headers: Record<string, string> } {
  const { structuredData, meta, links, noIndex, noStore } = context.get(headMetadataContext);
  const lines = [
    ...meta.map(
      ([name, content]) =>
        `<meta ${name.startsWith("og:") ? "property" : "name"}="${name}" content="${escaped(content)}"/>`,
    ),
    ...links.map(
      ({ rel, type, title, href }) =>
        `<link rel="${rel}" type="${type}" title="${escaped(title)}" href="${escaped(href)}"/>`,
    ),
  ];
  if (structuredData.length > 0) {
    const graph = { "@context": "https://schema.org", "@graph": structuredData };
    lines.push(`<script type="application/ld+json">${jsonInScript(graph)}</script>`);
  }
  const end = html.indexOf("</head>");
  return {
    html: lines.length === 0 || end < 0 ? html : html.slice(0, end) + lines.join("") + html.slice(end),
    headers: {
      ...(noIndex && { "X-Robots-Tag": "noindex" }),
      ...(noStore && { "Cache-Control": "private, no-store" }),
    },
  };
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
