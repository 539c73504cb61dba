import type { Site } from "../../platform/services.server.ts";

/** Local names (RFC 6761), which nobody else can own. */
const harmless = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|([\w-]+\.)+(localhost|test))$/;

/**
 * Origin for absolute links, mostly in mails: the configured one; in the demo the request's Host if it is local,
 * otherwise localhost. A forged Host header must not redirect links that contain secrets.
 */
export function originOf(site: Site, request: Request): string {
  if (site.publicUrl !== null) return site.publicUrl;
  const { origin, hostname } = new URL(request.url);
  return harmless.test(hostname) ? origin : (site.localUrl ?? "http://localhost:3000");
}
