import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { DemoData } from "./demo-data.server.ts";

const day = 86_400_000;

/** Inserts the demo's coupons, with dates relative to the day of seeding. */
export async function insertCoupons(db: Db, { coupons }: DemoData, now: Date): Promise<void> {
  const rows = coupons.map(({ type, valid_from_days_ago, valid_to_days_ahead, ...coupon }) => ({
    ...coupon,
    kind: type === "fixed" ? "flat" : "percent",
    valid_from: new Date(now.getTime() - valid_from_days_ago * day),
    valid_to: new Date(now.getTime() + valid_to_days_ahead * day),
  }));
  await db.execute(sql`
    insert into coupon (code, description, kind, value, min_order, max_discount, usage_limit, per_user_limit,
      first_order_only, valid_from, valid_to, active, listed)
    select code, description, kind, value, min_order_paise, max_discount_paise, usage_limit, per_user_limit,
      first_order_only, valid_from, valid_to, active, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(code text, description text, kind text, value bigint,
      min_order_paise bigint, max_discount_paise bigint, usage_limit integer, per_user_limit integer,
      first_order_only boolean, valid_from timestamptz, valid_to timestamptz, active boolean)`);
}
