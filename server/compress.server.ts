import { pipeline } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { createReadableStreamFromReadable } from "@react-router/node";
import { type Encoding, preferredEncoding } from "./encoding.ts";

const compressibleTypes =
  /^(text\/(?!event-stream)|application\/(json|xml|javascript|manifest\+json|ld\+json)|image\/svg)/;
const minBytes = 1_024;

/**
 * Compresses a response when the browser accepts it and it is text over 1 KB or of unknown length. Streamed pages
 * stay streamed. Event streams and compressed responses are left alone.
 */
export function compress(request: Request, response: Response): Response {
  const type = response.headers.get("Content-Type") ?? "";
  if (!compressibleTypes.test(type) || response.headers.has("Content-Encoding")) return response;
  const vary = response.headers.get("Vary");
  const headers = new Headers(response.headers);
  headers.set("Vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
  const init = { status: response.status, statusText: response.statusText, headers };

  const encoding = preferredEncoding(request.headers.get("Accept-Encoding"));
  const length = Number(response.headers.get("Content-Length") ?? Number.POSITIVE_INFINITY);
  const whole = response.headers.get("Cache-Control")?.includes("no-transform");
  if (!response.body || !encoding || length <= minBytes || whole) return new Response(response.body, init);

  headers.set("Content-Encoding", encoding);
  headers.delete("Content-Length");
  const etag = headers.get("ETag");
  if (etag && !etag.startsWith("W/")) headers.set("ETag", `W/${etag}`);
  return new Response(encodeBody(response.body, encoding), init);
}

function encodeBody(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const packer =
    encoding === "br"
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 });
  // A visitor who leaves early ends the stream; that is not an error.
  pipeline(chunksOf(body), packer, () => undefined);
  return createReadableStreamFromReadable(packer);
}

async function* chunksOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      yield value;
    }
  } finally {
    // Cancels the rendering when nobody reads it any more.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}
