import type { MiddlewareFunction } from "react-router";
import { followRedirect } from "../../../shop/redirects/redirects.server.ts";
import { servicesContext } from "../../services-context.ts";
import { moved } from "../moved.server.ts";

/**
 * Leads from an address without a page to where the owner's redirects say. A page that is there always wins.
 */
export const followOldAddress: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const answer = await next();
  const isRead = request.method === "GET" || request.method === "HEAD";
  const { pathname, search } = url;
  if (answer.status !== 404 || !isRead || pathname.startsWith("/admin")) return answer;
  const services = context.get(servicesContext);
  const target = await followRedirect(services, pathname).catch((error: unknown) => {
    services.log.error({ err: error }, "the redirects could not be read");
    return null;
  });
  if (target === null) return answer;
  const hasQuery = target.includes("?") || target.includes("#");
  return moved(target, hasQuery ? "" : search);
};
