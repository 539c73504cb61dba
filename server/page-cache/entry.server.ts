import { createHash } from "node:crypto";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  zstdDecompressSync,
} from "node:zlib";
import type { PageContent } from "../../app/web/caching/shared-pages.ts";
import type { Encoding } from "../encoding.ts";
import { zstd } from "../zstd.server.ts";
import { isAffectedByIds } from "./invalidation.ts";
import { idHashes } from "./page-ids.ts";
import type { PageEncoding } from "./plain-visitor.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A page in one content encoding, with the headers of both responses in the flat form for writeHead. */
export type EncodedPage = {
  bytes: Buffer;
  etag: string;
  whole: string[];
  unchanged: string[];
  /** Compressed quickly: a third of the work for a sixth more bytes. Most lists are requested once. */
  quick: boolean;
};

/** A cached page. */
export type Entry = {
  status: number;
  shows: PageContent;
  /** Hashes of the ids in the page; none where the page is affected by every id. */
  ids: Int32Array;
  /** By the shop's clock, in milliseconds. */
  madeAt: number;
  until: number;
  /** How long it may be sent while no newer one can be rendered (stale-if-error, RFC 5861). */
  staleUntil: number;
  encoded: Partial<Record<PageEncoding, EncodedPage>>;
  /** The addresses under which it was requested. */
  addresses: string[];
  /** Requested again since the last eviction scan. */
  used: boolean;
  /** Its memory in bytes: the page in each encoding, headers, id hashes, addresses, and objects. */
  size: number;
  /** The bytes that the store has counted for it; 0 while it is not stored. */
  counted: number;
  encode(encoding: PageEncoding, effort: "quick" | "well"): Promise<EncodedPage>;
};

/** Upper estimates of what an entry's objects, its encodings and addresses take besides strings and buffers. */
const overhead = { entry: 2_000, encoding: 1_000, address: 150 };

/** The memory of a string: V8 stores a character in one byte or in two. */
export function bytesOf(text: string): number {
  return overhead.address + 2 * text.length;
}

/** A CDN may cache it for a minute and serve it stale for another; browsers revalidate each time. */
const sharedHeaders = [
  ["Cache-Control", "public, max-age=0, s-maxage=60"],
  ["CDN-Cache-Control", "public, max-age=60, stale-while-revalidate=60"],
] as const;

const noStore = [["Cache-Control", "no-store"]] as const;

const replacedHeaders = new Set(["content-encoding", "content-length", "etag", "vary"]);

/**
 * Creates a cache entry from a response. In: the response, what the page shows, when it was requested, until when it is
 * fresh and until when it is usable (milliseconds), and server headers. Out: null for a response that must not be
 * shared: one with a cookie, or neither text nor JSON.
 */
