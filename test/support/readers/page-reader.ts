import { type Ask, textOf } from "../ask.server.ts";

export type Page = { status: number; headers: Headers; html: string; text: string };

/** Asks for a page and reads it: its status, its HTML and the words that a visitor sees. */
export async function readPage(ask: Ask, path: string, init?: Parameters<Ask>[1]): Promise<Page> {
  const answer = await ask(path, init);
  const html = await answer.text();
  return { status: answer.status, headers: answer.headers, html, text: textOf(html) };
}

/** What every page must have for search engines: one h1, a title, a description and its own address. */
export function pageFacts({ html }: Page) {
  return {
    headings: html.match(/<h1[ >]/g)?.length ?? 0,
    title: html.match(/<title>([^<]*)<\/title>/)?.[1],
    description: html.match(/<meta name="description" content="([^"]+)"/)?.[1],
    canonical: html.match(/<link rel="canonical" href="([^"]+)"/)?.[1],
  };
}

/** Hostile texts for form fields. */
export const hostileTexts = [
  `"><script>alert(1)</script>`,
  `' onfocus=alert(1) autofocus='`,
  "a".repeat(10_000),
  "nul\0inside",
  "line\r\nBcc: all@example.com\r\n\r\n",
  "'; drop table contact_message; --",
  "\u202eevil\u2066",
  "\ud800",
  "🙂".repeat(2_000),
  "{{7*7}}<%= 7*7 %>",
];
