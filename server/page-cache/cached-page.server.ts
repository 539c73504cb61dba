import { createHash } from "node:crypto";
import { constants } from "node:zlib";
import type { PageContent } from "../../app/http/caching/shared-pages.ts";
import { type ContentEncoding, encoded } from "../encoding.server.ts";
import { idHashes, isAffectedByIds } from "./invalidation.ts";

/** A cached page in one content encoding, with the headers of both responses in the flat form for writeHead. */
export type CachedPage = {
  status: number;
  shows: PageContent;
  /** Hashes of the ids in the page; none where the page is affected by every id. */
  ids: Int32Array;
  /** By the shop's clock, in milliseconds. */
  madeAt: number;
  until: number;
  /** How long it may be sent while no newer one can be rendered (stale-if-error, RFC 5861). */
  staleUntil: number;
  body: Buffer;
  etag: string;
  headers: string[];
  notModified: string[];
  /** An upper estimate of its memory in bytes. */
  size: number;
};

/** What an entry's objects take, besides strings and buffers. */
const objectBytes = 3_000;

/** A CDN may cache it for a minute and serve it stale for another; browsers revalidate each time. */
const sharedHeaders = [
  ["Cache-Control", "public, max-age=0, s-maxage=60"],
  ["CDN-Cache-Control", "public, max-age=60, stale-while-revalidate=60"],
] as const;

const noStore = [["Cache-Control", "no-store"]] as const;

const replacedHeaders = new Set(["content-encoding", "content-length", "etag", "vary"]);

/**
 * Makes a cached page of a response. In: the response, what the page shows, when it was requested, until when it is
 * fresh and until when it is usable (milliseconds), its encoding, and headers of the server. Out: null for a response
 * that must not be shared: one with a cookie, or neither text nor JSON.
 */
export async function cachedPage(
  answer: Response,
  {
    encoding,
    more,
    ...times
  }: Pick<CachedPage, "shows" | "madeAt" | "until" | "staleUntil"> & {
    encoding: ContentEncoding;
    more: readonly string[];
  },
): Promise<CachedPage | null> {
  const type = answer.headers.get("Content-Type") ?? "";
  if (answer.headers.has("Set-Cookie") || !/^(text\/(html|x-script)|application\/json)/.test(type))
    return null;
  const page = Buffer.from(await answer.arrayBuffer());
  const body = withOwnMemory(await encoded(page, encoding, { [constants.BROTLI_PARAM_QUALITY]: 4 }));
  const ids = isAffectedByIds(times.shows) ? idHashes(page.toString("latin1")) : new Int32Array();
  const etag = `"${tagOf(page, answer.headers.get("Content-Security-Policy") ?? "")}-${encoding}"`;
  const common = [...more, ...headersOf(answer, times.shows)];
  const notModified = answer.status === 200 ? [...common, "ETag", etag] : common;
  const headers = [...notModified, "Content-Length", String(body.length)];
  if (encoding !== "identity") headers.push("Content-Encoding", encoding);
  const texts = headers.reduce((sum, text) => sum + 2 * text.length, 0);
  return {
    ...times,
    status: answer.status,
    ids,
    body,
    etag,
    headers,
    notModified,
    size: objectBytes + body.length + ids.byteLength + texts,
  };
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
function tagOf(page: Buffer, policy: string): string {
  return createHash("sha256").update(page).update(policy).digest("base64url").slice(0, 22);
}

/** A copy: zlib returns a slice of a larger buffer, and a small Buffer is one of a pool; both would stay allocated. */
function withOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