export async function entryOf(
  answer: Response,
  {
    shows,
    madeAt,
    until,
    staleUntil,
    more,
  }: { shows: PageContent; madeAt: number; until: number; staleUntil: number; more: readonly string[] },
): Promise<Entry | null> {
  const type = answer.headers.get("Content-Type") ?? "";
  if (answer.headers.has("Set-Cookie") || !/^(text\/(html|x-script)|application\/json)/.test(type))
    return null;
  // With its own memory: a small Buffer is a slice of a pool, which would stay allocated.
  const page = Buffer.from(await answer.arrayBuffer());
  const content = withoutSheet(page);
  const tag = tagOf(content, answer.headers.get("Content-Security-Policy") ?? "");
  const shared = answer.status === 200;
  const common = [...more, ...headersOf(answer, shows)];
  const ids = idHashes(isAffectedByIds(shows) ? content : []);
  const headers = common.reduce((sum, text) => sum + bytesOf(text), 0);
  const running = new Map<string, Promise<EncodedPage>>();
  /**
   * Kept only until the page is stored in an encoding: compressed it has a fifth of the size, and most pages are
   * requested in one encoding only.
   */
  let uncompressed: Buffer | null = page;
  const entry: Entry = {
    status: answer.status,
    shows,
    ids,
    madeAt,
    until,
    staleUntil,
    encoded: {},
    addresses: [],
    used: false,
    counted: 0,
    size: overhead.entry + page.length + ids.byteLength + headers,
    encode(wanted, effort) {
      const well = running.get(`${wanted} well`);
      const before = well ?? (effort === "quick" ? running.get(`${wanted} quick`) : undefined);
      if (before) return before;
      const encoding = encodeOnce(wanted, effort === "quick" && (wanted === "br" || wanted === "zstd"));
      running.set(`${wanted} ${effort}`, encoding);
      return encoding;
    },
  };
  async function encodeOnce(wanted: PageEncoding, quick: boolean): Promise<EncodedPage> {
    const whole = uncompressed ?? decompressed(entry.encoded);
    const bytes = wanted === "identity" ? whole : standalone(await encodedBytes(whole, wanted, quick));
    // Weak and the same for both, because a page is compressed again, and better, when it is requested again.
    const etags = {
      identity: `"${tag}"`,
      gzip: `"${tag}-gzip"`,
      br: `W/"${tag}-packed"`,
      zstd: `W/"${tag}-packed"`,
    };
    const etag = etags[wanted];
    const unchanged = shared ? [...common, "ETag", etag] : common;
    const sent = [...unchanged, "Content-Length", String(bytes.length)];
    if (wanted !== "identity") sent.push("Content-Encoding", wanted);
    const encoded = { bytes, etag, whole: sent, unchanged, quick };
    const before = entry.encoded[wanted];
    entry.size += bytes.length - (before?.bytes.length ?? 0) - (uncompressed?.length ?? 0);
    uncompressed = null;
    // Each entry has its own header lists, which share their strings.
    if (!before) entry.size += overhead.encoding + 16 * (sent.length + unchanged.length);
    entry.encoded[wanted] = encoded;
    if (!quick) {
      running.delete(`${wanted} quick`);
      if (wanted === "br") drop("zstd");
    }
    return encoded;
  }
  /** The better compressed body replaces the quickly compressed one. */
  function drop(encoding: PageEncoding) {
    entry.size -= entry.encoded[encoding]?.bytes.length ?? 0;
    delete entry.encoded[encoding];
    running.delete(`${encoding} quick`);
  }
  return entry;
}

/** The page, decoded from one of the encodings in which it is stored (at least one). */
function decompressed({ identity, zstd, br, gzip }: Entry["encoded"]): Buffer {
  if (identity) return identity.bytes;
  if (zstd) return zstdDecompressSync(zstd.bytes);
  if (br) return brotliDecompressSync(br.bytes);
  if (gzip) return gunzipSync(gzip.bytes);
  throw new Error("a cached page is stored in no encoding");
}

/** A page before and after its style sheet, which is half of it, has no ids, and is in the policy by its own hash. */
function withoutSheet(page: Buffer): [before: Buffer, after: Buffer] {
  const end = page.indexOf("</style>");
  return [page.subarray(0, Math.max(0, page.indexOf("<style"))), page.subarray(Math.max(0, end))];
}

/** The headers of both responses, in flat form. Browsers cache suggestions for as long as their route says. */
function headersOf({ status, headers }: Response, shows: PageContent): string[] {
  const own = status === 200 && shows === "suggestions";
  const given = [...headers].filter(
    ([name]) => !replacedHeaders.has(name) && (own || name !== "cache-control"),
  );
  const rules = status === 200 ? sharedHeaders : noStore;
  const vary = own ? "Accept-Encoding" : "Accept-Encoding, Cookie";
  return [...given, ...(own ? [] : rules), ["Vary", vary]].flat();
}

/** A short hash of a page. */
function tagOf([before, after]: [Buffer, Buffer], policy: string): string {
  const hash = createHash("sha256").update(before).update(after).update(policy);
  return hash.digest("base64url").slice(0, 22);
}

/** A copy with its own memory: zlib returns a slice of a buffer of 16 KB or more, which would stay allocated. */
function standalone(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** A whole page in one chunk: each chunk costs an event loop iteration. */
const chunkSize = 64 * 1024;

async function encodedBytes(page: Buffer, encoding: Encoding, quick: boolean): Promise<Buffer> {
  if (encoding === "gzip") return zip(page, { level: 6, chunkSize });
  if (encoding === "zstd") return zstd(page);
  return brotli(page, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quick ? 2 : 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  });
}
