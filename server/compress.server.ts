import { pipeline } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { createReadableStreamFromReadable } from "@react-router/node";
import { encoded, preferredEncoding } from "./encoding.server.ts";

const compressibleTypes =
  /^(text\/(?!event-stream)|application\/(json|xml|javascript|manifest\+json|ld\+json)|image\/svg)/;
const minBytes = 1_024;

/** For responses that are sent once: a tenth larger than the best, in a fifth of the time. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 3 };

/** Both pass on each chunk at once: a download starts while its later rows are read. */
const streams = {
  br: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: brotliParams }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/**
 * Compresses a response when the browser accepts it and it is text over 1 KB or of unknown length. A body of known
 * length and JSON are compressed as a whole; others stay streamed. Event streams and compressed responses are left
 * alone.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get("Content-Type") ?? "";
  if (!compressibleTypes.test(type) || response.headers.has("Content-Encoding")) return response;
  const vary = response.headers.get("Vary");
  const headers = new Headers(response.headers);
  headers.set("Vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
  const init = { status: response.status, statusText: response.statusText, headers };

  const encoding = preferredEncoding(request.headers.get("Accept-Encoding"));
  const isFinal = response.headers.get("Cache-Control")?.includes("no-transform");
  if (!response.body || encoding === "identity" || isFinal) return new Response(response.body, init);
  // JSON is written as a whole, even without a Content-Length.
  const isWhole = response.headers.has("Content-Length") || type.startsWith("application/json");
  const body = isWhole ? Buffer.from(await response.arrayBuffer()) : null;
  if (body && body.byteLength <= minBytes) return new Response(body, init);

  headers.set("Content-Encoding", encoding);
  const etag = headers.get("ETag");
  if (etag && !etag.startsWith("W/")) headers.set("ETag", `W/${etag}`);
  if (!body) {
    const packer = streams[encoding]();
    // A client that disconnects early ends the stream; that is not an error. It cancels the body too.
    pipeline(response.body, packer, () => undefined);
    return new Response(createReadableStreamFromReadable(packer), init);
  }
  const compressed = await encoded(body, encoding, brotliParams);
  headers.set("Content-Length", String(compressed.length));
  return new Response(compressed, init);
}
