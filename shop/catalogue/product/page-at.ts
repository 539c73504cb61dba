import { z } from "zod";
import { cardRow, cardStateAt, newForDays, toSummary } from "../cards/card.ts";
import type { Colour } from "../catalogue.ts";
import { detailsOf } from "../details.ts";
import { productStatuses } from "../edit/product-draft.ts";
import { attributeFields } from "../kinds/attribute-sets.ts";
import { measures, ownMeasures } from "../kinds/measures.ts";
import { guideRows, ownSizeGuide, sizeGuideFor } from "../kinds/size-guide.ts";
import { bySizeIn, orderOfScales } from "../kinds/sizes.ts";
import { priceOf } from "../pricing.ts";
import type { ProductPage } from "../product.ts";

const dayMs = 86_400_000;
const daysCompared = 30;

/** A row of the product page: everything that it shows, independent of the time and of the viewer. */
export const pageRow = cardRow.extend({
  status: z.enum(productStatuses),
  description: z.string(),
  material: z.string().nullable(),
  wash_care: z.string().nullable(),
  country_of_origin: z.string().nullable(),
  category_slug: z.string().nullable(),
  kind: z.string().nullable(),
  fields: attributeFields.nullable(),
  /** The sizes of all scales in their order, its own first. */
  scales: z.array(z.array(z.string())),
  /** The nearest size guide of the owner. */
  guide: z
    .object({ note: z.string(), unit: z.enum(["cm", "in"]), columns: z.array(z.string()), rows: guideRows })
    .nullable(),
  data: z.record(z.string(), z.unknown()),
  collections: z.array(z.object({ slug: z.string(), name: z.string() })),
  variants: z.array(
    z.object({
      id: z.string(),
      size: z.string().nullable(),
      colour: z.string().nullable(),
      hex: z.string().nullable(),
      sku: z.string(),
      stock: z.number(),
      price: z.number().nullable(),
    }),
  ),
  measures: z.array(z.object({ size: z.string(), measure: z.enum(measures), millimetres: z.number() })),
  /** Those that run, will run or ended in the last 30 days: the largest first, of equal ones that which ends last. */
  titled_offers: z.array(
    z.object({ title: z.string(), percent: z.number(), from: z.coerce.date(), to: z.coerce.date() }),
  ),
  /** The prices in force in the last 30 days. Without a variant: the product's. `until` null: still in force. */
  price_history: z.array(
    z.object({ variant: z.string().nullable(), price: z.number(), until: z.coerce.date().nullable() }),
  ),
});

export type PageRow = z.infer<typeof pageRow>;

/** From when on prices and offers count for the lowest price of the last 30 days. */
export function comparedSince(now: Date): Date {
  return new Date(now.getTime() - daysCompared * dayMs);
}

/**
 * The next time after `now`, in milliseconds, at which the page of this row changes by itself: an offer begins or ends,
 * an offer or a price is 30 days over, or the product is no longer new. Infinity: never.
 */
export function nextTurn(row: PageRow, now: Date): number {
  const comparedMs = daysCompared * dayMs;
  const turns = [
    row.created_at.getTime() + newForDays * dayMs,
    // An offer runs to the end of its last millisecond.
    ...row.titled_offers.flatMap(({ from, to }) => [
      from.getTime(),
      to.getTime() + 1,
      to.getTime() + 1 + comparedMs,
    ]),
    ...row.price_history.flatMap(({ until }) => (until ? [until.getTime() + comparedMs] : [])),
  ];
  return Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > now.getTime()));
}

/**
 * The page of a row at a time. In: a row read in the 30 days before; its collections in the order of the page, the
 * breadcrumb's first.
 */
