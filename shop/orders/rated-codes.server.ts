import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { product } from "../catalogue/tables.server.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { hasGstRate } from "../tax/rates.ts";
import { orderLine } from "./tables.server.ts";

/** What decides how goods are taxed: the shop's GSTIN, its own rates, and the time. */
type Taxation = Pick<ShopSettings, "legal" | "taxRates"> & { at: Date };

/** The HSN code of a line when it was ordered, and its product's code now; null: none. */
export type LineCodes = { ordered: string | null; current: string | null };

/**
 * The code by which a line is taxed: the one it was ordered with, unless that has no GST rate and its product's code of
 * today has one, because somebody has corrected the product since.
 */
export function ratedCode(
  { ordered, current }: LineCodes,
  { taxRates, at }: Pick<Taxation, "taxRates" | "at">,
): string | null {
  return hasGstRate(ordered, at, taxRates) || !hasGstRate(current, at, taxRates) ? ordered : current;
}

/** Whether a shop that is registered for GST could not invoice these lines, because one has no rate. */
export function cannotBeInvoiced(lines: readonly LineCodes[], taxation: Taxation): boolean {
  const { legal, taxRates, at } = taxation;
  return legal.gstin !== null && lines.some((line) => !hasGstRate(ratedCode(line, taxation), at, taxRates));
}

/** The codes of an order's lines, by line. */
export async function lineCodes(db: Db, orderId: string): Promise<Map<string, LineCodes>> {
  const rows = await db
    .select({ id: orderLine.id, ordered: orderLine.hsnCode, current: product.hsnCode })
    .from(orderLine)
    .leftJoin(product, eq(product.id, orderLine.productId))
    .where(eq(orderLine.orderId, orderId));
  return new Map(rows.map(({ id, ...codes }) => [id, codes]));
}

/** The codes of all lines of the order `o` of a statement, as JSON: [{"ordered": "6109", "current": "6109"}]. */
export const lineCodesAsJson = sql`(select coalesce(json_agg(json_build_object('ordered', l.hsn_code, 'current', p.hsn_code)), '[]')
  from order_line l left join product p on p.id = l.product_id where l.order_id = o.id)`;
