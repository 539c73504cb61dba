import { count, eq, getTableColumns, sql, sum } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { type CouponInput, couponFields } from "./coupon-form.server.ts";
import { readCouponCode } from "./coupons.server.ts";
import { coupon as couponTable, couponUse } from "./tables.server.ts";

export type CouponState = "running" | "coming" | "ended" | "off";
export type CouponRow = typeof couponTable.$inferSelect & { state: CouponState };

const stateAt = (at: Date) => sql<CouponState>`case when not active then 'off'
  when valid_to < ${at.toISOString()} then 'ended' when valid_from > ${at.toISOString()} then 'coming'
  else 'running' end`;

/** Coupons, latest end first. In: words of code or description, a state or "", the page from 1, its size. */
export async function listCoupons(
  { db, clock }: Pick<Services, "db" | "clock">,
  { q, state, page, size }: { q: string; state: CouponState | ""; page: number; size: number },
): Promise<{ coupons: CouponRow[]; more: boolean }> {
  const stateNow = stateAt(clock.now());
  const coupons = await db
    .select({ ...getTableColumns(couponTable), state: stateNow })
    .from(couponTable)
    .where(sql`(${state} = '' or ${stateNow} = ${state})
      and (code ilike search_pattern(${q}) or description ilike search_pattern(${q}))`)
    .orderBy(sql`valid_to desc, code`)
    .limit(size + 1)
    .offset((page - 1) * size);
  return { coupons: coupons.slice(0, size), more: coupons.length > size };
}

/** How many coupons are in each state. */
export async function couponCounts({
  db,
  clock,
}: Pick<Services, "db" | "clock">): Promise<Record<CouponState, number>> {
  const counts = { running: 0, coming: 0, ended: 0, off: 0 };
  const rows = await db
    .select({ state: stateAt(clock.now()), count: count() })
    .from(couponTable)
    .groupBy(sql`1`);
  for (const row of rows) counts[row.state] = row.count;
  return counts;
}

/** One coupon by its code, and its total discount on orders so far (paise); null when there is none. */
export async function couponToEdit(
  { db, clock }: Pick<Services, "db" | "clock">,
  typed: string,
): Promise<(CouponRow & { takenOff: number }) | null> {
  const coupon = await one(db, typed, clock.now());
  if (!coupon) return null;
  const [taken] = await db
    .select({ off: sum(couponUse.amount).mapWith(Number) })
    .from(couponUse)
    .where(eq(couponUse.couponCode, coupon.code));
  return { ...coupon, takenOff: taken?.off ?? 0 };
}

/**
 * Creates a coupon (`code` null) or changes the one with that code. The code itself never changes, because orders refer
 * to it. In: the actor, the coupon from `readCoupon`, the version that was shown. Refused: 'not-found',
 * 'changed-meanwhile', 'code-taken', and 'limit-below-used' when it was used more often than it may be.
 */
export async function saveCoupon(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    actor,
    code,
    version,
    coupon,
  }: { actor: Actor; code: string | null; version: string; coupon: CouponInput },
): Promise<Done | Refused<"not-found" | "changed-meanwhile" | "code-taken" | "limit-below-used">> {
  return inTransaction(db, async (tx) => {
    const key = code ?? coupon.code;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('coupon'), hashtext(${key}))`);
    await tx.execute(sql`select 1 from coupon where code = ${key} for update`);
    const before = await one(tx, key, clock.now());
    if (code === null && before) return refused("code-taken");
    if (code !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    if (before && coupon.usageLimit !== null && coupon.usageLimit < before.used)
      return refused("limit-below-used");
    await tx
      .insert(couponTable)
      .values({ ...coupon, code: key })
      .onConflictDoUpdate({
        target: couponTable.code,
        set: { ...coupon, code: key, version: sql`${couponTable.version} + 1` },
      });
    await recordAction(tx, {
      actor,
      action: before ? "coupon.update" : "coupon.create",
      subject: { kind: "coupon", id: key, name: key },
      ...(before && { before: couponFields(before) }),
      after: couponFields({ ...coupon, code: key }),
    });
    return done();
  });
}

async function one(db: Db, typed: string, now: Date): Promise<CouponRow | undefined> {
  const [found] = await db
    .select({ ...getTableColumns(couponTable), state: stateAt(now) })
    .from(couponTable)
    .where(sql`code = ${readCouponCode(typed)}`);
  return found;
}
