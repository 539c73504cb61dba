import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Customer } from "../access/actor.ts";
import { product } from "../catalogue/tables.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { review, reviewVote } from "./tables.server.ts";

/**
 * Adds a customer's helpful vote for a published review; idempotent. In: the review's id as sent. Refused: 'not-found'
 * (also hidden), 'own' (their own review).
 */
export async function voteHelpful(
  { db }: { db: Db },
  { id: userId }: Customer,
  reviewId: string,
): Promise<Done | Refused<"not-found" | "own">> {
  if (!z.uuid().safeParse(reviewId).success) return refused("not-found");
  const [found] = await db
    .select({ writer: review.userId })
    .from(review)
    .where(and(eq(review.id, reviewId), eq(review.status, "published")));
  if (!found) return refused("not-found");
  if (found.writer === userId) return refused("own");
  // Selected again and locked: the review may have been deleted since, or be deleted just now.
  await db.execute(sql`
    insert into review_vote (review_id, user_id) select id, ${userId}::uuid from review where id = ${reviewId} for key share
    on conflict do nothing`);
  return done();
}

/** Removes a customer's vote for a review; idempotent. */
export async function takeBackHelpful(
  { db }: { db: Db },
  { id: userId }: Customer,
  reviewId: string,
): Promise<void> {
  if (!z.uuid().safeParse(reviewId).success) return;
  await db.execute(sql`delete from review_vote where review_id = ${reviewId} and user_id = ${userId}`);
}

/** The reviews that a customer found helpful, with their product's name, for their data export. */
export async function helpfulVotesOf(
  { db }: { db: Db },
  userId: string,
): Promise<{ review: string; product: string }[]> {
  return db
    .select({ review: reviewVote.reviewId, product: product.name })
    .from(reviewVote)
    .innerJoin(review, eq(review.id, reviewVote.reviewId))
    .innerJoin(product, eq(product.id, review.productId))
    .where(eq(reviewVote.userId, userId))
    .orderBy(product.name, reviewVote.reviewId);
}
