import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { AccountHolder } from "../access/actor.ts";
import { product, variant } from "../catalogue/tables.server.ts";
import { stockNotice } from "./tables.server.ts";

/** The variants that an address (verified by the caller) waits for; none without an address. */
export async function stockNoticesOf({ db }: { db: Db }, email: string | null) {
  const { size, colour } = variant;
  return db
    .select({ name: product.name, size, colour, askedAt: stockNotice.createdAt })
    .from(stockNotice)
    .innerJoin(variant, eq(variant.id, stockNotice.variantId))
    .innerJoin(product, eq(product.id, variant.productId))
    .where(sql`${stockNotice.email} = ${email}::citext`)
    .orderBy(stockNotice.createdAt);
}

/** Deletes a customer's subscriptions. */
export async function deleteStockNotices(
  { db }: { db: Db },
  { email }: Pick<AccountHolder, "email">,
): Promise<void> {
  await db.execute(sql`delete from stock_notice where email = ${email}::citext`);
}

/** Deletes subscriptions after half a year. */
export async function deleteOldNotices({ db }: { db: Db }): Promise<void> {
  await db.execute(sql`delete from stock_notice where created_at < now() - interval '180 days'`);
}
