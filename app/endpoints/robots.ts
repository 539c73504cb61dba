import { href } from "react-router";
import { originOf } from "../http/origin.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/robots";

/** Personal screens are closed to crawlers. */
const closed = ["cart", "checkout", "admin", "auth", "profile", "orders", "order", "track", "dev"];

export function loader({ request, context }: Route.LoaderArgs): Response {
  const origin = originOf(context.get(servicesContext).site, request);
  const rules = ["User-agent: *", "Allow: /", ...closed.map((path) => `Disallow: /${path}`)];
  rules.push("", `Sitemap: ${origin}${href("/sitemap.xml")}`);
  return new Response(`${rules.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
