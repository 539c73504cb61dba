import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { StockRequest } from "../catalogue/stock.server.ts";
import { type Coupon, type CouponRefused, checkCoupon } from "../coupons/coupons.server.ts";
import type { Paise } from "../money.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { type PricedLine, pricedLines, quoteVersion } from "./priced-lines.server.ts";

/** What the cart would cost if it were ordered now. Amounts in paise. */
export type Quote = {
  /** Available lines at current prices; unavailable ones are in `gone`. */
  lines: PricedLine[];
  gone: PricedLine[];
  /** Lines whose price differs from the one last shown: variant id -> that price. */
  priceWas: Record<string, Paise>;
  version: string;
  subtotal: Paise;
  coupon: { code: string; description: string; discount: Paise } | null;
  couponRefused: CouponRefused | null;
  shipping: Paise;
  total: Paise;
};

const lineRow = z.object({
  variant_id: z.string(),
  quantity: z.number(),
  price_seen: z.coerce.number(),
});

/** The checkout summary: a customer's cart at current prices and stock. `couponCode` as typed. Nothing is written. */
export async function quoteCart(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
  couponCode: string | null,
): Promise<Quote> {
  const [stored, { policy }] = await Promise.all([readCart(db, userId), shopSettings({ db })]);
  const all = await pricedLines(db, clock.now(), userId, stored.map(toWanted));
  const lines = all.filter(({ quantity }) => quantity > 0);
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const checked = couponCode ? await checkCoupon(db, userId, couponCode, subtotal) : null;
  const coupon = checked?.ok ? couponShown(checked.value) : null;
  const shipping = policy.deliveryFee;
  const total = subtotal - (coupon?.discount ?? 0) + shipping;
  const seen = new Map(stored.map(({ variant_id, price_seen }) => [variant_id, price_seen]));
  return {
    lines,
    gone: all.filter(({ quantity }) => quantity === 0),
    priceWas: Object.fromEntries(
      lines.flatMap(({ variantId, unit }) => {
        const was = seen.get(variantId);
        return was !== undefined && was !== unit ? [[variantId, was]] : [];
      }),
    ),
    version: quoteVersion(lines, total),
    subtotal,
    coupon,
    couponRefused: checked && !checked.ok ? checked : null,
    shipping,
    total,
  };
}

/** Locks a customer's cart until the transaction ends: of two concurrent orders one finds it empty. */
export async function lockCart(tx: Db, userId: string, lineId?: string): Promise<StockRequest[]> {
  const one = lineId === undefined ? sql`true` : sql`id = ${lineId}`;
  const { rows } = await tx.execute(sql`/* hot */
    select variant_id, quantity, price_seen from cart_line where user_id = ${userId} and ${one}
    order by created_at, id for update`);
  return z.array(lineRow).parse(rows).map(toWanted);
}

/** The same, and empties the cart. */
export async function takeCart(tx: Db, userId: string): Promise<StockRequest[]> {
  const { rows } = await tx.execute(sql`/* hot */
    with taken as (delete from cart_line where user_id = ${userId} returning *)
    select variant_id, quantity, price_seen from taken order by created_at, id`);
  return z.array(lineRow).parse(rows).map(toWanted);
}

async function readCart(db: Db, userId: string) {
  const { rows } = await db.execute(sql`/* hot */
    select variant_id, quantity, price_seen from cart_line where user_id = ${userId} order by created_at, id`);
  return z.array(lineRow).parse(rows);
}

function toWanted({ variant_id, quantity }: z.infer<typeof lineRow>): StockRequest {
  return { variantId: variant_id, quantity };
}

function couponShown({ coupon, discount }: { coupon: Coupon; discount: Paise }) {
  return { code: coupon.code, description: coupon.description, discount };
}
