import type { Caller } from "../../../platform/identity/caller.server.ts";
import type { Site } from "../../../platform/services.server.ts";
import { originOf } from "../origin.server.ts";

/** What the identity port wants to know of a request. */
export function callerOf(request: Request, site: Site): Caller {
  return {
    origin: originOf(site, request),
    cookie: request.headers.get("Cookie"),
    clientAddress: clientOf(request),
    userAgent: request.headers.get("User-Agent"),
  };
}

/** Where a request comes from: what our own server wrote, which overwrites whatever a visitor sends. */
export function clientOf(request: Request): string {
  return request.headers.get("x-client-address") ?? "";
}
