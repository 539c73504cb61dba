import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";

/** What React writes for a Suspense boundary whose children suspended or failed. Text cannot contain it. */
const unfinished = "<!--$!-->";

/** `renderToString` leaves it out; the stream writes it before a document. Without it browsers use quirks mode. */
const doctype = "<!DOCTYPE html>";

const renderTimeout = 5_000;

/**
 * Renders a whole page as HTML. Nearly all pages never suspend: they are rendered synchronously, by joining strings,
 * where React's stream copies thousands of short pieces into buffers. A page that suspends (for a lazy component at its
 * first use) is rendered again by the stream, as is one that fails. Rejects with the error of a component outside of
 * any Suspense; `report` gets those inside, where the page shows the fallback.
 */
export async function renderPage(
  page: ReactNode,
  { nonce, report }: { nonce: string; report(error: unknown): void },
): Promise<string> {
  try {
    const html = renderToString(page);
    if (!html.includes(unfinished)) return html.startsWith("<html") ? doctype + html : html;
  } catch {
    // The stream throws the same error and rejects with it.
  }
  return new Promise((resolve, reject) => {
    const errors: unknown[] = [];
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onError: (error) => void errors.push(error),
      // Otherwise React sends the content of a Suspense boundary after the page, for its script to insert.
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

/** Inline script: hands the data block before it to the router. */
const passLoaderData =
  "{ const { streamController } = window.__reactRouterContext; " +
  "streamController.enqueue(document.currentScript.previousElementSibling.textContent); streamController.close(); }";

/**
 * The data of a page's loaders as the text of a data block. In: `EntryContext.serverHandoffStream`, lines of JSON, where
 * "<" is only in strings: escaped, nothing can end the block or start a comment.
 */
export async function encodedLoaderData(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const bytes = Buffer.concat(parts);
  return bytes.includes("<") ? Buffer.from(bytes.toString().replaceAll("<", "\\u003c")) : bytes;
}

/**
 * Writes the data of the page's loaders at its end, where the router in the browser reads them, as React Router's own
 * `ServerRouter` does (`StreamTransfer` in react-router/lib/dom/ssr/single-fetch.tsx, 8.4.0). There it is a component
 * that waits for a stream; nothing here streams. In a data block they need no hash in the policy and no second set of
 * quotation marks. In: the page, and `encodedLoaderData` or its placeholder.
 */
export function withLoaderData(html: string, data: string, nonce: string): string {
  const end = html.lastIndexOf("</body>");
  if (end < 0) return html;
  const block = `<script type="application/json">${data}</script>`;
  return `${html.slice(0, end)}${block}<script nonce="${nonce}">${passLoaderData}</script>${html.slice(end)}`;
}
