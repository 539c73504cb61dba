import type { Site } from "../../platform/services.server.ts";

/** Scheme and host for links in mails: the configured address, else (demo only) the one that was asked for. */
export function originOf(site: Site, request: Request): string {
  return site.publicUrl ?? new URL(request.url).origin;
}
