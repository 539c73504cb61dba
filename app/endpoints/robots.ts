import { href } from "react-router";
import { shopOpening } from "../../shop/settings/opening.server.ts";
import { originOf } from "../http/origin.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/robots";

/** Personal screens are closed to crawlers. */
const closed = ["cart", "checkout", "admin", "auth", "profile", "orders", "order", "track", "dev"];

export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const { isOpen } = await shopOpening(services);
  if (!isOpen) return robots(["User-agent: *", "Disallow: /"], "no-store");
  const origin = originOf(services.site, request);
  const rules = ["User-agent: *", "Allow: /", ...closed.map((path) => `Disallow: /${path}`)];
  rules.push("", `Sitemap: ${origin}${href("/sitemap.xml")}`);
  return robots(rules, "public, max-age=3600");
}

function robots(rules: readonly string[], caching: string): Response {
  return new Response(`${rules.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": caching,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
