import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import { announcedCache } from "../../platform/live/announced-cache.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Paise } from "../money.ts";
import { hadFirstOrder } from "./coupons.server.ts";
import { coupon } from "./tables.server.ts";
import { type CouponRule, couponDiscount } from "./totals.ts";

const mostShown = 3;

/** A coupon for one unit of a product. `price`: the discounted price; null below `minOrder`. Amounts in paise. */
export type CouponForOne = {
  code: string;
  description: string;
  firstOrderOnly: boolean;
  minOrder: Paise;
  price: Paise | null;
};

type Ports = Pick<Services, "db" | "live" | "site">;
/** The listed coupons that run or will run. Milliseconds from `readAt` (monotonic) to their beginning and end. */
type Listed = { readAt: number; coupons: Awaited<ReturnType<typeof readListed>> };
const listed = announcedCache<Listed>({ topics: ["coupons"], most: 1 });

/**
 * Up to three coupons that staff list for everybody, that run now by the database's clock (as in `checkCoupon`) and are
 * not used up, for one unit at this price in paise: the largest discounts first, then the lowest minimum. One for
 * first orders is not offered to a customer who has ordered or used such a coupon; the limit per customer is decided in the cart. In: null
 * for a guest, whose page is the same for everybody.
 */
export async function couponsForOne(
  ports: Ports,
  prices: readonly Paise[],
  userId: string | null,
): Promise<Record<Paise, CouponForOne[]>> {
  const found = await listedNow(ports);
  const asksOrders = userId !== null && found.some(({ firstOrderOnly }) => firstOrderOnly);
  const offered =
    asksOrders && (await orderedBefore(ports, userId))
      ? found.filter(({ firstOrderOnly }) => !firstOrderOnly)
      : found;
  return Object.fromEntries(prices.map((price) => [price, bestFor(price, offered)]));
}

/** The coupons that run now. */
async function listedNow(ports: Ports) {
  const found = await listed(ports, "all", async () => ({
    readAt: performance.now(),
    coupons: await readListed(ports),
  }));
  if (!found) return [];
  const now = performance.now() - found.readAt;
  return found.coupons.flatMap(({ beginsIn, endsIn, ...one }) =>
    beginsIn <= now && now <= endsIn ? one : [],
  );
}

async function readListed({ db }: Ports) {
  const { code, description, kind, value, minOrder, maxDiscount, firstOrderOnly } = coupon;
  const millisecondsTo = (time: typeof coupon.validTo) =>
    sql<number>`(extract(epoch from ${time} - now()) * 1000)::float8`;
  return db
    .select({
      code,
      description,
      kind,
      value,
      minOrder,
      maxDiscount,
      firstOrderOnly,
      beginsIn: millisecondsTo(coupon.validFrom),
      endsIn: millisecondsTo(coupon.validTo),
    })
    .from(coupon)
    .where(sql`listed and active and now() <= valid_to and (usage_limit is null or used < usage_limit)`);
}

async function orderedBefore({ db }: Ports, userId: string): Promise<boolean> {
  const { rows } = await hot(db).execute(sql`select ${hadFirstOrder(userId)} as ordered`);
  return orderedRows.parse(rows)[0]?.ordered ?? false;
}

const orderedRows = z.array(z.object({ ordered: z.boolean() }));
function bestFor(price: Paise, found: (Omit<CouponForOne, "price"> & CouponRule)[]): CouponForOne[] {
  return found
    .map(({ kind, value, maxDiscount, ...shown }) => ({
      ...shown,
      price:
        price < shown.minOrder
          ? null
          : price - couponDiscount({ kind, value, maxDiscount, minOrder: shown.minOrder }, price),
    }))
    .sort(
      (one, other) =>
        (one.price ?? Number.MAX_SAFE_INTEGER) - (other.price ?? Number.MAX_SAFE_INTEGER) ||
        one.minOrder - other.minOrder ||
        one.code.localeCompare(other.code, "en"),
    )
    .slice(0, mostShown);
}

/** When the next listed coupon begins or ends; null when none does. */
export async function nextCouponChange({ db }: { db: Db }): Promise<Date | null> {
  const turn = sql`least(min(valid_from) filter (where valid_from > now()), min(valid_to))`;
  const [next] = await db
    .select({ turn: turn.mapWith(coupon.validTo) })
    .from(coupon)
    .where(sql`listed and active and valid_to >= now()`);
  return next?.turn ?? null;
}
