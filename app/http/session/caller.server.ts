import type { Caller } from "../../../platform/identity/caller.server.ts";
import type { Site } from "../../../platform/services.server.ts";
import { originOf } from "../origin.server.ts";

/** Request facts that the identity port needs. */
export function callerOf(request: Request, site: Site): Caller {
  return {
    origin: originOf(site, request),
    cookie: request.headers.get("Cookie"),
    clientAddress: clientOf(request),
    userAgent: request.headers.get("User-Agent"),
  };
}

/** Client address, as our own server set it; it overwrites what a visitor sends. */
export function clientOf(request: Request): string {
  return request.headers.get("x-client-address") ?? "";
}
