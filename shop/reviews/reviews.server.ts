import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { fits, type ProductReviews, type ReviewSort } from "./reviews.ts";

const orders: Record<ReviewSort, SQL> = {
  newest: sql`created_at desc, id`,
  highest: sql`rating desc, created_at desc, id`,
  lowest: sql`rating, created_at desc, id`,
};

const reviewRows = z.array(
  z.object({
    id: z.string(),
    rating: z.number(),
    comment: z.string(),
    created_at: z.coerce.date(),
    display_name: z.string().nullable(),
    verified: z.boolean(),
    reply: z.string().nullable(),
    fit: z.enum(fits).nullable(),
    helpful: z.number(),
    voted: z.boolean(),
    own: z.boolean(),
  }),
);
const countRows = z.array(z.object({ rating: z.number(), count: z.number() }));

type Asked = { limit: number | null; sort: ReviewSort; stars?: number | null; userId?: string | null };

/**
 * The published reviews of a product. In: a valid product id, the limit (null for all, up to 1,000), the order, and
 * the stars that are asked for (null for any), and who asks (null: nobody who is signed in).
 * Out: the reviews, and count, average and distribution over all of them.
 */
export async function reviewsOf(
  { db }: Pick<Services, "db">,
  productId: string,
  { limit, sort, stars = null, userId = null }: Asked,
): Promise<ProductReviews> {
  const published = sql`from review where product_id = ${productId} and status = 'published'`;
  const [shown, counted] = await Promise.all([
    db.execute(sql`select id, rating, comment, created_at, display_name, verified, reply, fit,
      (select count(*)::integer from review_vote w where w.review_id = review.id) as helpful,
      exists (select from review_vote w where w.review_id = review.id and w.user_id = ${userId}::uuid) as voted,
      coalesce(user_id = ${userId}::uuid, false) as own ${published}
      ${stars === null ? sql`` : sql`and rating = ${stars}`}
      order by ${orders[sort]} limit ${limit ?? 1000}`),
    db.execute(sql`select rating, count(*)::integer as count ${published} group by rating`),
  ]);
  const counts = new Map(countRows.parse(counted.rows).map(({ rating, count }) => [rating, count]));
  const distribution = [5, 4, 3, 2, 1].map((stars) => ({ stars, count: counts.get(stars) ?? 0 }));
  const count = distribution.reduce((sum, each) => sum + each.count, 0);
  const sum = distribution.reduce((so, each) => so + each.stars * each.count, 0);
  return {
    reviews: reviewRows.parse(shown.rows).map(({ created_at, display_name, ...review }) => ({
      ...review,
      createdAt: created_at.toISOString(),
      author: display_name ?? "Anonymous User",
    })),
    count,
    average: count === 0 ? null : Math.round((sum / count) * 10) / 10,
    distribution,
  };
}
