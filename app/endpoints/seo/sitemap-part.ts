import { href } from "react-router";
import { collections } from "../../../shop/catalogue/collections.server.ts";
import { productsOfFile } from "../../../shop/catalogue/feeds/sitemap.server.ts";
import { mediaPath } from "../../../shop/catalogue/picture-address.ts";
import { articles } from "../../../shop/content/blog/articles.server.ts";
import { publishedPages } from "../../../shop/publishing/published.server.ts";
import { brandSlugs } from "../../../shop/search/brands/brands.server.ts";
import { sharedPages } from "../../http/caching/shared-pages.ts";
import { originOf } from "../../http/origin.server.ts";
import { xmlElement, xmlResponse, xmlStart } from "../../http/seo/xml.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/sitemap-part";

type Located = { path: string; changed?: Date; pictures?: string[] };
type Services = Parameters<typeof brandSlugs>[0] &
  Parameters<typeof articles>[0] &
  Parameters<typeof publishedPages>[0];

/** GET /sitemaps/sitemap-pages.xml, sitemap-posts.xml, sitemap-products-<n>.xml. 404 for any other. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const batches = read(services, params.file);
  const first = batches && (await batches.next());
  if (!first || first.done) {
    return new Response("Not found", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  const begun = first.value;
  const origin = originOf(services.site, request);
  async function* write() {
    yield `${xmlStart}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`;
    yield begun.map((one) => located(origin, one)).join("");
    for await (const batch of batches ?? []) yield batch.map((one) => located(origin, one)).join("");
    yield "</urlset>\n";
  }
  return xmlResponse(request, write());
}

function read(services: Services, file: string): AsyncGenerator<Located[], undefined> | null {
  if (file === "sitemap-pages.xml") return pages(services);
  if (file === "sitemap-posts.xml") return posts(services);
  const [, number] = /^sitemap-products-([1-9]\d{0,4})\.xml$/.exec(file) ?? [];
  return number === undefined ? null : products(services, Number(number));
}

function located(origin: string, { path, changed, pictures = [] }: Located): string {
  const images = pictures.map(
    (picture) => `<image:image>${xmlElement("image:loc", `${origin}${picture}`)}</image:image>`,
  );
  const lastmod = changed ? xmlElement("lastmod", changed.toISOString()) : "";
  return `<url>${xmlElement("loc", `${origin}${path}`)}${lastmod}${images.join("")}</url>\n`;
}

async function* pages(services: Services): AsyncGenerator<Located[], undefined> {
  const [named, brands, own] = await Promise.all([
    collections(services),
    brandSlugs(services),
    publishedPages(services),
  ]);
  // All public pages with a single address; and the page with a form that people search for.
  const fixed = sharedPages.flatMap(({ pattern }) => (pattern.includes(":") ? [] : pattern));
  const categories = named.map(({ slug }) => href("/category/:categoryName?", { categoryName: slug }));
  const ofBrands = brands.map((slug) => href("/brand/:slug", { slug }));
  yield [
    ...[...fixed, ...categories, ...ofBrands, href("/contact")].map((path) => ({ path })),
    ...own.map(({ slug, changed }) => ({ path: href("/pages/:slug", { slug }), changed })),
  ];
}

async function* posts(services: Services): AsyncGenerator<Located[], undefined> {
  const published = await articles(services, null);
  yield published.map(({ slug, changedAt, picture }) => ({
    path: href("/blog/:id", { id: slug }),
    changed: new Date(changedAt),
    pictures: picture ? [mediaPath(picture, 1200, "jpg")] : [],
  }));
}

async function* products(services: Services, file: number): AsyncGenerator<Located[], undefined> {
  for await (const batch of productsOfFile(services, file)) {
    yield batch.map(({ slug, changed, pictures }) => ({
      path: href("/product/:id?", { id: slug }),
      changed,
      pictures: pictures.map((key) => mediaPath({ key }, 1200, "jpg")),
    }));
  }
}
