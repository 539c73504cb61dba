import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { orderLine } from "../orders/tables.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import {
  changePhotos,
  deletePhotoFiles,
  encodePhotos,
  type PhotoChange,
  type PhotoRefusal,
  photosOf,
  putPhotos,
  tooManyPhotos,
} from "./photos.server.ts";
import { type ReviewInput, type ReviewPhoto, reviewPhotoPath } from "./reviews.ts";
import { review as reviews } from "./tables.server.ts";

type Command = ReviewInput & { orderId: string; lineId: string; photos?: PhotoChange };

/**
 * Writes or changes a customer's review of a product they received (specification, section 7, "Reviews";
 * docs/domain.md, "Returns"): one review per order line. In: the customer, the line, the review from `readReview`, and
 * the changes to its photos. Out: the product's slug, and whether the review is hidden, which it stays; a trigger updates
 * its rating. Refused: 'not-found' (also somebody else's order), 'not-delivered', 'product-gone', and refusals of
 * photos. A refused review leaves nothing behind.
 */
export async function writeReview(
  ports: Pick<Services, "db" | "storage">,
  customer: Customer,
  { photos = { add: [], remove: [] }, ...review }: Command,
): Promise<
  | Done<{ slug: string; isHidden: boolean }>
  | Refused<"not-found" | "not-delivered" | "product-gone" | PhotoRefusal>
> {
  const order = await orderOf(ports, review.orderId, customer.id);
  const line = order?.lines.find(({ id }) => id === review.lineId);
  if (!order || !line) return refused("not-found");
  if (order.status !== "delivered") return refused("not-delivered");
  if (!line.productId) return refused("product-gone");
  const encoded = await encodePhotos(ports, customer, photos.add);
  if (!encoded.ok) return encoded;
  const added = new Set<string>();
  try {
    await putPhotos(ports, encoded.value);
    const written = await inTransaction(ports.db, async (tx) => {
      // Concurrent forms for one line would each count the photos without the other's.
      await tx.execute(sql`select from order_line where id = ${line.id} for no key update`);
      if (await tooManyPhotos(tx, line.id, encoded.value, photos.remove)) return refused("too-many-photos");
      const saved = await upsert(tx, customer.id, line.id, review);
      if (!saved) return refused("not-delivered");
      const files = await changePhotos(tx, saved.id, encoded.value, photos.remove);
      return done({ files, isHidden: saved.isHidden });
    });
    if (!written.ok) return written;
    for (const id of written.value.files) added.add(id);
    return done({ slug: line.slug, isHidden: written.value.isHidden });
  } finally {
    const unused = encoded.value.map(({ id }) => id).filter((id) => !added.has(id));
    await deletePhotoFiles(ports, unused);
  }
}

const savedReview = z.array(z.object({ id: z.string(), isHidden: z.boolean() }));

/** Out: nothing when the order changed since it was read. */
async function upsert(tx: Db, userId: string, lineId: string, review: ReviewInput) {
  const { rows } = await tx.execute(sql`
    insert into review (product_id, rating, comment, display_name, fit, verified, order_line_id, user_id)
    select l.product_id, ${review.rating}, ${review.comment}, ${review.displayName},
      case when l.size is not null then ${review.fit}::text end, true, l.id, o.user_id
    from order_line l join orders o on o.id = l.order_id
    where l.id = ${lineId} and o.user_id = ${userId} and o.status = 'delivered' and l.product_id is not null
    on conflict (order_line_id) where order_line_id is not null do update
      set rating = excluded.rating, comment = excluded.comment, display_name = excluded.display_name,
        fit = excluded.fit
    returning id, status = 'hidden' as "isHidden"`);
  return savedReview.parse(rows)[0];
}

const { rating, comment, displayName, fit } = reviews;
const writtenColumns = { rating, comment, displayName, fit, photos: photosOf(sql`review.id`) };

/** A review as written; `isHidden`: staff have taken it from the product's page. */
export type WrittenReview = ReviewInput & { photos: ReviewPhoto[]; isHidden: boolean };

/** The reviews of an order's lines. Out: by line id. */
export async function reviewsOfOrder(
  { db }: { db: Db },
  orderId: string,
): Promise<Map<string, WrittenReview>> {
  const rows = await db
    .select({
      line: orderLine.id,
      review: { ...writtenColumns, isHidden: sql<boolean>`${reviews.status} = 'hidden'` },
    })
    .from(reviews)
    .innerJoin(orderLine, eq(orderLine.id, reviews.orderLineId))
    .where(eq(orderLine.orderId, orderId));
  return new Map(rows.map(({ line, review }) => [line, review]));
}

/** All reviews of a customer for their data export, with the addresses of their photos. */
export async function reviewsOfCustomer(
  { db }: { db: Db },
  userId: string,
): Promise<(ReviewInput & { photos: string[] })[]> {
  const rows = await db
    .select(writtenColumns)
    .from(reviews)
    .where(eq(reviews.userId, userId))
    .orderBy(desc(reviews.createdAt));
  return rows.map(({ photos, ...review }) => ({
    ...review,
    photos: photos.map(({ id }) => reviewPhotoPath(id, "large")),
  }));
}

/**
 * Removes a customer's name and photos from their reviews, in the transaction that deletes the account; stars and text
 * stay. A job deletes the files after the commit.
 */
export async function eraseReviewer({ db }: { db: Db }, { id: userId }: Customer): Promise<void> {
  await db.execute(
    sql`delete from review_photo where review_id in (select id from review where user_id = ${userId})`,
  );
  await db.execute(sql`update review set display_name = null where user_id = ${userId}`);
}
