import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type ContentEncoding = "br" | "gzip" | "identity";

const preferred = ["br", "gzip"] as const;

/**
 * The best encoding that a client accepts. In: its Accept-Encoding header. Weights count only as q=0: each browser gets
 * the best encoding that it accepts.
 */
export function preferredEncoding(accepted: string | undefined | null): ContentEncoding {
  const taken = (accepted ?? "")
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";")[0]?.trim());
  return preferred.find((encoding) => taken.includes(encoding)) ?? "identity";
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A page in one chunk: each chunk costs an event loop iteration. */
const chunkSize = 64 * 1024;

/** Compresses a body in zlib's thread pool. `params`: options of Brotli, by their constants in node:zlib. */
export async function encoded(
  body: Buffer<ArrayBuffer>,
  encoding: ContentEncoding,
  params: Record<number, number>,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return zip(body, { level: 4, chunkSize });
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return brotli(body, { chunkSize, params: { ...size, ...params } });
}
