import { createContext, type RouterContextProvider } from "react-router";
import { jsonInScript } from "./json-in-script.ts";
import type { StructuredData } from "./structured-data.ts";

/** What a page says to search engines and chats and to nobody else: browsers are sent no script for it. */
type HeadMetadata = {
  structuredData: StructuredData[];
  /** Further meta elements, by property or name. */
  meta: [name: string, content: string][];
  links: { rel: string; type: string; title: string; href: string }[];
  /** Not to be found: one of endlessly many, or of no use to a stranger. */
  noIndex: boolean;
};

const headMetadataContext = createContext<HeadMetadata>({
  structuredData: [],
  meta: [],
  links: [],
  noIndex: false,
});

/** For loaders: adds to what the page says. */
export function addHeadMetadata(context: Readonly<RouterContextProvider>, more: Partial<HeadMetadata>): void {
  const { structuredData, meta, links, noIndex } = context.get(headMetadataContext);
  context.set(headMetadataContext, {
    structuredData: [...structuredData, ...(more.structuredData ?? [])],
    meta: [...meta, ...(more.meta ?? [])],
    links: [...links, ...(more.links ?? [])],
    noIndex: noIndex || more.noIndex === true,
  });
}

/** Puts what was told into the head of a whole page (a letter for each of its bytes), and gives the headers that say more. */
export function withHeadMetadata(
  html: string,
  context: Readonly<RouterContextProvider>,
): { html: string; headers: Record<string, string> } {
  const { structuredData, meta, links, noIndex } = context.get(headMetadataContext);
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
    html: lines.length === 0 || end < 0 ? html : html.slice(0, end) + bytesOf(lines) + html.slice(end),
    headers: noIndex ? { "X-Robots-Tag": "noindex" } : {},
  };
}

/** As the page itself comes: a letter for each byte. */
function bytesOf(lines: string[]): string {
  return Buffer.from(lines.join("")).toString("latin1");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
