import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { Services } from "../../platform/services.server.ts";
import { photosOf } from "./photos.server.ts";
import type { ProductReviews, ReviewSort } from "./reviews.ts";
import { review } from "./tables.server.ts";

const orders: Record<ReviewSort, SQL> = {
  newest: sql`created_at desc, id`,
  highest: sql`rating desc, created_at desc, id`,
  lowest: sql`rating, created_at desc, id`,
};

const hasPhotos = sql<boolean>`exists (select from review_photo p where p.review_id = review.id)`;

type Asked = {
  limit: number | null;
  sort: ReviewSort;
  stars?: number | null;
  withPhotos?: boolean;
  userId?: string | null;
};

/**
 * The published reviews of a product. In: a valid product id, the limit (null for all, up to 1,000), the order, the
 * requested stars (null for any), whether with photos only, and the viewer (null: a guest). Out: the reviews, the
 * number after filters, and count, average and distribution over all of them.
 */
export async function reviewsOf(
  { db }: Pick<Services, "db">,
  productId: string,
  { limit, sort, stars = null, withPhotos = false, userId = null }: Asked,
): Promise<ProductReviews> {
  const { id, rating, comment, createdAt, displayName, verified, reply, fit } = review;
  // The status is not a parameter: a generic plan cannot use a partial index.
  const published = and(eq(review.productId, productId), sql`review.status = 'published'`);
  const [shown, groups] = await Promise.all([
    db
      .select({
        id,
        rating,
        comment,
        createdAt,
        displayName,
        verified,
        reply,
        fit,
        helpful: sql<number>`(select count(*)::integer from review_vote w where w.review_id = review.id)`,
        voted: sql<boolean>`exists (select from review_vote w
          where w.review_id = review.id and w.user_id = ${userId}::uuid)`,
        own: sql<boolean>`coalesce(review.user_id = ${userId}::uuid, false)`,
        photos: photosOf(sql`review.id`),
      })
      .from(review)
      .where(
        and(published, stars === null ? undefined : eq(rating, stars), withPhotos ? hasPhotos : undefined),
      )
      .orderBy(orders[sort])
      .limit(limit ?? 1000)
      .prepare(`reviews_${sort}${stars === null ? "" : "_of_stars"}${withPhotos ? "_with_photos" : ""}`)
      .execute(),
    db
      .select({ rating, photos: hasPhotos, count: count() })
      .from(review)
      .where(published)
      .groupBy(sql`1, 2`)
      .prepare("reviews_counted")
      .execute(),
  ]);
  const countOf = (which: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(which).reduce((sum, group) => sum + group.count, 0);
  const distribution = [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    count: countOf(({ rating }) => rating === stars),
  }));
  const all = countOf(() => true);
  const sum = distribution.reduce((so, each) => so + each.stars * each.count, 0);
  return {
    reviews: shown.map(({ createdAt, displayName, ...review }) => ({
      ...review,
      createdAt: createdAt.toISOString(),
      author: displayName ?? "Anonymous User",
    })),
    count: all,
    withPhotos: countOf(({ photos }) => photos),
    left: countOf(({ rating, photos }) => (stars === null || rating === stars) && (photos || !withPhotos)),
    average: all === 0 ? null : Math.round((sum / all) * 10) / 10,
    distribution,
  };
}
