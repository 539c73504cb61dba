import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { type CouponInput, couponFields } from "./coupon-form.server.ts";
import { readCouponCode } from "./coupons.server.ts";

export type CouponState = "running" | "coming" | "ended" | "off";
export type CouponRow = CouponInput & { version: number; used: number; state: CouponState };

const paise = z.coerce.number();
const rows = z.array(
  z.object({
    code: z.string(),
    description: z.string(),
    kind: z.enum(["percent", "flat"]),
    value: paise,
    min_order: paise,
    max_discount: paise.nullable(),
    usage_limit: z.number().nullable(),
    per_user_limit: z.number().nullable(),
    first_order_only: z.boolean(),
    valid_from: z.coerce.date(),
    valid_to: z.coerce.date(),
    active: z.boolean(),
    listed: z.boolean(),
    version: z.number(),
    used: z.number(),
    state: z.enum(["running", "coming", "ended", "off"]),
  }),
);
const columns = sql`code, description, kind, value, min_order, max_discount, usage_limit,
  per_user_limit, first_order_only, valid_from, valid_to, active, listed, version, used`;
const stateAt = (at: string) => sql`case when not active then 'off' when valid_to < ${at} then 'ended'
  when valid_from > ${at} then 'coming' else 'running' end`;

/** Coupons, those that end last first. In: words of code or description, a state or "", the page from 1, its size. */
export async function listCoupons(
  { db, clock }: Pick<Services, "db" | "clock">,
  { q, state, page, size }: { q: string; state: CouponState | ""; page: number; size: number },
): Promise<{ coupons: CouponRow[]; more: boolean }> {
  const at = clock.now().toISOString();
  const found = await db.execute(sql`
    select * from (select ${columns}, ${stateAt(at)} as state from coupon) c
    where (${state} = '' or state = ${state})
      and (code ilike search_pattern(${q}) or description ilike search_pattern(${q}))
    order by valid_to desc, code limit ${size + 1} offset ${(page - 1) * size}`);
  const coupons = toCoupons(found.rows);
  return { coupons: coupons.slice(0, size), more: coupons.length > size };
}

/** One coupon by its code, and what it has taken off orders so far (paise); null when there is none. */
export async function couponToEdit(
  { db, clock }: Pick<Services, "db" | "clock">,
  typed: string,
): Promise<(CouponRow & { takenOff: number }) | null> {
  const [coupon] = await one(db, typed, clock.now());
  if (!coupon) return null;
  const { rows: sums } = await db.execute(sql`
    select coalesce(sum(amount), 0) as amount from coupon_use where coupon_code = ${coupon.code}`);
  const [sum] = z.array(z.object({ amount: paise })).parse(sums);
  return { ...coupon, takenOff: sum?.amount ?? 0 };
}

/**
 * Makes a coupon (`code` null) or changes the one of that code, which itself never changes: orders name it. In: who,
 * the coupon as `readCoupon` gives it, the version that was shown. Refused: 'not-found', 'changed-meanwhile',
 * 'code-taken', and 'limit-below-used' when it was used more often than it may be.
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
    const [before] = await one(tx, key, clock.now());
    if (code === null && before) return refused("code-taken");
    if (code !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    if (before && coupon.usageLimit !== null && coupon.usageLimit < before.used)
      return refused("limit-below-used");
    await tx.execute(sql`
      insert into coupon (code, description, kind, value, min_order, max_discount, usage_limit, per_user_limit,
        first_order_only, valid_from, valid_to, active, listed)
      values (${key}, ${coupon.description}, ${coupon.kind}, ${coupon.value}, ${coupon.minOrder},
        ${coupon.maxDiscount}, ${coupon.usageLimit}, ${coupon.perUserLimit}, ${coupon.firstOrderOnly},
        ${coupon.validFrom.toISOString()}, ${coupon.validTo.toISOString()}, ${coupon.active},
        ${coupon.listed})
      on conflict (code) do update set description = excluded.description, kind = excluded.kind,
        value = excluded.value, min_order = excluded.min_order, max_discount = excluded.max_discount,
        usage_limit = excluded.usage_limit, per_user_limit = excluded.per_user_limit,
        first_order_only = excluded.first_order_only, valid_from = excluded.valid_from,
        valid_to = excluded.valid_to, active = excluded.active, listed = excluded.listed, version = coupon.version + 1`);
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

async function one(db: Db, typed: string, now: Date): Promise<CouponRow[]> {
  const found = await db.execute(sql`
    select ${columns}, ${stateAt(now.toISOString())} as state from coupon where code = ${readCouponCode(typed)}`);
  return toCoupons(found.rows);
}

function toCoupons(found: unknown): CouponRow[] {
  return rows.parse(found).map((row) => ({
    code: row.code,
    description: row.description,
    kind: row.kind,
    value: row.value,
    minOrder: row.min_order,
    maxDiscount: row.max_discount,
    usageLimit: row.usage_limit,
    perUserLimit: row.per_user_limit,
    firstOrderOnly: row.first_order_only,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    active: row.active,
    listed: row.listed,
    version: row.version,
    used: row.used,
    state: row.state,
  }));
}
