import { createContext, type RouterContextProvider } from "react-router";
import { inScript } from "./json-in-script.ts";
import type { Thing } from "./structured-data.ts";

/** What a page says to search engines and chats and to nobody else: browsers are sent no script for it. */
type Told = {
  things: Thing[];
  /** Further meta elements, by property or name. */
  meta: [name: string, content: string][];
  links: { rel: string; type: string; title: string; href: string }[];
  /** Not to be found: one of endlessly many, or of no use to a stranger. */
  hidden: boolean;
};

const toldContext = createContext<Told>({ things: [], meta: [], links: [], hidden: false });

/** For loaders: adds to what the page says. */
export function tell(context: Readonly<RouterContextProvider>, more: Partial<Told>): void {
  const { things, meta, links, hidden } = context.get(toldContext);
  context.set(toldContext, {
    things: [...things, ...(more.things ?? [])],
    meta: [...meta, ...(more.meta ?? [])],
    links: [...links, ...(more.links ?? [])],
    hidden: hidden || more.hidden === true,
  });
}

/** Puts what was told into the head of a whole page (a letter for each of its bytes), and gives the headers that say more. */
export function withTold(
  html: string,
  context: Readonly<RouterContextProvider>,
): { html: string; headers: Record<string, string> } {
  const { things, meta, links, hidden } = context.get(toldContext);
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
  if (things.length > 0) {
    const graph = { "@context": "https://schema.org", "@graph": things };
    lines.push(`<script type="application/ld+json">${inScript(graph)}</script>`);
  }
  const end = html.indexOf("</head>");
  return {
    html: lines.length === 0 || end < 0 ? html : html.slice(0, end) + bytesOf(lines) + html.slice(end),
    headers: hidden ? { "X-Robots-Tag": "noindex" } : {},
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
