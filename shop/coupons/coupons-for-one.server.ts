import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Paise } from "../money.ts";
import { couponDiscount } from "./totals.ts";

const mostShown = 3;

/** A coupon for one piece of a product. `price`: what it then costs; null below `minOrder`. Amounts in paise. */
export type CouponForOne = {
  code: string;
  description: string;
  firstOrderOnly: boolean;
  minOrder: Paise;
  price: Paise | null;
};

const rows = z.array(
  z.object({
    code: z.string(),
    description: z.string(),
    kind: z.enum(["percent", "flat"]),
    value: z.coerce.number(),
    min_order: z.coerce.number(),
    max_discount: z.coerce.number().nullable(),
    first_order_only: z.boolean(),
  }),
);

/**
 * Up to three coupons that staff list for everybody, that run now by the database's clock (as in `checkCoupon`) and are
 * not used up, for one piece at this price in paise: those that lower it most first, then those of the lowest minimum.
 * Whether the viewer may use one (limits for each customer, first orders) is decided in the cart; the page is the same
 * for everybody.
 */
export async function couponsForOne(
  { readDb }: Pick<Services, "readDb">,
  price: Paise,
): Promise<CouponForOne[]> {
  const found = await readDb.execute(sql`
    select code, description, kind, value, min_order, max_discount, first_order_only from coupon
    where listed and active and valid_from <= now() and now() <= valid_to
      and (usage_limit is null or used < usage_limit)`);
  return rows
    .parse(found.rows)
    .map(({ code, description, first_order_only, ...row }) => {
      const rule = {
        kind: row.kind,
        value: row.value,
        minOrder: row.min_order,
        maxDiscount: row.max_discount,
      };
      const usable = price >= rule.minOrder;
      return {
        ...{ code, description, firstOrderOnly: first_order_only, minOrder: rule.minOrder },
        price: usable ? price - couponDiscount(rule, price) : null,
      };
    })
    .sort(
      (one, other) =>
        (one.price ?? Number.MAX_SAFE_INTEGER) - (other.price ?? Number.MAX_SAFE_INTEGER) ||
        one.minOrder - other.minOrder ||
        one.code.localeCompare(other.code, "en"),
    )
    .slice(0, mostShown);
}

const turn = z.object({ turn: z.coerce.date().nullable() });

/** When the next listed coupon begins or ends; null when none does. */
export async function nextCouponChange({ db }: { db: Db }): Promise<Date | null> {
  const { rows: found } = await db.execute(sql`
    select least(min(valid_from) filter (where valid_from > now()), min(valid_to)) as turn
    from coupon where listed and active and valid_to >= now()`);
  return turn.parse(found[0]).turn;
}
