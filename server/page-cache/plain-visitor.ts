import type { IncomingMessage } from "node:http";
import { type Encoding, preferredEncoding } from "../encoding.ts";

/** The prefixes of all cookies that the shop sets, besides `__Host-`; a visitor with one may see another page. */
const ownCookies = /(?:^|[;\s])(?:__\w+-|session|flash|pending|shop[._-])/i;

/** Whether a request has none of our cookies. */
export function isPlainVisitor({ headers }: IncomingMessage): boolean {
  return headers.cookie === undefined || !ownCookies.test(headers.cookie);
}

/** Whether a request is a read in which nothing except a cookie can change the shared page. */
export function isCacheableRequest({ method, headers }: IncomingMessage): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    headers.authorization === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}

const hostPattern = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** A host and port and nothing else: this becomes part of a URL. */
export function isHost(host: string | undefined): host is string {
  return host !== undefined && hostPattern.test(host);
}

export type PageEncoding = Encoding | "identity";

/** The encodings for a browser: for a page that is requested often, and for one that is rendered for this request. */
export type PageEncodings = { often: PageEncoding; once: PageEncoding };

const encodings = new Map<string, PageEncodings>();
const maxCachedEncodings = 500;
/** Real browsers' headers are shorter. */
const maxHeaderLength = 100;
const none: PageEncodings = { often: "identity", once: "identity" };

/** The encodings for a browser, cached by its Accept-Encoding header. */
export function pageEncodings(accepted: string | undefined): PageEncodings {
  if (accepted === undefined) return none;
  const before = encodings.get(accepted);
  if (before !== undefined) return before;
  const found: PageEncodings = {
    often: preferredEncoding(accepted) ?? "identity",
    once: preferredEncoding(accepted, true) ?? "identity",
  };
  if (accepted.length > maxHeaderLength) return found;
  if (encodings.size >= maxCachedEncodings) encodings.clear();
  encodings.set(accepted, found);
  return found;
}

/** If-None-Match against the tag of the response. */
export function matchesETag(header: string | string[] | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  return String(header)
    .split(",")
    .some((one) => one.trim() === "*" || strongETag(one.trim()) === strongETag(etag));
}

function strongETag(etag: string): string {
  return etag.replace(/^W\//, "");
}
