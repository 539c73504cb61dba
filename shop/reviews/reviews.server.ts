import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { photoShape, photosOf } from "./photos.server.ts";
import { fits, type ProductReviews, type ReviewSort } from "./reviews.ts";

const orders: Record<ReviewSort, SQL> = {
  newest: sql`created_at desc, id`,
  highest: sql`rating desc, created_at desc, id`,
  lowest: sql`rating, created_at desc, id`,
};

const hasPhotos = sql`exists (select from review_photo p where p.review_id = review.id)`;

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
    photos: photoShape,
  }),
);
const countRows = z.array(z.object({ rating: z.number(), photos: z.boolean(), count: z.number() }));

type Asked = {
  limit: number | null;
  sort: ReviewSort;
  stars?: number | null;
  withPhotos?: boolean;
  userId?: string | null;
};

/**
 * The published reviews of a product. In: a valid product id, the limit (null for all, up to 1,000), the order, the
 * stars that are asked for (null for any), whether with photos only, and who asks (null: nobody who is signed in).
 * Out: the reviews, how many the filters leave, and count, average and distribution over all of them.
 */
export async function reviewsOf(
  { readDb }: Pick<Services, "readDb">,
  productId: string,
  { limit, sort, stars = null, withPhotos = false, userId = null }: Asked,
): Promise<ProductReviews> {
  const published = sql`from review where product_id = ${productId} and status = 'published'`;
  const [shown, counted] = await Promise.all([
    readDb.execute(sql`select id, rating, comment, created_at, display_name, verified, reply, fit,
      (select count(*)::integer from review_vote w where w.review_id = review.id) as helpful,
      exists (select from review_vote w where w.review_id = review.id and w.user_id = ${userId}::uuid) as voted,
      coalesce(user_id = ${userId}::uuid, false) as own, ${photosOf(sql`review.id`)} as photos ${published}
      ${stars === null ? sql`` : sql`and rating = ${stars}`} ${withPhotos ? sql`and ${hasPhotos}` : sql``}
      order by ${orders[sort]} limit ${limit ?? 1000}`),
    readDb.execute(
      sql`select rating, ${hasPhotos} as photos, count(*)::integer as count ${published} group by 1, 2`,
    ),
  ]);
  const groups = countRows.parse(counted.rows);
  const countOf = (which: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(which).reduce((sum, group) => sum + group.count, 0);
  const distribution = [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    count: countOf(({ rating }) => rating === stars),
  }));
  const count = countOf(() => true);
  const sum = distribution.reduce((so, each) => so + each.stars * each.count, 0);
  return {
    reviews: reviewRows.parse(shown.rows).map(({ created_at, display_name, ...review }) => ({
      ...review,
      createdAt: created_at.toISOString(),
      author: display_name ?? "Anonymous User",
    })),
    count,
    withPhotos: countOf(({ photos }) => photos),
    left: countOf(({ rating, photos }) => (stars === null || rating === stars) && (photos || !withPhotos)),
    average: count === 0 ? null : Math.round((sum / count) * 10) / 10,
    distribution,
  };
}
