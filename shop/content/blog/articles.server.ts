import { and, desc, eq, gt, lte, min, ne, type SQL, sql } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { blogPost } from "../tables.server.ts";
import { type Article, type ArticleSummary, readMinutes } from "./article.ts";
import { articleHtml } from "./markdown.server.ts";

type Ports = { db: Db; clock: Clock };
type Row = typeof blogPost.$inferSelect & { publishedAt: Date };

const atMost = 60;

/** Published articles, newest first, at most 60. In: a category, or null for all. */
export async function articles(
  { db, clock }: Pick<Services, "db" | "clock">,
  category: string | null,
): Promise<ArticleSummary[]> {
  const rows = await db
    .select()
    .from(blogPost)
    .where(and(published(clock), category ? eq(blogPost.category, category) : undefined))
    .orderBy(desc(blogPost.publishedAt), blogPost.id)
    .limit(atMost);
  return rows.filter(isPublished).map(card);
}

/** The categories of articles, the one with the newest article first. `drafts`: also of those that are not published. */
export async function articleCategories(
  { db, clock }: Pick<Services, "db" | "clock">,
  { drafts = false }: { drafts?: boolean } = {},
): Promise<string[]> {
  const rows = await db
    .select({ category: blogPost.category })
    .from(blogPost)
    .where(drafts ? undefined : published(clock))
    .groupBy(blogPost.category)
    .orderBy(sql`max(${blogPost.publishedAt}) desc nulls last`, blogPost.category);
  return rows.map(({ category }) => category);
}

/**
 * One published article and three others to read next, the same category first.
 * In: its slug or its id. Out: null when there is no such article or it is not published yet.
 */
export async function articlePage(
  { db, clock }: Pick<Services, "db" | "clock">,
  slugOrId: string,
): Promise<{ article: Article; related: ArticleSummary[] } | null> {
  const [row] = await db
    .select()
    .from(blogPost)
    .where(and(published(clock), named(slugOrId)));
  if (!row || !isPublished(row)) return null;
  const related = await db
    .select()
    .from(blogPost)
    .where(and(published(clock), ne(blogPost.id, row.id)))
    .orderBy(sql`${blogPost.category} <> ${row.category}`, desc(blogPost.publishedAt), blogPost.id)
    .limit(3);
  return {
    article: { ...card(row), author: row.author, html: articleHtml(row.bodyMarkdown) },
    related: related.filter(isPublished).map(card),
  };
}

/** When the next scheduled article is published; null when none is. */
export async function nextArticleAt({ db, clock }: Ports): Promise<Date | null> {
  const [next] = await db
    .select({ at: min(blogPost.publishedAt) })
    .from(blogPost)
    .where(gt(blogPost.publishedAt, clock.now()));
  return next?.at ?? null;
}

/** The time of the newest change of a published article; null without any. */
export async function newestArticleAt({ db, clock }: Ports): Promise<Date | null> {
  const [newest] = await db
    .select({
      at: sql`max(greatest(${blogPost.publishedAt}, ${blogPost.updatedAt}))`.mapWith(blogPost.updatedAt),
    })
    .from(blogPost)
    .where(published(clock));
  return newest?.at ?? null;
}

function published(clock: Clock): SQL {
  return lte(blogPost.publishedAt, clock.now());
}

/** A NUL or an overlong address must not reach the database, which would reject it with an error. */
function named(slugOrId: string): SQL {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(slugOrId)) return eq(blogPost.id, slugOrId);
  return /^[a-z0-9-]{1,120}$/.test(slugOrId) ? eq(blogPost.slug, slugOrId) : sql`false`;
}

function isPublished(row: typeof blogPost.$inferSelect): row is Row {
  return row.publishedAt !== null;
}

function card(row: Row): ArticleSummary {
  const { pictureKey: key, pictureWidth: width, pictureHeight: height, pictureTint: tint } = row;
  return {
    slug: row.slug,
    title: row.title,
    category: row.category,
    excerpt: row.excerpt,
    picture: key && width && height && tint ? { key, width, height, tint, alt: row.pictureAlt } : null,
    publishedAt: row.publishedAt.toISOString(),
    changedAt: new Date(Math.max(row.updatedAt.getTime(), row.publishedAt.getTime())).toISOString(),
    readMinutes: readMinutes(row.bodyMarkdown),
  };
}
