import type { Site } from "../../platform/services.server.ts";

/** Names that lead to this machine or nowhere, whoever owns the network (RFC 6761): nobody else can own one. */
const harmless = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|([\w-]+\.)+(localhost|test))$/;

/**
 * Scheme and host for links, in mails above all: the configured address; in the demo the one that was asked for when
 * it leads to this machine, else this machine. A made-up Host header must not decide where a link with a secret leads.
 */
export function originOf(site: Site, request: Request): string {
  if (site.publicUrl !== null) return site.publicUrl;
  const { origin, hostname } = new URL(request.url);
  return harmless.test(hostname) ? origin : (site.localUrl ?? "http://localhost:3000");
}
