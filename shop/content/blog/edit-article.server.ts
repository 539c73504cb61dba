import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction, sqlState } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { type ArticleInput, articleFields } from "./article-form.ts";

export type ArticleState = "draft" | "planned" | "published";
export type ArticleToEdit = ArticleInput & {
  id: string;
  version: number;
  state: ArticleState;
  picture: { key: string; width: number; height: number; tint: string } | null;
};

const shape = z.array(
  z.object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    category: z.enum(["fashion", "tips", "sustainability", "guide"]),
    excerpt: z.string(),
    body_markdown: z.string(),
    author: z.string(),
    published_at: z.coerce.date().nullable(),
    picture_alt: z.string(),
    picture_key: z.string().nullable(),
    picture_width: z.number().nullable(),
    picture_height: z.number().nullable(),
    picture_tint: z.string().nullable(),
    version: z.number(),
  }),
);
const columns = sql`id, slug, title, category, excerpt, body_markdown, author, published_at, picture_alt, picture_key,
  picture_width, picture_height, picture_tint, version`;

type Ports = Pick<Services, "db" | "clock">;

/** All articles, drafts first, then the newest. In: words of the title or "", the page from 1, its size. */
export async function listArticles(
  { db, clock }: Ports,
  { q, page, size }: { q: string; page: number; size: number },
): Promise<{ articles: ArticleToEdit[]; more: boolean }> {
  const { rows } = await db.execute(sql`
    select ${columns} from blog_post where title ilike search_pattern(${q})
    order by published_at desc nulls first, id limit ${size + 1} offset ${(page - 1) * size}`);
  const found = toArticles(rows, clock.now());
  return { articles: found.slice(0, size), more: found.length > size };
}

/** One article by its id; null when there is none. */
export async function articleToEdit({ db, clock }: Ports, id: string): Promise<ArticleToEdit | null> {
  const [article] = await one(db, id, clock.now());
  return article ?? null;
}

/**
 * Makes an article (`id` null) or changes one. In: who, the words as `readArticle` gives them, the version that was
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
      const [before] = change.id === null ? [] : await one(tx, change.id, clock.now(), sql`for update`);
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

/** Gives an article its picture (as `savePicture` took it in), or none. Refused: 'not-found'. */
export async function setArticlePicture(
  { db, clock }: Ports,
  { actor, id, picture }: { actor: Actor; id: string; picture: ArticleToEdit["picture"] },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const [before] = await one(tx, id, clock.now(), sql`for update`);
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

/** Deletes an article for good. Refused: 'not-found'. */
export async function deleteArticle(
  { db, clock }: Ports,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const [before] = await one(tx, id, clock.now(), sql`for update`);
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

async function one(db: Db, id: string, now: Date, lock = sql``): Promise<ArticleToEdit[]> {
  if (!z.uuid().safeParse(id).success) return [];
  const { rows } = await db.execute(sql`select ${columns} from blog_post where id = ${id} ${lock}`);
  return toArticles(rows, now);
}

function wordsOf({ id: _id, version: _version, state: _state, picture: _picture, ...words }: ArticleToEdit) {
  return words;
}

function toArticles(found: unknown, now: Date): ArticleToEdit[] {
  return shape.parse(found).map((row) => {
    const { picture_key: key, picture_width: width, picture_height: height, picture_tint: tint } = row;
    return {
      id: row.id,
      slug: row.slug,
      title: row.title,
      category: row.category,
      excerpt: row.excerpt,
      body: row.body_markdown,
      author: row.author,
      publishedAt: row.published_at,
      pictureAlt: row.picture_alt,
      picture: key && width && height && tint ? { key, width, height, tint } : null,
      version: row.version,
      state: row.published_at === null ? "draft" : row.published_at > now ? "planned" : "published",
    };
  });
}
