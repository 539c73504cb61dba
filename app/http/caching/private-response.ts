/**
 * Whether shared caches may store a response (RFC 9111, 5.2.2): such a response contains no personal data and no
 * cookie.
 */
export function isPubliclyCacheable(headers: Headers): boolean {
  return /\b(?:public|s-maxage)\b/i.test(headers.get("Cache-Control") ?? "");
}

/** Vendor headers that make shared caches store a response regardless of Cache-Control. */
const forSharedCaches = ["CDN-Cache-Control", "Surrogate-Control", "Expires"];

/**
 * Makes every response that sets a cookie private, whatever its route set. Without this a caching proxy would give one
 * visitor's session to the next.
 */
export function privateWhenCookies(answer: Response): Response {
  if (!answer.headers.has("Set-Cookie")) return answer;
  const headers = new Headers(answer.headers);
  for (const name of forSharedCaches) headers.delete(name);
  headers.set("Cache-Control", "private, no-store");
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
