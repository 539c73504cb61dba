import type { IncomingMessage } from "node:http";

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

/** If-None-Match against the tag of the response. */
export function matchesETag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  // A proxy that compresses makes a tag weak (RFC 9110, 13.1.2 compares weakly).
  return header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}
