import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { cartCount } from "../../shop/cart/cart-of.server.ts";
import { takeCart } from "../../shop/cart/take-cart.server.ts";
import { productSummaries } from "../../shop/catalogue/cards/read-cards.server.ts";
import { wishlistProductIds } from "../../shop/wishlist/wishlist.server.ts";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";

const shop = await testShop({ seed: true });
const { db } = shop.services;
afterAll(shop.dispose);

/** With forty lines in most carts and wishlists, a plan for an empty one looks cheaper than a generic plan. */
beforeAll(async () => {
  await db.execute(sql`insert into users (id, name, email, role)
    select gen_random_uuid(), 'Shopper', n || '@plans.test', 'user' from generate_series(1, 60) n`);
  await db.execute(sql`insert into cart_line (user_id, variant_id, quantity, price_seen)
    select u.id, v.id, 1, 100 from (select id from users where email like '%plans.test' limit 50) u,
      (select id from variant limit 40) v`);
  await db.execute(sql`insert into wishlist_entry (user_id, product_id)
    select u.id, p.id from (select id from users where email like '%plans.test' limit 50) u,
      (select id from product limit 40) p`);
  await onDatabase(shop.databaseUrl, "analyze");
});

const ids = z.array(z.object({ id: z.string() }));

test.for([
  ["the cart's count", "as units", async (tx: Db, user: string) => void (await cartCount({ db: tx }, user))],
  [
    "the wishlist's ids",
    "wishlist_entry w",
    async (tx: Db, user: string) => void (await wishlistProductIds({ db: tx }, user)),
  ],
  ["taking the cart", "with taken as", async (tx: Db, user: string) => void (await takeCart(tx, user))],
  [
    "cards",
    "toChoose",
    async (tx: Db, _user: string, product: string) =>
      void (await productSummaries({ ...shop.services, db: tx }, [product])),
  ],
] as const)("%s uses a generic plan after five executions", async ([, text, ask]) => {
  const plans = await inTransaction(db, async (tx) => {
    const users = await tx.execute(sql`select id from users where id not in (select user_id from cart_line)`);
    const empty = ids.parse(users.rows);
    const products = await tx.execute(sql`select id from product order by id limit 60`);
    for (const [n, product] of ids.parse(products.rows).entries())
      await ask(tx, empty[n % empty.length]?.id ?? "", product.id);
    const { rows } =
      await tx.execute(sql`select custom_plans::integer as custom, generic_plans::integer as generic
      from pg_prepared_statements where statement like ${`%${text}%`} and statement not like '%pg_prepared%'`);
    return rows;
  });
  expect(plans).toEqual([{ custom: 5, generic: expect.toSatisfy((times: number) => times > 40) }]);
});
