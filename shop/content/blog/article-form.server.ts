import { z } from "zod";
import { readTimeField, timeField } from "../../dates.ts";
import { cleanLines } from "../../text/clean-text.ts";
import { type FormFields, type FormRead, optionalFieldReadBy, readForm } from "../../text/read-form.ts";
import { slugOf } from "../../text/slug.ts";
import { articleHtml } from "./markdown.server.ts";

/** An article as staff edit it. `publishedAt` null: a draft; in the future: scheduled. */
export type ArticleInput = {
  title: string;
  slug: string;
  category: string;
  excerpt: string;
  body: string;
  author: string;
  publishedAt: Date | null;
  pictureAlt: string;
};

/** The maximum length of each text, as in the database. */
const maxMarkdownLength = {
  title: 160,
  slug: 120,
  category: 40,
  excerpt: 400,
  body: 30_000,
  author: 80,
  pictureAlt: 200,
};
const maxLength = { passage: 5_000 };
/** More than three quote or list markers at the beginning of a line. */
const maxNesting = /^(?:[ \t]{0,9}(?:>|[*+-][ \t]|\d{1,9}[.)][ \t])){4}/m;

/** An article as the fields of its form show it; the time is India's. */
export function articleFields(article: ArticleInput): Record<string, string> {
  const { publishedAt, ...words } = article;
  return { ...words, publishedAt: publishedAt ? timeField(publishedAt) : "" };
}

/** The initial values of the form of a new article, which the shop of this name signs. */
export function newArticle(shopName: string): Record<string, string> {
  return { author: shopName };
}

const text = (name: keyof typeof maxMarkdownLength) =>
  z
    .string()
    .overwrite(cleanLines)
    .max(maxMarkdownLength[name], `At most ${maxMarkdownLength[name]} characters.`)
    .regex(/^(?:[\P{Cc}\n\t])*$/u, "There is a character in it that cannot be shown.");
const filled = (name: keyof typeof maxMarkdownLength) => text(name).min(1, "Please write something here.");

/**
 * A picture, in the HTML of an article, whose address does not begin with one slash. Pages show only pictures of the
 * shop (Content-Security-Policy).
 */
const foreignPicture = /<img src="(?!\/(?!\/))/;

/** A field of Markdown that is not slow to parse, and whose pictures are shown. */
export const markdownField = filled("body").superRefine((body, context) => {
  const dense = tooDense(body);
  if (dense !== null) context.addIssue(dense);
  else if (foreignPicture.test(articleHtml(body)))
    context.addIssue(
      "Only pictures of this shop are shown: their address begins with /. Please link to others: [words](https://address).",
    );
});

const articleForm = z.object({
  title: filled("title"),
  slug: text("slug").regex(
    /^$|^[a-z0-9]+(-[a-z0-9]+)*$/,
    "Small letters, digits and single hyphens, such as rainy-day-outfits.",
  ),
  category: filled("category"),
  excerpt: filled("excerpt"),
  body: markdownField,
  author: filled("author"),
  publishedAt: optionalFieldReadBy(
    readTimeField,
    "A day and a time, in the years 2000 to 2100, or empty for a draft.",
  ),
  pictureAlt: text("pictureAlt"),
});

/** Reads the form of an article. An empty slug is derived from the title. */
export function readArticle(fields: FormFields): FormRead<ArticleInput> {
  const slug = fields.get("slug")?.trim() || slugOf(fields.get("title") ?? "", maxMarkdownLength.slug);
  const read = readForm(articleForm, new Map(fields).set("slug", slug));
  // A title of nothing but signs gives no slug.
  if (slug !== "") return read;
  const errors = { slug: "Small letters, digits and single hyphens, such as rainy-day-outfits." };
  return { ok: false, errors: read.ok ? errors : { ...errors, ...read.errors } };
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
