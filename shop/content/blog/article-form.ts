import { readTimeField, timeField } from "../../dates.ts";
import { cleanLines } from "../../text/clean-text.ts";
import { type BlogCategory, blogCategories, categoryFrom } from "./article.ts";

/** An article as staff edit it. `publishedAt` null: a draft; in the future: scheduled. */
export type ArticleInput = {
  title: string;
  slug: string;
  category: BlogCategory;
  excerpt: string;
  body: string;
  author: string;
  publishedAt: Date | null;
  pictureAlt: string;
};

/** The maximum length of each text, as in the database. */
const maxMarkdownLength = { title: 160, slug: 120, excerpt: 400, body: 30_000, author: 80, pictureAlt: 200 };
const maxLength = { passage: 5_000 };
/** More than three quote or list markers at the beginning of a line. */
const maxNesting = /^(?:[ \t]{0,9}(?:>|[*+-][ \t]|\d{1,9}[.)][ \t])){4}/m;

/** An article as the fields of its form show it; the time is India's. */
export function articleFields(article: ArticleInput): Record<string, string> {
  const { publishedAt, ...words } = article;
  return { ...words, publishedAt: publishedAt ? timeField(publishedAt) : "" };
}

/** What the form of a new article begins with. */
export const emptyArticle: Record<string, string> = {
  category: blogCategories[0].id,
  author: "Campus Style",
};

/** The slug of a title: "What to wear in the rain?" is "what-to-wear-in-the-rain". */
export function slugFrom(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, maxMarkdownLength.slug)
    .replace(/-$/, "");
}

/** Parses the form of an article. An empty slug is made from the title. Out: the article, or the errors by field. */
export function readArticle(
  fields: Map<string, string>,
): { ok: true; article: ArticleInput } | { ok: false; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const typed = (name: keyof typeof maxMarkdownLength) => {
    const text = cleanLines(fields.get(name) ?? "");
    if (text.length > maxMarkdownLength[name])
      errors[name] = `At most ${maxMarkdownLength[name]} characters.`;
    if (/[^\P{Cc}\n\t]/u.test(text)) errors[name] = "There is a character in it that cannot be shown.";
    return text;
  };
  const article = {
    title: typed("title"),
    slug: typed("slug") || slugFrom(typed("title")),
    category: categoryFrom(fields.get("category") ?? null) ?? blogCategories[0].id,
    excerpt: typed("excerpt"),
    body: typed("body"),
    author: typed("author"),
    pictureAlt: typed("pictureAlt"),
    publishedAt: readTimeField(fields.get("publishedAt") ?? ""),
  };
  const dense = tooDense(article.body);
  if (dense !== null) errors.body ??= dense;
  for (const name of ["title", "excerpt", "body", "author"] as const) {
    if (article[name] === "") errors[name] = "Please write something here.";
  }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(article.slug)) {
    errors.slug ??= "Small letters, digits and single hyphens, such as rainy-day-outfits.";
  }
  if ((fields.get("publishedAt") ?? "").trim() !== "" && article.publishedAt === null) {
    errors.publishedAt = "A day and a time, or empty for a draft.";
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, article };
}

/**
 * Parsing Markdown is quadratic in the length of a paragraph and in the nesting of lists and quotes: one line of
 * 50,000 ">" took 11 s. Out: an error message, or null.
 */
function tooDense(body: string): string | null {
  if (body.split(/\n[ \t]*\n/).some((passage) => passage.length > maxLength.passage))
    return `A passage without an empty line in it has at most ${maxLength.passage} characters. Please divide it.`;
  if (maxNesting.test(body)) return "At most three quotes or lists begin in one line.";
  return null;
}
