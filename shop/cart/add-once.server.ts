import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { product } from "../catalogue/tables.server.ts";
import { type Done, done, type Refused } from "../refused.ts";
import type { CartRequest, VariantNotChosen } from "./cart.ts";
import { addToCart } from "./change-cart.server.ts";

/**
 * Adds units to a cart as `addToCart`, once per idempotency key: a form that is sent again, because its answer was lost
 * or it waited for a connection, adds nothing more. In: the customer, a key (UUID) created with the form, the request.
 * Out: the product's name, also when it was added before. Refused: as `addToCart`; the key is then free.
 */
export async function addToCartOnce(
  { db, clock }: Pick<Services, "db" | "clock">,
  customer: Customer,
  key: string,
  wanted: CartRequest,
): Promise<Done<{ name: string }> | Refused<VariantNotChosen>> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute(sql`
      insert into cart_add_key (user_id, key) values (${customer.id}, ${key}) on conflict do nothing returning key`);
    if (rows.length === 0) return done({ name: await nameOf(tx, wanted.productId) });
    return addToCart({ db: tx, clock }, customer, wanted);
  });
}

async function nameOf(tx: Db, productId: string): Promise<string> {
  if (!z.uuid().safeParse(productId).success) return "";
  const [found] = await tx.select({ name: product.name }).from(product).where(eq(product.id, productId));
  return found?.name ?? "";
}

/** Deletes the keys of adds that no browser will send again: browsers retry for two weeks (app/http/offline/worker). */
export async function deleteOldAddKeys({ db }: { db: Db }): Promise<void> {
  await db.execute(sql`delete from cart_add_key where created_at < now() - interval '30 days'`);
}
