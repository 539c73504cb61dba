import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hot } from "../../platform/database/hot-statements.server.ts";
import { announcedCache } from "../../platform/live/announced-cache.server.ts";
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

type Ports = Pick<Services, "db" | "live" | "site">;
/** What everybody sees of a product's reviews: how many there are of each kind, and the newest ones. */
type Stored = { groups: Group[]; newest: Found[] };
const stored = announcedCache<Stored>({ topics: ["reviews"], most: 2_000 });
const newestStored = 5;

/**
 * The published reviews of a product. In: a valid product id, the limit (null for all, up to 1,000), the order, the
 * requested stars (null for any), whether with photos only, and the viewer (null: a guest). Out: the reviews, the
 * number after filters, and count, average and distribution over all of them. The newest reviews and the counts are
 * read once until one changes (`announcedCache`), the votes each time.
 */
export async function reviewsOf(
  ports: Ports,
  productId: string,
  { limit, sort, stars = null, withPhotos = false, userId = null }: Asked,
): Promise<ProductReviews> {
  const isPlain = sort === "newest" && stars === null && !withPhotos;
  const { groups, newest } = (await stored(ports, productId, () => readStored(ports, productId))) ?? nothing;
  const shown =
    isPlain && limit !== null && limit <= newestStored
      ? newest.slice(0, limit)
      : await readReviews(ports, productId, { limit, sort, stars, withPhotos });
  const votes = await votesFor(
    ports,
    shown.map(({ id }) => id),
    userId,
  );
  const countOf = (which: (group: Group) => boolean) =>
    groups.filter(which).reduce((sum, group) => sum + group.count, 0);
  const distribution = [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    count: countOf(({ rating }) => rating === stars),
  }));
  const all = countOf(() => true);
  const sum = distribution.reduce((so, each) => so + each.stars * each.count, 0);
  return {
    reviews: shown.map(({ createdAt, displayName, userId: writer, ...review }) => ({
      ...review,
      helpful: votes.get(review.id)?.helpful ?? 0,
      voted: votes.get(review.id)?.voted ?? false,
      own: userId !== null && writer === userId,
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

const nothing: Stored = { groups: [], newest: [] };

async function readStored(ports: Ports, productId: string): Promise<Stored> {
  const [groups, newest] = await Promise.all([
    readGroups(ports, productId),
    readReviews(ports, productId, { limit: newestStored, sort: "newest" }),
  ]);
  return { groups, newest };
}

// The status is not a parameter: a generic plan cannot use a partial index.
const publishedOf = (productId: string) =>
  and(eq(review.productId, productId), sql`review.status = 'published'`);

type Group = Awaited<ReturnType<typeof readGroups>>[number];

/** The published reviews, counted by stars and by whether they have photos. */
function readGroups({ db }: Ports, productId: string) {
  return db
    .select({ rating: review.rating, photos: hasPhotos, count: count() })
    .from(review)
    .where(publishedOf(productId))
    .groupBy(sql`1, 2`)
    .prepare("reviews_counted")
    .execute();
}

type Found = Awaited<ReturnType<typeof readReviews>>[number];

function readReviews(
  { db }: Ports,
  productId: string,
  { limit, sort, stars = null, withPhotos = false }: Omit<Asked, "userId">,
) {
  const { id, rating, comment, createdAt, displayName, verified, reply, fit, userId } = review;
  return db
    .select({
      id,
      rating,
      comment,
      createdAt,
      displayName,
      verified,
      reply,
      fit,
      userId,
      photos: photosOf(sql`review.id`),
    })
    .from(review)
    .where(
      and(
        publishedOf(productId),
        stars === null ? undefined : eq(rating, stars),
        withPhotos ? hasPhotos : undefined,
      ),
    )
    .orderBy(orders[sort])
    .limit(limit ?? 1000)
    .prepare(`reviews_${sort}${stars === null ? "" : "_of_stars"}${withPhotos ? "_with_photos" : ""}`)
    .execute();
}

const praiseShown = 6;
const praiseRows = z.array(
  z.object({
    id: z.string(),
    rating: z.number(),
    comment: z.string(),
    at: z.coerce.date().transform((at) => at.toISOString()),
    author: z.string(),
    verified: z.boolean(),
    slug: z.string(),
    name: z.string(),
  }),
);
export type Praise = z.infer<typeof praiseRows>[number];

/**
 * The newest published reviews with four or five stars, six at most, of active products, for the home page. In: the slug
 * or id of a product; null: of all. By the index `review_praise`, so that it does not grow with the catalogue.
 */
export async function praise({ db }: Pick<Ports, "db">, product: string | null): Promise<Praise[]> {
  const ofProduct = product === null ? sql`true` : sql`(p.slug = ${product} or p.id::text = ${product})`;
  const { rows } = await db.execute(sql`
    select r.id, r.rating, r.comment, r.created_at as at, coalesce(r.display_name, 'Anonymous User') as author,
      r.verified, p.slug, p.name
    from review r join product p on p.id = r.product_id and p.status = 'active'
    where r.status = 'published' and r.rating >= 4 and ${ofProduct}
    order by r.created_at desc, r.id limit ${praiseShown}`);
  return praiseRows.parse(rows);
}

const voteRows = z.array(z.object({ id: z.string(), helpful: z.number(), voted: z.boolean() }));

/** The helpful votes for these reviews, and whether one is the viewer's, by the review's id. */
async function votesFor({ db }: Ports, ids: string[], userId: string | null) {
  if (ids.length === 0) return new Map<string, z.infer<typeof voteRows>[number]>();
  const { rows } = await hot(db).execute(sql`
    select review_id as id, count(*)::integer as helpful,
      coalesce(bool_or(user_id = ${userId}::uuid), false) as voted
    from review_vote where review_id = any((select ${sql.param(ids)}::uuid[])::uuid[]) group by review_id`);
  return new Map(voteRows.parse(rows).map((row) => [row.id, row]));
}
