import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import { maxPerLine } from "../cart/cart.ts";
import { pictureShape } from "../catalogue/cards/card.ts";
import { runningOffer, variantPicture } from "../catalogue/cards/read-cards.server.ts";
import { priceOf } from "../catalogue/pricing.ts";
import type { StockRequest } from "../catalogue/stock.server.ts";
import type { Paise } from "../money.ts";
import type { NewLine } from "../orders/insert-order.server.ts";

const row = z.object({
  variantId: z.string(),
  productId: z.string(),
  asked: z.number(),
  isActive: z.boolean(),
  available: z.number(),
  name: z.string(),
  slug: z.string(),
  sku: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  hsnCode: z.string().nullable(),
  price: z.coerce.number(),
  originalPrice: z.coerce.number().nullable(),
  percent: z.number().nullable(),
  picture: pictureShape.nullable(),
});
const pricedRows = z.array(row);

/** A line with its current price and stock. `isActive`: the product is in the shop. `short`: less than requested is available. */
export type PricedLine = NewLine & { asked: number; isActive: boolean; short: boolean };

/**
 * Requested units as order lines at current prices, clamped to min(stock, 10). In: the time, the customer, and variants
 * with quantities; null for nobody's account. Units in the customer's own prepared order count as available. Out: in
 * the same order; unavailable lines have quantity 0.
 */
export async function pricedLines(
  db: Db,
  now: Date,
  userId: string | null,
  wanted: StockRequest[],
): Promise<PricedLine[]> {
  if (wanted.length === 0) return [];
  const ids = sql.param(wanted.map(({ variantId }) => variantId));
  const quantities = sql.param(wanted.map(({ quantity }) => quantity));
  const { rows } = await hot(db).execute(sql`
    select v.id as "variantId", p.id as "productId", w.asked, p.status = 'active' as "isActive",
      case when p.status = 'active' then v.stock - v.reserved + ${preparedBy(userId)} else 0 end as available,
      p.name, p.slug, v.sku, v.size, v.colour, p.hsn_code as "hsnCode",
      coalesce(v.price, p.price) as price, p.original_price as "originalPrice", r.percent,
      ${variantPicture} as picture
    from unnest(${ids}::uuid[], ${quantities}::integer[]) with ordinality w (variant_id, asked, position)
    join variant v on v.id = w.variant_id
    join product p on p.id = v.product_id
    left join lateral (${runningOffer(now, sql`p.id`)}) r on true
    order by w.position`);
  return pricedRows.parse(rows).map(toLine);
}

/** Units of the variant `v` in prepared orders of this customer. */
function preparedBy(userId: string | null) {
  return sql`coalesce((select sum(h.quantity) from reservation h join orders o on o.id = h.order_id
    where h.variant_id = v.id and h.state = 'active' and o.user_id = ${userId} and o.placed_at is null), 0)::integer`;
}

function toLine({ price, originalPrice, percent, available, ...line }: z.infer<typeof row>): PricedLine {
  const { paid, struck } = priceOf({ price, originalPrice }, percent);
  const quantity = Math.max(0, Math.min(line.asked, maxPerLine, available));
  return {
    ...line,
    unit: paid,
    struck,
    offerPercent: percent,
    quantity,
    total: paid * quantity,
    discount: 0,
    short: available < line.asked,
  };
}

/**
 * The version of a quote: a hash of the lines and their prices, and the total in paise. The browser sends it back;
 * the charge is what was shown, or the buyer is asked again (`isSameQuote`, `quotedTotal`).
 */
export function quoteVersion(lines: PricedLine[], total: Paise): string {
  return `${hashOf(lines)}.${total}`;
}

/** Whether two versions have the same lines at the same prices. */
export function isSameQuote(version: string, lines: PricedLine[]): boolean {
  return version.split(".")[0] === hashOf(lines);
}

/** The total in a version, in paise; 0 for a version without one, so that nothing may be charged for it. */
export function quotedTotal(version: string): Paise {
  const [, total = ""] = version.split(".");
  return /^\d{1,12}$/.test(total) ? Number(total) : 0;
}

function hashOf(lines: PricedLine[]): string {
  const seen = lines.map(({ variantId, quantity, unit }) => `${variantId} ${quantity} ${unit}`).join("\n");
  return createHash("sha256").update(seen).digest("base64url").slice(0, 22);
}
