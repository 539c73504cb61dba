import { and, count, eq, isNotNull, max, sql } from "drizzle-orm";
import type { Services } from "../../platform/services.server.ts";
import type { Paise } from "../money.ts";
import { orders } from "../orders/tables.server.ts";

/** A customer's orders: `value` in paise counts due amounts, like the dashboard's revenue. */
export type CustomerMetrics = { orders: number; value: Paise; lastOrderAt: Date | null };

/** The order metrics of one customer. In: a user's id. */
export async function customerMetrics(
  { db }: Pick<Services, "db">,
  userId: string,
): Promise<CustomerMetrics> {
  const [metrics] = await db
    .select({
      orders: count(),
      value: sql`coalesce(sum(total - refunded_total)
        filter (where order_is_due(placed_at, status, payment_status)), 0)`.mapWith(Number),
      lastOrderAt: max(orders.placedAt),
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.placedAt)));
  return metrics ?? { orders: 0, value: 0, lastOrderAt: null };
}
