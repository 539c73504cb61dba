import type { MiddlewareFunction } from "react-router";
import { servicesContext } from "../services-context.ts";

/**
 * Refuses cross-site requests (CSRF). React Router checks only document posts to screens; this covers every route,
 * including endpoints and data requests. A request without Origin and Sec-Fetch-Site is not from a browser, so it
 * carries no cookies of a victim.
 */
export const refuseCrossSiteRequests: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return next();
  const { publicUrl } = context.get(servicesContext).site;
  if (isSameOrigin(request, publicUrl ?? new URL(request.url).origin)) return next();
  return new Response("This was sent from another site, so we did not do it.", {
    status: 403,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
};

function isSameOrigin(request: Request, home: string): boolean {
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin === new URL(home).origin;
  const site = request.headers.get("Sec-Fetch-Site");
  return site === null || site === "same-origin" || site === "none";
}
