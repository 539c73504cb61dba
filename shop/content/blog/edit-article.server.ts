import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction, sqlState } from "../../../platform/database/database.server.ts";
import { columnsWithout, type RowOf } from "../../../platform/database/rows.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { blogPost } from "../tables.server.ts";
import { type ArticleInput, articleFields } from "./article-form.server.ts";

export type ArticleState = "draft" | "planned" | "published";
export type ArticleToEdit = ArticleInput & {
  id: string;
  version: number;
  state: ArticleState;
  picture: { key: string; width: number; height: number; tint: string } | null;
};

const columns = columnsWithout(blogPost, ["createdAt", "updatedAt"]);

type Ports = Pick<Services, "db" | "clock">;

/** All articles, drafts first, then the newest. In: words of the title or "", the page from 1, its size. */
export async function listArticles(
  { db, clock }: Ports,
  { q, page, size }: { q: string; page: number; size: number },
): Promise<{ articles: ArticleToEdit[]; more: boolean }> {
  const found = await db
    .select(columns)
    .from(blogPost)
    .where(sql`title ilike search_pattern(${q})`)
    .orderBy(sql`published_at desc nulls first, id`)
    .limit(size + 1)
    .offset((page - 1) * size);
  const articles = found.slice(0, size).map((row) => toArticle(row, clock.now()));
  return { articles, more: found.length > size };
}

/** One article by its id; null when there is none. */
export async function articleToEdit({ db, clock }: Ports, id: string): Promise<ArticleToEdit | null> {
  return one(db, id, clock.now());
}

/**
 * Creates an article (`id` null) or changes one. In: the actor, the values from `readArticle`, the version that was
 * shown. Out: its id. Refused: 'not-found', 'changed-meanwhile', 'slug-taken'.
 */
export async function saveArticle(
  { db, clock }: Ports,
  change: { actor: Actor; id: string | null; version: string; article: ArticleInput },
): Promise<Done<string> | Refused<"not-found" | "changed-meanwhile" | "slug-taken">> {
  const { actor, version, article } = change;
  const id = change.id ?? randomUUID();
  try {
    return await inTransaction(db, async (tx) => {
      const before = change.id === null ? null : await one(tx, change.id, clock.now(), { lock: true });
      if (change.id !== null && !before) return refused("not-found");
      if (before && String(before.version) !== version) return refused("changed-meanwhile");
      await tx.execute(sql`
        insert into blog_post (id, slug, title, category, excerpt, body_markdown, author, published_at, picture_alt)
        values (${id}, ${article.slug}, ${article.title}, ${article.category}, ${article.excerpt}, ${article.body},
          ${article.author}, ${article.publishedAt?.toISOString() ?? null}, ${article.pictureAlt})
        on conflict (id) do update set slug = excluded.slug, title = excluded.title, category = excluded.category,
          excerpt = excluded.excerpt, body_markdown = excluded.body_markdown, author = excluded.author,
          published_at = excluded.published_at, picture_alt = excluded.picture_alt,
          version = blog_post.version + 1, updated_at = now()`);
      await recordAction(tx, {
        actor,
        action: before ? "article.update" : "article.create",
        subject: { kind: "article", id, name: article.title },
        ...(before && { before: articleFields(wordsOf(before)) }),
        after: articleFields(article),
      });
      return done(id);
    });
  } catch (error) {
    if (sqlState(error) === "23505") return refused("slug-taken");
    throw error;
  }
}

/** Sets the picture of an article (stored by `savePicture`), or removes it. Refused: 'not-found'. */
export async function setArticlePicture(
  { db, clock }: Ports,
  { actor, id, picture }: { actor: Actor; id: string; picture: ArticleToEdit["picture"] },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const before = await one(tx, id, clock.now(), { lock: true });
    if (!before) return refused("not-found");
    await tx.execute(sql`
      update blog_post set picture_key = ${picture?.key ?? null}, picture_width = ${picture?.width ?? null},
        picture_height = ${picture?.height ?? null}, picture_tint = ${picture?.tint ?? null}, updated_at = now()
      where id = ${id}`);
    await recordAction(tx, {
      actor,
      action: "article.picture",
      subject: { kind: "article", id, name: before.title },
      before: { picture: before.picture?.key ?? null },
      after: { picture: picture?.key ?? null },
    });
    return done();
  });
}

/** Deletes an article permanently. Refused: 'not-found'. */
export async function deleteArticle(
  { db, clock }: Ports,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const before = await one(tx, id, clock.now(), { lock: true });
    if (!before) return refused("not-found");
    await tx.execute(sql`delete from blog_post where id = ${id}`);
    const subject = { kind: "article", id, name: before.title };
    await recordAction(tx, {
      actor,
      action: "article.delete",
      subject,
      before: articleFields(wordsOf(before)),
    });
    return done();
  });
}

async function one(db: Db, id: string, now: Date, { lock = false } = {}): Promise<ArticleToEdit | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const found = db.select(columns).from(blogPost).where(eq(blogPost.id, id));
  const [row] = await (lock ? found.for("update") : found);
  return row ? toArticle(row, now) : null;
}

function wordsOf({ id: _id, version: _version, state: _state, picture: _picture, ...words }: ArticleToEdit) {
  return words;
}

function toArticle(row: RowOf<typeof columns>, now: Date): ArticleToEdit {
  const { pictureKey: key, pictureWidth: width, pictureHeight: height, pictureTint: tint, ...rest } = row;
  const { bodyMarkdown: body, ...words } = rest;
  const { publishedAt } = words;
  return {
    ...words,
    body,
    picture: key && width && height && tint ? { key, width, height, tint } : null,
    state: publishedAt === null ? "draft" : publishedAt > now ? "planned" : "published",
  };
}