export function pageAt(row: PageRow, collections: PageRow["collections"], now: Date): ProductPage {
  const state = cardStateAt(row, now);
  const { percent } = state;
  const past = lowestFacts(row, now);
  const isComparable = hasPriceBefore(row, now);
  const offer = row.titled_offers.find(({ from, to }) => from <= now && to >= now);
  const sizes = [...new Set(row.variants.flatMap(({ size }) => size ?? []))].sort(
    bySizeIn(orderOfScales(row.scales)),
  );
  const shades = new Map(
    row.variants.flatMap(({ colour, hex }) => (colour && hex ? [[colour, { name: colour, hex }]] : [])),
  );
  const common = { material: row.material, washCare: row.wash_care, countryOfOrigin: row.country_of_origin };
  const { data: gender } = z.enum(["men", "women", "unisex"]).safeParse(row.data.gender);
  const { secondPicture, swatches, toChoose, ...card } = toSummary(row, state);
  return {
    ...card,
    status: row.status,
    description: row.description,
    kind: row.kind,
    categorySlug: row.category_slug,
    collection: collections[0] ?? null,
    collections: collections.map(({ slug }) => slug),
    pictures: row.pictures,
    variants: row.variants.map(({ id, size, colour, sku, stock, price: own }) => {
      const price = priceOf({ price: own ?? row.price, originalPrice: row.original_price }, percent);
      const lowest =
        price.struck === null || !isComparable ? null : lowestOf(row, past, { id, own, paid: price.paid });
      return { id, size, colour: shades.get(colour ?? "") ?? null, sku, stock, price, lowest };
    }),
    sizes,
    colours: [...shades.values()] satisfies Colour[],
    details: detailsOf(row.fields, row.data, common),
    sizeGuide:
      (row.guide && ownSizeGuide(row.guide, sizes)) ??
      sizeGuideFor(row.kind, { category: row.category_slug, gender: gender ?? "unisex", sizes }),
    measures: ownMeasures(sizes, row.measures),
    offer:
      offer && makesPrice(row, percent)
        ? { title: offer.title, percent: offer.percent, validTo: offer.to.toISOString() }
        : null,
  };
}

/** The lowest prices of the last 30 days, by variant (null: the product's), and the highest percentage of an offer. */
type LowestFacts = { prices: ReadonlyMap<string | null, number>; percent: number | null };

function lowestFacts({ price_history: history, titled_offers: offers }: PageRow, now: Date): LowestFacts {
  const since = comparedSince(now);
  const prices = new Map<string | null, number>();
  for (const { variant, price, until } of history) {
    if (until === null || until > since) prices.set(variant, Math.min(price, prices.get(variant) ?? price));
  }
  const percents = offers.flatMap(({ percent, from, to }) => (from <= now && to >= since ? percent : []));
  return { prices, percent: percents.length === 0 ? null : Math.max(...percents) };
}

/**
 * Whether there is a price before to compare with: the product is that old, or it had another price, or an offer after
 * its beginning.
 */
function hasPriceBefore(row: PageRow, now: Date): boolean {
  const since = comparedSince(now);
  if (row.created_at <= since) return true;
  const counted = row.price_history.filter(({ until }) => until === null || until > since);
  return (
    counted.some(({ variant, price }) =>
      counted.some((other) => other.variant === variant && other.price !== price),
    ) || row.titled_offers.some(({ from, to }) => from > row.created_at && from <= now && to >= since)
  );
}

/** The lowest price of a variant in the last 30 days. The product's prices count where it has none of its own. */
function lowestOf(
  { price, original_price: originalPrice }: PageRow,
  { prices, percent }: LowestFacts,
  { id, own, paid }: { id: string; own: number | null; paid: number },
): number {
  const inOffer = priceOf({ price: own ?? price, originalPrice }, percent).paid;
  const ofProduct = own === null ? prices.get(null) : undefined;
  return Math.min(paid, inOffer, prices.get(id) ?? paid, ofProduct ?? paid);
}

/** Whether the running offer determines the price: the price may be lower than the offer's. */
function makesPrice({ price, original_price: originalPrice, variants }: PageRow, percent: number | null) {
  return [price, ...variants.map((variant) => variant.price ?? price)].some((one) => {
    const full = originalPrice ?? one;
    return priceOf({ price: full, originalPrice: full }, percent).paid <= one;
  });
}
