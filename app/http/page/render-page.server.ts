import { Writable } from "node:stream";
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
        const chunks: Buffer[] = [];
        pipe(
          new Writable({
            write(chunk: Buffer, _encoding, written) {
              chunks.push(Buffer.from(chunk));
              written();
            },
            final(ended) {
              resolve(Buffer.concat(chunks).toString());
              ended();
            },
          }),
        );
      },
      onShellError(error) {
        clearTimeout(timeout);
        reject(error);
      },
    });
    const timeout = setTimeout(abort, renderTimeout);
  });
}
