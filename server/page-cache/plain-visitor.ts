import type { IncomingMessage } from "node:http";
import { type Encoding, preferredEncoding } from "../encoding.ts";

/** Every cookie that the shop sets begins so, `__Host-` aside; whoever has one may be shown something else. */
const ownCookies = /(?:^|[;\s])(?:__\w+-|session|said|deed|shop[._-])/i;

/** Whether a request reads, and carries nothing that could change what a shared page shows. */
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
/** Browsers' own words are shorter. */
const maxHeaderLength = 100;

/** The packing for a browser, remembered by the words in which browsers ask: there are few. */
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

/** If-None-Match against the tag of what would be sent. */
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
