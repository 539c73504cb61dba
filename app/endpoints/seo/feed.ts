import { feedProducts } from "../../../shop/catalogue/feeds/feed.server.ts";
import { articles } from "../../../shop/content/blog/articles.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { originOf } from "../../http/origin.server.ts";
import { xmlResponse } from "../../http/seo/xml.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/feed";
import { blogEnd, blogItem, blogStart } from "./feed/blog-feed.ts";
import { merchantEnd, merchantItems, merchantStart } from "./feed/merchant-feed.ts";

/**
 * GET /feeds/google.xml: all active products for Google Merchant Center. GET /feeds/blog.xml: the articles. 404 for
 * any other.
 */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const settings = await shopSettings(services);
  const origin = originOf(services.site, request);
  async function* merchant() {
    yield merchantStart(origin, settings);
    for await (const batch of feedProducts(services))
      yield batch.map((product) => merchantItems(origin, settings.policy, product)).join("");
    yield merchantEnd;
  }
  async function* blog() {
    const published = await articles(services, null);
    yield blogStart(origin, settings, published[0]?.publishedAt);
    yield published.map((article) => blogItem(origin, article)).join("");
    yield blogEnd;
  }
  if (params.file === "google.xml") return xmlResponse(request, merchant());
  if (params.file === "blog.xml") return xmlResponse(request, blog(), "application/rss+xml; charset=utf-8");
  return new Response("Not found", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
