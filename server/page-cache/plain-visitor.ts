import type { IncomingMessage } from "node:http";
import { type Encoding, preferredEncoding } from "../encoding.ts";

/** The prefixes of all cookies that the shop sets, besides `__Host-`; whoever has one may see something else. */
const ownCookies = /(?:^|[;\s])(?:__\w+-|session|said|deed|shop[._-])/i;

/** Whether a request is a read without anything that could change a shared page. */
export function isCacheableRequest({ method, headers }: IncomingMessage): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    (headers.cookie === undefined || !ownCookies.test(headers.cookie)) &&
    headers.authorization === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}

const hostPattern = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** A host and port and nothing else: what stands here becomes part of an address. */
export function isHost(host: string | undefined): host is string {
  return host !== undefined && hostPattern.test(host);
}

export type PageEncoding = Encoding | "plain";

const encodings = new Map<string, PageEncoding>();
const maxCachedEncodings = 500;
/** Real browsers' headers are shorter. */
const maxHeaderLength = 100;

/** The encoding for a browser, cached by its Accept-Encoding header. */
export function pageEncoding(accepted: string | undefined): PageEncoding {
  if (accepted === undefined) return "plain";
  const before = encodings.get(accepted);
  if (before !== undefined) return before;
  const packing = preferredEncoding(accepted) ?? "plain";
  if (accepted.length > maxHeaderLength) return packing;
  if (encodings.size >= maxCachedEncodings) encodings.clear();
  encodings.set(accepted, packing);
  return packing;
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
