import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import type { Paise } from "../money.ts";

/** A customer's orders: `value` in paise counts what is due, like the dashboard's revenue. */
export type CustomerMetrics = { orders: number; value: Paise; lastOrderAt: Date | null };

/** The order metrics of one customer. In: a user's id. */
export async function customerMetrics(
  { readDb }: Pick<Services, "readDb">,
  userId: string,
): Promise<CustomerMetrics> {
  const { rows } = await readDb.execute(sql`
    select count(*) as orders, max(placed_at) as last, coalesce(sum(total - gone_back)
        filter (where order_is_due(placed_at, status, payment_status)), 0) as value
      from orders where user_id = ${userId} and placed_at is not null`);
  const [row] = z
    .array(
      z.object({ orders: z.coerce.number(), value: z.coerce.number(), last: z.coerce.date().nullable() }),
    )
    .parse(rows);
  return { orders: row?.orders ?? 0, value: row?.value ?? 0, lastOrderAt: row?.last ?? null };
}
