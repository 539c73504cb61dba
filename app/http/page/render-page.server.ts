import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

const renderTimeout = 5_000;

/**
 * Renders a page to the end. In: the page, the nonce of its inline scripts, and a function that gets the errors inside
 * of a Suspense boundary, where the page shows the fallback. Out: the HTML. Rejects with the error of a component
 * outside of any boundary.
 */
export function renderPage(
  page: ReactNode,
  { nonce, report }: { nonce: string; report(error: unknown): void },
): Promise<string> {
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
