import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { jsonInScript } from "../seo/json-in-script.ts";

/** What React writes in the place of a Suspense whose children had to wait, or failed. Text cannot contain it. */
const unfinished = "<!--$!-->";

/** `renderToString` leaves it out; the stream writes it before a document. Without it browsers use quirks mode. */
const doctype = "<!DOCTYPE html>";

const renderTimeout = 5_000;

/**
 * Renders a whole page as HTML. Nearly all pages have nothing to wait for: they are rendered in one go, by joining
 * strings, where React's stream copies thousands of short pieces into buffers. A page that has to wait (for a component
 * that is loaded lazily and was not needed before) is rendered again by the stream, as is one that fails. Rejects with
 * the error of a component outside of any Suspense; `report` gets those inside, where the fallback stands in the page.
 */
export async function renderPage(
  page: ReactNode,
  { nonce, report }: { nonce: string; report(error: unknown): void },
): Promise<string> {
  try {
    const html = renderToString(page);
    if (!html.includes(unfinished)) return html.startsWith("<html") ? doctype + html : html;
  } catch {
    // The stream meets the same error and rejects with it.
  }
  return new Promise((resolve, reject) => {
    const errors: unknown[] = [];
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onError: (error) => void errors.push(error),
      // Otherwise React sends what stands in a Suspense after the page, for its script to put in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timeout);
        errors.forEach(report);
        resolve(text(pipe(new PassThrough())));
      },
      onShellError(error) {
        clearTimeout(timeout);
        reject(error);
      },
    });
    const timeout = setTimeout(abort, renderTimeout);
  });
}

/**
 * Writes the data of the page's loaders at its end, where the router in the browser reads them, as React Router's own
 * `ServerRouter` does (`StreamTransfer` in react-router/lib/dom/ssr/single-fetch.tsx, 8.4.0). There it is a component
 * that waits for a stream; nothing here streams. In: the page, and the encoded data (`EntryContext.serverHandoffStream`).
 */
export function withLoaderData(html: string, encoded: string, nonce: string): string {
  const end = html.lastIndexOf("</body>");
  if (end < 0) return html;
  const controller = "window.__reactRouterContext.streamController";
  const script = `${controller}.enqueue(${jsonInScript(encoded)});${controller}.close();`;
  return `${html.slice(0, end)}<script nonce="${nonce}">${script}</script>${html.slice(end)}`;
}
