import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/database.server.ts";
import type { Paise } from "../money.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { coupon as couponTable, couponUse } from "./tables.server.ts";
import { type CouponRule, couponDiscount } from "./totals.ts";

export type CouponRefusal =
  | "coupon-unknown"
  | "coupon-over"
  | "coupon-used-up"
  | "coupon-used-by-you"
  | "coupon-first-order"
  | "coupon-minimum";

/** Why a coupon is refused; with "coupon-minimum" the minimum subtotal in paise. */
export type CouponRefused = Refused<CouponRefusal> & { minimum?: Paise };

export type Coupon = CouponRule & { code: string; description: string };

/** Normalises a code: upper case, no spaces. Null for an invalid code. */
export function readCouponCode(typed: string): string | null {
  const code = typed.replace(/\s/g, "").toUpperCase();
  return /^[A-Z0-9]{3,24}$/.test(code) ? code : null;
}

/**
 * Whether a customer may use a coupon on a subtotal, and its discount in paise. Nothing is used up yet. Refused:
 * unknown, not running, used up by all or by this customer, for first orders only, below its minimum.
 */
export async function checkCoupon(
  db: Db,
  userId: string,
  typed: string,
  subtotal: Paise,
): Promise<Done<{ coupon: Coupon; discount: Paise }> | CouponRefused> {
  const code = readCouponCode(typed);
  if (code === null) return refused("coupon-unknown");
  const [found] = await readCoupons(db, userId, sql`c.code = ${code}`);
  return found ? judgeCoupon(found, subtotal) : refused("coupon-unknown");
}

/** A coupon with its use by one customer. */
export type CouponStanding = Awaited<ReturnType<typeof readCoupons>>[number];

const c = alias(couponTable, "c");
const { code, description, kind, value, minOrder, maxDiscount } = c;

/** Whether a customer uses any coupon for first orders in an order, also in one that waits for its payment. */
function usedForFirst(userId: string): SQL {
  return sql`exists (select from coupon_use u join coupon f on f.code = u.coupon_code
    where u.user_id = ${userId} and f.first_order_only)`;
}

/**
 * Whether a coupon for first orders comes too late for a customer: they have an order that is placed, not cancelled and
 * no online one that waits for its payment, or one with such a coupon.
 */
export function hadFirstOrder(userId: string): SQL {
  return sql`(exists (select from orders o where o.user_id = ${userId} and o.placed_at is not null
    and o.status <> 'cancelled' and not (o.method = 'online' and o.payment_status in ('pending', 'failed')))
    or ${usedForFirst(userId)})`;
}

/** The coupons that match a condition on `c`, with their use by a customer. */
export async function readCoupons(db: Db, userId: string, where: SQL) {
  return db
    .select({
      coupon: { code, description, kind, value, minOrder, maxDiscount },
      runs: sql<boolean>`c.active and c.valid_from <= now() and now() <= c.valid_to`,
      left: sql<boolean>`c.usage_limit is null or c.used < c.usage_limit`,
      mineLeft: sql<boolean>`c.per_user_limit is null or c.per_user_limit > (select count(*) from coupon_use u
        where u.coupon_code = c.code and u.user_id = ${userId})`,
      firstOnly: c.firstOrderOnly,
      hasOrders: sql<boolean>`${hadFirstOrder(userId)}`,
    })
    .from(c)
    .where(where)
    .orderBy(code);
}

/** The same check for a coupon that was already read. In: the subtotal in paise. Refused: as `checkCoupon`. */
export function judgeCoupon(
  found: CouponStanding,
  subtotal: Paise,
): Done<{ coupon: Coupon; discount: Paise }> | CouponRefused {
  if (!found.runs) return refused("coupon-over");
  if (!found.left) return refused("coupon-used-up");
  if (!found.mineLeft) return refused("coupon-used-by-you");
  if (found.firstOnly && found.hasOrders) return refused("coupon-first-order");
  const { coupon } = found;
  if (subtotal < coupon.minOrder) return { ...refused("coupon-minimum"), minimum: coupon.minOrder };
  return done({ coupon, discount: couponDiscount(coupon, subtotal) });
}

