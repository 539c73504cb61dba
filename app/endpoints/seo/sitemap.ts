import { href } from "react-router";
import { productFiles } from "../../../shop/catalogue/feeds/sitemap.server.ts";
import { newestArticleAt } from "../../../shop/content/blog/articles.server.ts";
import { originOf } from "../../http/origin.server.ts";
import { xmlElement, xmlResponse, xmlStart } from "../../http/seo/xml.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/sitemap";

/** The sitemap index: pages, articles, and one file per block of products. */
export function loader({ request, context }: Route.LoaderArgs): Response {
  const services = context.get(servicesContext);
  const origin = originOf(services.site, request);
  const entry = (file: string, changed: Date | null) =>
    `<sitemap>${xmlElement("loc", `${origin}${href("/sitemaps/:file", { file })}`)}${
      changed ? xmlElement("lastmod", changed.toISOString()) : ""
    }</sitemap>\n`;
  async function* write() {
    const [files, article] = await Promise.all([productFiles(services), newestArticleAt(services)]);
    yield `${xmlStart}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
    yield entry("sitemap-pages.xml", null);
    if (article) yield entry("sitemap-posts.xml", article);
    for (const [place, { changed }] of files.entries())
      yield entry(`sitemap-products-${place + 1}.xml`, changed);
    yield "</sitemapindex>\n";
  }
  return xmlResponse(request, write());
}
