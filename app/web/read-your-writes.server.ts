import type { MiddlewareFunction } from "react-router";
import { servicesContext } from "../services-context.ts";
import { originOf } from "./origin.server.ts";

/**
 * How long a browser reads its own writes, in seconds: ten times as long as a used standby can be behind
 * (maxLag in platform/database/standby/monitor.server.ts, and the second between two checks).
 */
const remembered = 20;

/**
 * Chooses the database for the reads of a request (`readDb`): a GET uses the standby, if there is one; a write, and a
 * read by the same browser before the standby has replayed it, uses the primary. The last write of a browser is an LSN
 * of the primary in a cookie, so that it works in every process and on every machine.
 */
export const readYourWrites: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const services = context.get(servicesContext);
  const { standby, site } = services;
  if (!standby) return next();
  const name = originOf(site, request).startsWith("https:") ? "__Host-written" : "written";
  if (request.method === "GET" || request.method === "HEAD") {
    const written = writtenBy(request.headers.get("Cookie") ?? "", name);
    context.set(servicesContext, { ...services, readDb: standby.dbAfter(written) });
    return next();
  }
  const answer = await next();
  const secure = name === "written" ? "" : "; Secure";
  answer.headers.append(
    "Set-Cookie",
    `${name}=${await standby.position()}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${remembered}${secure}`,
  );
  return answer;
};

function writtenBy(cookies: string, name: string): string | null {
  const own = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  return own?.slice(name.length + 1) ?? null;
}