/**
 * Locks a coupon's row until the transaction ends, so that its limits hold under concurrency. One for first orders
 * besides for its customer, who may have another such coupon.
 */
async function lockCoupon(tx: Db, userId: string, code: string | null): Promise<void> {
  const { rows } = await tx.execute(sql`
    select first_order_only as "isFirst" from coupon where code = ${code} for no key update`);
  if (rows[0]?.isFirst === true)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`first order ${userId}`}))`);
}

/** Uses a coupon in the order's transaction: locks it first, then checks it again. */
export async function consumeCoupon(
  tx: Db,
  userId: string,
  typed: string,
  subtotal: Paise,
): Promise<Done<{ coupon: Coupon; discount: Paise }> | CouponRefused> {
  await lockCoupon(tx, userId, readCouponCode(typed));
  const checked = await checkCoupon(tx, userId, typed, subtotal);
  if (checked.ok)
    await tx.execute(sql`update coupon set used = used + 1 where code = ${checked.value.coupon.code}`);
  return checked;
}

/** Records which order used it. */
export async function recordCouponUse(
  tx: Db,
  use: { code: string; orderId: string; userId: string; amount: Paise },
): Promise<void> {
  await tx.insert(couponUse).values({ couponCode: use.code, ...use });
}

/**
 * Brings an order's use of its coupon, and what it takes off, to what it should be; idempotent. Limits are not checked,
 * because the order has its price already. In: a transaction that has locked the order; variants are locked after this.
 */
export async function postCouponUse(
  tx: Db,
  use: { code: string; orderId: string; userId: string; amount: Paise },
  used: boolean,
): Promise<void> {
  await tx.execute(
    used
      ? sql`
        with changed as (
          update coupon_use set amount = ${use.amount} where order_id = ${use.orderId} and amount <> ${use.amount}),
        added as (
          insert into coupon_use (coupon_code, order_id, user_id, amount)
          select code, ${use.orderId}, ${use.userId}, ${use.amount} from coupon where code = ${use.code}
          on conflict do nothing returning coupon_code)
        update coupon c set used = used + 1 from added a where c.code = a.coupon_code`
      : sql`
        with freed as (delete from coupon_use where order_id = ${use.orderId} returning coupon_code)
        update coupon c set used = used - 1 from freed f where c.code = f.coupon_code`,
  );
}

/**
 * Whether an order whose coupon use was released may have it again, before a late payment. In: a transaction. Out:
 * false when the coupon was used up in between, by all or by this customer.
 */
export async function isCouponAvailable(
  tx: Db,
  { code, orderId, userId }: { code: string; orderId: string; userId: string },
): Promise<boolean> {
  await lockCoupon(tx, userId, code);
  const { rows } = await tx.execute(sql`
    select 1 from coupon c where c.code = ${code}
      and not exists (select from coupon_use u where u.order_id = ${orderId})
      and (c.used >= c.usage_limit or (c.first_order_only and ${usedForFirst(userId)})
        or (select count(*) from coupon_use u where u.coupon_code = c.code and u.user_id = ${userId})
          >= c.per_user_limit)`);
  return rows.length === 0;
}

/**
 * Those of these codes, as typed, with which nobody can order now: there is no such coupon, or it is off, not begun, over
 * or used up. No query for none.
 */
export async function idleCoupons(
  { db, clock }: { db: Db; clock: Clock },
  typed: readonly string[],
): Promise<ReadonlySet<string>> {
  const codes = new Map(typed.map((one) => [one, readCouponCode(one)]));
  const asked = [...codes.values()].filter((one) => one !== null);
  const now = clock.now().toISOString();
  const { rows } =
    asked.length === 0
      ? { rows: [] }
      : await db.execute<{ code: string }>(sql`
          select code from coupon where code = any(${sql.param(asked)}::text[])
            and active and valid_from <= ${now} and valid_to >= ${now} and (usage_limit is null or used < usage_limit)`);
  const usable = new Set(rows.map(({ code }) => code));
  return new Set(typed.filter((one) => one !== "" && !usable.has(codes.get(one) ?? "")));
}
