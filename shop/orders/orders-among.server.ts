import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { orders } from "./tables.server.ts";

/** The orders among ids, each with the address that its emails go to; "" for an erased customer. */
export async function ordersAmong(
  { db }: { db: Db },
  ids: string[],
): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(sql`${orders.id} = any(${sql.param(ids)}::uuid[])`);
}
