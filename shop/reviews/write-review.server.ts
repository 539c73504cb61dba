import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Customer } from "../access/actor.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { fits, type ReviewInput } from "./reviews.ts";

/**
 * Writes or changes a customer's review of something they received (specification, section 7, "Reviews";
 * docs/domain.md, "Returns"): one review per order line. In: the customer, the line, and the review from
 * `readReview`. Out: the product's slug; a trigger updates its rating. A hidden review stays hidden. Refused:
 * 'not-found' (also somebody else's order), 'not-delivered', 'product-gone'.
 */
export async function writeReview(
  { db }: { db: Db },
  { id: userId }: Customer,
  review: ReviewInput & { orderId: string; lineId: string },
): Promise<Done<{ slug: string }> | Refused<"not-found" | "not-delivered" | "product-gone">> {
  const order = await orderOf({ db }, review.orderId, userId);
  const line = order?.lines.find(({ id }) => id === review.lineId);
  if (!order || !line) return refused("not-found");
  if (order.status !== "delivered") return refused("not-delivered");
  if (!line.productId) return refused("product-gone");
  // The statement checks the order again, because it may have changed since it was read.
  const { rows } = await db.execute(sql`
    insert into review (product_id, rating, comment, display_name, fit, verified, order_line_id, user_id)
    select l.product_id, ${review.rating}, ${review.comment}, ${review.displayName},
      case when l.size is not null then ${review.fit}::text end, true, l.id, o.user_id
    from order_line l join orders o on o.id = l.order_id
    where l.id = ${line.id} and o.user_id = ${userId} and o.status = 'delivered' and l.product_id is not null
    on conflict (order_line_id) where order_line_id is not null do update
      set rating = excluded.rating, comment = excluded.comment, display_name = excluded.display_name,
        fit = excluded.fit
    returning id`);
  return rows.length > 0 ? done({ slug: line.slug }) : refused("not-delivered");
}

const shape = z.object({
  order_line_id: z.string(),
  rating: z.number(),
  comment: z.string(),
  display_name: z.string().nullable(),
  fit: z.enum(fits).nullable(),
});

/** The reviews of an order's lines. Out: by line id. */
export async function reviewsOfOrder({ db }: { db: Db }, orderId: string): Promise<Map<string, ReviewInput>> {
  const { rows } = await db.execute(sql`
    select v.order_line_id, v.rating, v.comment, v.display_name, v.fit
    from review v join order_line l on l.id = v.order_line_id where l.order_id = ${orderId}`);
  return new Map(
    z
      .array(shape)
      .parse(rows)
      .map(({ order_line_id, rating, comment, display_name, fit }) => [
        order_line_id,
        { rating, comment, displayName: display_name, fit },
      ]),
  );
}

/** All reviews of a customer for their data export. */
export async function reviewsOfCustomer({ db }: { db: Db }, userId: string): Promise<ReviewInput[]> {
  const { rows } = await db.execute(sql`
    select coalesce(order_line_id::text, '') as order_line_id, rating, comment, display_name, fit
    from review where user_id = ${userId} order by created_at desc`);
  return z
    .array(shape)
    .parse(rows)
    .map(({ rating, comment, display_name, fit }) => ({ rating, comment, displayName: display_name, fit }));
}

/** Removes a customer's name from their reviews; the reviews stay. For the deletion of an account. */
export async function eraseReviewerName({ db }: { db: Db }, { id: userId }: Customer): Promise<void> {
  await db.execute(sql`update review set display_name = null where user_id = ${userId}`);
}
