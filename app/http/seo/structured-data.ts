import { href } from "react-router";
import { cutText } from "../../../platform/text/cut-text.ts";
import type { ProductSummary } from "../../../shop/catalogue/catalogue.ts";
import { mediaPath } from "../../../shop/catalogue/picture-address.ts";
import type { Article } from "../../../shop/content/blog/article.ts";
import type { QuestionGroup } from "../../../shop/content/faq/question.ts";
import type { ShopSettings } from "../../../shop/settings/settings.ts";

/** An object of the schema.org vocabulary. */
export type StructuredData = { "@type": string; [word: string]: unknown };

/** The organization, with the same @id on every page. In: origin and settings. */
export function organizationData(
  origin: string,
  { shopName, description, contact, legal }: ShopSettings,
): StructuredData {
  return {
    "@type": "Organization",
    "@id": `${origin}/#shop`,
    name: shopName,
    ...(legal.legalName && { legalName: legal.legalName }),
    url: `${origin}/`,
    // Leads to the icon of the shop's brand.
    logo: `${origin}/favicon.ico`,
    ...(description && { description }),
    ...(legal.gstin && { vatID: legal.gstin }),
    ...(contact.email && {
      email: contact.email,
      contactPoint: {
        "@type": "ContactPoint",
        contactType: "customer service",
        email: contact.email,
        areaServed: "IN",
        availableLanguage: ["en", "hi"],
      },
    }),
  };
}

/** The website with its search action. */
export function websiteData(origin: string, { shopName }: ShopSettings): StructuredData {
  return {
    "@type": "WebSite",
    "@id": `${origin}/#site`,
    name: shopName,
    url: `${origin}/`,
    inLanguage: "en-IN",
    publisher: { "@id": `${origin}/#shop` },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}${href("/shop")}?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}

/** Breadcrumb from the home page; the last item is the page itself. */
export function breadcrumbData(
  origin: string,
  steps: readonly { name: string; path: string }[],
): StructuredData {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Home", path: href("/") }, ...steps].map(({ name, path }, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}

/** The products of a list in display order. */
export function productListData(
  origin: string,
  name: string,
  { products, count }: { products: readonly ProductSummary[]; count: number },
): StructuredData {
  return {
    "@type": "ItemList",
    name,
    numberOfItems: count,
    itemListElement: products.map(({ slug, name: product }, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name: product,
      url: `${origin}${href("/product/:id?", { id: slug })}`,
    })),
  };
}

export function faqData(groups: readonly QuestionGroup[]): StructuredData {
  return {
    "@type": "FAQPage",
    mainEntity: groups.flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    ),
  };
}

export function blogPostingData(origin: string, article: Article): StructuredData {
  const address = `${origin}${href("/blog/:id", { id: article.slug })}`;
  return {
    "@type": "BlogPosting",
    "@id": `${address}#article`,
    mainEntityOfPage: address,
    url: address,
    headline: cutText(article.title, 110),
    description: article.excerpt,
    datePublished: article.publishedAt,
    dateModified: article.changedAt,
    inLanguage: "en-IN",
    author: { "@type": "Person", name: article.author },
    publisher: { "@id": `${origin}/#shop` },
    ...(article.picture && { image: `${origin}${mediaPath(article.picture, 1200, "jpg")}` }),
  };
}
