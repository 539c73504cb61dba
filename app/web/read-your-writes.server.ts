import type { MiddlewareFunction } from "react-router";
import { servicesContext } from "../services-context.ts";
import { originOf } from "./origin.server.ts";

/**
 * How long a browser shows what it has written, in seconds: ten times as long as a standby that is used can be behind
 * (maxLag in platform/database/standby/monitor.server.ts, and the second between two checks).
 */
const remembered = 20;

/**
 * Chooses where the reads of a request go (`readDb`): looking goes to the standby, when there is one; what writes, and
 * what the same browser looks at before the standby has replayed it, goes to the primary. What a browser has written is
 * a position in the primary's log in a cookie, so that it holds in every process and on every machine.
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
