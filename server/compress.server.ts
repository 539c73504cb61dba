import { pipeline } from "node:stream";
import { promisify } from "node:util";
import {
  type BrotliCompress,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  type Gzip,
  gzip,
  gzipSync,
  type ZstdCompress,
} from "node:zlib";
import { createReadableStreamFromReadable } from "@react-router/node";
import { type Encoding, preferredEncoding } from "./encoding.ts";
import { zstd } from "./zstd.server.ts";

const compressibleTypes =
  /^(text\/(?!event-stream)|application\/(json|xml|javascript|manifest\+json|ld\+json)|image\/svg)/;
const minBytes = 1_024;

/**
 * Compresses a response when the browser accepts it and it is text over 1 KB or of unknown length. A body of known
 * length and JSON are compressed as a whole, which takes half the time; others stay streamed. Event streams and
 * compressed responses are left alone.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get("Content-Type") ?? "";
  if (!compressibleTypes.test(type) || response.headers.has("Content-Encoding")) return response;
  const vary = response.headers.get("Vary");
  const headers = new Headers(response.headers);
  headers.set("Vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
  const init = { status: response.status, statusText: response.statusText, headers };

  const encoding = preferredEncoding(request.headers.get("Accept-Encoding"), true);
  const isFinal = response.headers.get("Cache-Control")?.includes("no-transform");
  if (!response.body || !encoding || isFinal) return new Response(response.body, init);
  const contentLength = response.headers.get("Content-Length");
  // JSON is written as a whole, even without a Content-Length.
  const body =
    contentLength === null && !type.startsWith("application/json") ? null : await response.arrayBuffer();
  if (body && body.byteLength <= minBytes) return new Response(body, init);

  headers.set("Content-Encoding", encoding);
  const etag = headers.get("ETag");
  if (etag && !etag.startsWith("W/")) headers.set("ETag", `W/${etag}`);
  if (!body) return new Response(streamed(response.body, encoding), init);
  const compressed = await whole[encoding](Buffer.from(body));
  headers.set("Content-Length", String(compressed.length));
  return new Response(compressed, init);
}

const quality = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** Below it a body is compressed at once, in 0.2 ms at most: handing it to zlib's thread pool costs about as much. */
const maxSync = 8_000;

/** The result in one chunk (`chunkSize`): each chunk costs an event loop iteration. */
const whole: Record<Encoding, (body: Buffer) => Promise<Buffer<ArrayBuffer>>> = {
  async br(body) {
    const params = { ...quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const options = { chunkSize: body.length, params };
    return body.length <= maxSync
      ? brotliCompressSync(body, options)
      : promisify(brotliCompress)(body, options);
  },
  async gzip(body) {
    const options = { chunkSize: body.length };
    return body.length <= maxSync ? gzipSync(body, options) : promisify(gzip)(body, options);
  },
  zstd,
};

const packers: Record<Encoding, () => BrotliCompress | Gzip | ZstdCompress> = {
  br: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: quality }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  zstd: () => createZstdCompress({ flush: constants.ZSTD_e_flush }),
};

function streamed(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const packer = packers[encoding]();
  // A client that disconnects early ends the stream; that is not an error.
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
    // Cancels the rendering when the client has disconnected.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}
