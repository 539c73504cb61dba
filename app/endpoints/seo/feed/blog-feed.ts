import { href } from "react-router";
import type { ArticleSummary } from "../../../../shop/content/blog/article.ts";
import type { ShopSettings } from "../../../../shop/settings/settings.ts";
import { xmlElement, xmlStart, xmlText } from "../../../http/seo/xml.ts";

/** RSS 2.0 with a self link, as feed readers expect. */
export function blogStart(origin: string, { shopName }: ShopSettings, newest: string | undefined): string {
  const self = `${origin}${href("/feeds/:file", { file: "blog.xml" })}`;
  return `${xmlStart}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
${xmlElement("title", `${shopName} blog`)}
${xmlElement("link", `${origin}${href("/blog")}`)}
${xmlElement("description", "Outfits, care and honest advice.")}
<language>en-in</language>
${newest ? xmlElement("lastBuildDate", new Date(newest).toUTCString()) : ""}
<atom:link href="${xmlText(self)}" rel="self" type="application/rss+xml"/>
`;
}

export function blogItem(
  origin: string,
  { slug, title, excerpt, category, publishedAt }: ArticleSummary,
): string {
  const address = `${origin}${href("/blog/:id", { id: slug })}`;
  return `<item>${xmlElement("title", title)}${xmlElement("link", address)}${xmlElement("guid", address)}${xmlElement(
    "description",
    excerpt,
  )}${xmlElement("category", category)}${xmlElement("pubDate", new Date(publishedAt).toUTCString())}</item>\n`;
}

export const blogEnd = "</channel></rss>\n";
