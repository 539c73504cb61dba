import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hot } from "../../platform/database/hot-statements.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { readProductSummaries } from "../catalogue/cards/read-cards.server.ts";
import type { ProductSummary } from "../catalogue/catalogue.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";

const uuid = z.uuid();
const maxShown = 500;

/** Adds a product to the wishlist; idempotent. Refused: 'no-product' for an unknown or invisible product. */
export async function addToWishlist(
  { db }: Pick<Services, "db">,
  { id: userId }: Customer,
  productId: string,
): Promise<Done | Refused<"no-product">> {
  if (!uuid.safeParse(productId).success) return refused("no-product");
  const { rows } = await db.execute(sql`
    insert into wishlist_entry (user_id, product_id)
    select ${userId}, id from product where id = ${productId} and status = 'active' for key share
    on conflict (user_id, product_id) do update set created_at = wishlist_entry.created_at
    returning id`);
  return rows.length > 0 ? done() : refused("no-product");
}

/** Removes a product from the wishlist. Out: whether it was there. */
export async function removeFromWishlist(
  { db }: Pick<Services, "db">,
  { id: userId }: Customer,
  productId: string,
): Promise<boolean> {
  if (!uuid.safeParse(productId).success) return false;
  const { rows } = await db.execute(
    sql`delete from wishlist_entry where user_id = ${userId} and product_id = ${productId} returning id`,
  );
  return rows.length > 0;
}

/** The products of a customer's wishlist, newest first. */
export async function wishlistOf(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
): Promise<ProductSummary[]> {
  const mine = sql`from wishlist_entry w where w.product_id = p.id and w.user_id = ${userId}`;
  return readProductSummaries(db, clock.now(), {
    where: sql`exists (select 1 ${mine})`,
    order: sql`(select w.created_at ${mine}) desc`,
    limit: maxShown,
  });
}

/** The ids of the visible products on a customer's wishlist, for the heart icons and the badge. */
export async function wishlistProductIds({ db }: Pick<Services, "db">, userId: string): Promise<string[]> {
  const { rows } = await hot(db).execute(sql`select ${wishedIds(userId)} as ids`);
  return lists.parse(rows)[0]?.ids ?? [];
}

const lists = z.array(z.object({ ids: z.array(z.string()) }));

/** The same as a part of a statement: a JSON array. */
export function wishedIds(userId: string): SQL {
  return sql`(select coalesce(json_agg(w.product_id order by w.created_at desc), '[]') from (
    select w.product_id, w.created_at
    from wishlist_entry w join product p on p.id = w.product_id and p.status = 'active'
    where w.user_id = (select ${userId}::uuid)
    order by w.created_at desc
    limit ${sql.raw(String(maxShown))}) w)`;
}
