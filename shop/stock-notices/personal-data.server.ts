import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { AccountHolder } from "../access/actor.ts";

const retentionDays = z.array(
  z.object({
    name: z.string(),
    size: z.string().nullable(),
    colour: z.string().nullable(),
    askedAt: z.coerce.date(),
  }),
);

/** The variants that an address (verified by the caller) waits for; none without an address. */
export async function stockNoticesOf({ db }: { db: Db }, email: string | null) {
  const { rows } = await db.execute(sql`
    select p.name, v.size, v.colour, n.created_at as "askedAt"
    from stock_notice n join variant v on v.id = n.variant_id join product p on p.id = v.product_id
    where n.email = ${email}::citext order by n.created_at`);
  return retentionDays.parse(rows);
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
