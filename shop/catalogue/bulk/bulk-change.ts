import { z } from "zod";
import { type Paise, percentOf } from "../../money.ts";
import { type ProductStatus, productStatuses } from "../edit/product-draft.ts";
import { paiseFrom, priceFault } from "../edit/rupee-text.ts";

/** How many products one bulk edit may change. */
export const maxBulkProducts = 500;

/** A bulk edit. Percentages are whole numbers from -90 to 500; stock steps apply to every variant. */
export const bulkChangeShape = z.union([
  z.object({ kind: z.literal("price"), price: z.number() }),
  z.object({ kind: z.literal("percent"), percent: z.number() }),
  z.object({ kind: z.literal("stock"), step: z.number() }),
  z.object({ kind: z.literal("status"), status: z.enum(productStatuses) }),
  z.object({ kind: z.enum(["collect", "uncollect"]), slug: z.string() }),
]);
export type BulkChange = z.infer<typeof bulkChangeShape>;

/**
 * A product's price before and after a bulk edit, in paise. `mrp`: what is printed on it, where it is known;
 * `isAboveMrp`: its price or that of a size would be higher. `cost`: what one piece costs the shop, without tax, where
 * it is known and the viewer may see it.
 */
export type PriceStep = {
  id: string;
  name: string;
  before: Paise;
  after: Paise;
  mrp: Paise | null;
  isAboveMrp: boolean;
  cost: Paise | null;
  /** Set when it or one of its sizes would be sold below its cost. */
  belowCost: BelowCost | null;
};

/**
 * The variant that would be sold furthest below its cost: that cost, and what is compared with it: `value`, the new
 * price without tax at `rate` percent; the price as it is when no rate is known (`rate` null).
 */
export type BelowCost = { cost: Paise; value: Paise; rate: number | null };

/** What staff confirm before the prices of many products change. */
export type PricePreview = {
  changed: number;
  /** How many would cost more than their original price (MRP): not allowed on packed goods. */
  aboveMrp: number;
  /** How many would be sold below their cost. */
  belowCost: number;
  /** How many of these have no known GST rate. */
  belowCostWithoutRate: number;
  /** Those above the MRP or below their cost first; at most 50. */
  shown: PriceStep[];
  /** Of the figures shown: when they have changed, it is asked again. */
  version: string;
};

type Product = {
  price: Paise;
  status: ProductStatus;
  collections: string[];
  variants: { id: string; sku: string; price: Paise | null; stock: number; reserved: number }[];
};

type Steps = {
  product: Partial<Product>;
  stock: { variantId: string; sku: string; delta: number }[];
  /** What changed, for the audit log. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/**
 * Reads a bulk form. In: its "intent" ("status:active", "collect:men", "price", "percent", "stock") and its "value".
 * Out: the change, or null for an invalid form.
 */
export function readBulkChange(intent: string, value: string): BulkChange | null {
  const [kind = "", of = ""] = intent.split(":");
  const number = /^[+-]?\d{1,6}$/.test(value.trim()) ? Number(value) : null;
  if (kind === "price") {
    const price = paiseFrom(value);
    return price === null ? null : { kind, price };
  }
  if (kind === "percent")
    return number !== null && number !== 0 && number >= -90 && number <= 500
      ? { kind, percent: number }
      : null;
  if (kind === "stock") return number !== null && number !== 0 ? { kind, step: number } : null;
  if (kind === "status") {
    const status = productStatuses.find((one) => one === of);
    return status ? { kind, status } : null;
  }
  return (kind === "collect" || kind === "uncollect") && of !== "" ? { kind, slug: of } : null;
}

/** What is wrong with the value of a change that `readBulkChange` does not take; null when it is not the value. */
export function bulkValueFault(intent: string, value: string): string | null {
  if (intent === "price") return priceFault(value);
  if (intent === "percent") return "A whole number from -90 to 500, and not 0, such as -10.";
  return intent === "stock" ? "A whole number such as 5 or -2." : null;
}

/**
 * The effect of a bulk edit on one product; null when it changes nothing. A percentage price is rounded to whole
 * rupees.
 */
export function stepsOf(product: Product, change: BulkChange): Steps | null {
  if (change.kind === "stock") {
    const stock = product.variants
      .map(({ id, sku, stock: now, reserved }) => ({
        variantId: id,
        sku,
        delta: Math.max(change.step, reserved - now),
      }))
      .filter(({ delta }) => delta !== 0);
    return stock.length === 0
      ? null
      : { product: {}, stock, before: {}, after: { stock: stock.map(({ sku, delta }) => ({ sku, delta })) } };
  }
  const after = changedFields(product, change);
  const names = Object.keys(after);
  const before = Object.fromEntries(Object.entries(product).filter(([name]) => names.includes(name)));
  if (JSON.stringify(before) === JSON.stringify(sorted(product, after))) return null;
  return { product: after, stock: [], before, after };
}

/** In the order in which the product stores them, so that the two can be compared. */
function sorted(product: Product, after: Partial<Product>): Record<string, unknown> {
  const changed = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.keys(product).flatMap((name) => (changed.has(name) ? [[name, changed.get(name)]] : [])),
  );
}

function changedFields(product: Product, change: Exclude<BulkChange, { kind: "stock" }>): Partial<Product> {
  if (change.kind === "price") return { price: change.price };
  if (change.kind === "status") return { status: change.status };
  if (change.kind === "percent") {
    const moved = (price: Paise) => Math.max(100, percentOf(price, 100 + change.percent, 100));
    return {
      price: moved(product.price),
      variants: product.variants.map((one) => ({
        ...one,
        price: one.price === null ? null : moved(one.price),
      })),
    };
  }
  const others = product.collections.filter((slug) => slug !== change.slug);
  return { collections: change.kind === "collect" ? [...others, change.slug].sort() : others };
}
