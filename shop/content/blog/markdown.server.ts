import { micromark } from "micromark";

/**
 * In: untrusted Markdown. Out: HTML that is safe to insert: raw HTML is shown as text and addresses
 * other than http, https and mailto are dropped (micromark's defaults). The page already has its one h1,
 * so a first-level heading becomes a second-level one.
 */
export function articleHtml(markdown: string): string {
  return micromark(markdown).replace(/<(\/?)h1>/g, "<$1h2>");
}
