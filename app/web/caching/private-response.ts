/**
 * Whether a cache on the way may keep an answer and show it to others (RFC 9111, 5.2.2): such an answer carries
 * nothing of one person, least of all a cookie.
 */
export function isPubliclyCacheable(headers: Headers): boolean {
  return /\b(?:public|s-maxage)\b/i.test(headers.get("Cache-Control") ?? "");
}

/** Headers of others by which shared caches are told to keep an answer whatever Cache-Control says. */
const forSharedCaches = ["CDN-Cache-Control", "Surrogate-Control", "Expires"];

/**
 * What leaves the shop: an answer with a cookie is for one browser, so nobody keeps it, whatever the route said of it.
 * Without this a proxy that caches gave one shopper's session to the next visitor.
 */
export function privateWhenCookies(answer: Response): Response {
  if (!answer.headers.has("Set-Cookie")) return answer;
  const headers = new Headers(answer.headers);
  for (const name of forSharedCaches) headers.delete(name);
  headers.set("Cache-Control", "private, no-store");
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
