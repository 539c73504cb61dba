import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { countShape, countSql, maxCountedByIndex } from "../../platform/database/count.server.ts";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { product } from "../catalogue/tables.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { cleanLine, cleanLines } from "../text/clean-text.ts";
import { photosOf } from "./photos.server.ts";
import { review } from "./tables.server.ts";

// Not a parameter: a generic plan cannot use a partial index.
const ofStatus = new Map([
  ["published", sql`review.status = 'published'`],
  ["hidden", sql`review.status = 'hidden'`],
]);

/** A review as staff see it. `at`: ISO. */
export type ModeratedReview = Awaited<ReturnType<typeof listReviews>>["reviews"][number];

/**
 * Reviews of all products, newest first. In: words of a product's name, a status or "", stars or null, the page from
 * 1 and its size. Out: at most `size` of them, and whether more follow.
 */
export async function listReviews(
  { db }: { db: Db },
  asked: { q: string; status: string; stars: number | null; page: number; size: number },
) {
  const { q, status, stars, page, size } = asked;
  const { id, rating, comment, reply } = review;
  const rows = await db
    .select({
      id,
      rating,
      comment,
      status: review.status,
      reply,
      author: review.displayName,
      reason: review.hiddenReason,
      at: review.createdAt,
      product: product.name,
      slug: product.slug,
      photos: photosOf(sql`review.id`),
    })
    .from(review)
    .innerJoin(product, eq(product.id, review.productId))
    .where(
      and(
        q
          ? sql`${review.productId} in (select id from product where search_text like search_pattern(${q}))`
          : undefined,
        ofStatus.get(status),
        stars === null ? undefined : eq(rating, stars),
      ),
    )
    .orderBy(desc(review.createdAt), id)
    .limit(size + 1)
    .offset((page - 1) * size);
  const reviews = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  return { reviews: reviews.slice(0, size), more: reviews.length > size };
}

const reviewCountsShape = z.object({ all: countShape, published: countShape, hidden: countShape });

/** How many reviews there are, are published and are hidden; counting stops at 10,000. */
export async function reviewCounts({ db }: { db: Db }): Promise<z.infer<typeof reviewCountsShape>> {
  const of = (status: SQL) => countSql(sql`select from review where ${status}`, maxCountedByIndex);
  const { rows } = await db.execute(sql`
    select ${of(sql`true`)} as "all", ${of(sql`status = 'published'`)} as published,
      ${of(sql`status = 'hidden'`)} as hidden`);
  return z.tuple([reviewCountsShape]).parse(rows)[0];
}

/** A moderation action. An empty reply removes the reply. */
export type ModerationAction =
  | { kind: "hide"; reason: string }
  | { kind: "publish" }
  | { kind: "reply"; reply: string };

/**
 * Hides a review with a reason, publishes it again, or replies in the shop's name; product pages and ratings follow
 * at once. The customer's text is never changed. Refused: 'not-found'; 'reason-needed' for hiding without a reason or
 * with more than 300 characters; 'too-long' for a reply of more than 1,000.
 */
export async function moderateReview(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, id, action: typed }: { actor: Actor; id: string; action: ModerationAction },
): Promise<Done | Refused<"not-found" | "reason-needed" | "too-long">> {
  const action: ModerationAction =
    typed.kind === "reply"
      ? { kind: "reply", reply: cleanLines(typed.reply) }
      : typed.kind === "hide"
        ? { kind: "hide", reason: cleanLine(typed.reason) }
        : typed;
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  if (action.kind === "hide" && (action.reason === "" || action.reason.length > 300))
    return refused("reason-needed");
  if (action.kind === "reply" && action.reply.length > 1000) return refused("too-long");
  return inTransaction(db, async (tx) => {
    const [before] = await tx
      .select({
        status: review.status,
        reason: review.hiddenReason,
        reply: review.reply,
        product: product.name,
      })
      .from(review)
      .innerJoin(product, eq(product.id, review.productId))
      .where(eq(review.id, id))
      .for("update", { of: review });
    if (!before) return refused("not-found");
    const reply = action.kind === "reply" ? action.reply || null : before.reply;
    const reason = action.kind === "hide" ? action.reason : action.kind === "publish" ? null : before.reason;
    const status =
      action.kind === "hide" ? "hidden" : action.kind === "publish" ? "published" : before.status;
    const now = clock.now().toISOString();
    await tx.execute(sql`
      update review set status = ${status}, hidden_reason = ${reason}, reply = ${reply}::text,
        replied_at = case when ${reply}::text is null then null when reply is not distinct from ${reply}::text
          then replied_at else ${now}::timestamptz end,
        version = version + 1 where id = ${id}`);
    await recordAction(tx, {
      actor,
      action: `review.${action.kind}`,
      subject: { kind: "review", id, name: `Review of ${before.product}` },
      before: { status: before.status, reason: before.reason, reply: before.reply },
      after: { status, reason, reply },
    });
    return done();
  });
}

/**
 * Removes one photo from a review; its text stays. A job deletes the file. In: the ids of the review and the photo as
 * sent. Refused: 'not-found'.
 */
export async function removeReviewPhoto(
  { db }: Pick<Services, "db">,
  { actor, id, photo }: { actor: Actor; id: string; photo: string },
): Promise<Done | Refused<"not-found">> {
  if (!z.array(z.uuid()).safeParse([id, photo]).success) return refused("not-found");
  return inTransaction(db, async (tx) => {
    // Updating the review's version triggers a change event, which updates the pages that show it.
    const { rows } = await tx.execute(sql`
      with gone as (delete from review_photo where id = ${photo} and review_id = ${id} returning review_id)
      update review v set version = v.version + 1 from gone, product p
      where v.id = gone.review_id and p.id = v.product_id returning p.name as product`);
    const [review] = z.array(z.object({ product: z.string() })).parse(rows);
    if (!review) return refused("not-found");
    await recordAction(tx, {
      actor,
      action: "review.remove-photo",
      subject: { kind: "review", id, name: `Review of ${review.product}` },
      before: { photo },
      after: { photo: null },
    });
    return done();
  });
}
