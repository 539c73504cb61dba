import { z } from "zod";
import type { ProductSummary } from "../catalogue.ts";
import { anyVariant, cheapestAsked, priceOf, type VariantFilters } from "../pricing.ts";

/** How long a product is new. */
export const newForDays = 30;
const swatchesShown = 4;

/** The filters of a list, and the searched shades by their names in lower case ("sky blue"). */
export type AskedInList = { filters: VariantFilters; shades: readonly string[] };

/** A picture with its alt text, as the query builds it (`pictureJson`). */
export const pictureShape = z.object({
  key: z.string(),
  width: z.number(),
  height: z.number(),
  tint: z.string(),
  alt: z.string(),
});

/** A row of `cardColumns`: everything a card shows, independent of the time and of the requested colours. */
export const cardRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  category: z.string().nullable(),
  price: z.coerce.number(),
  original_price: z.coerce.number().nullable(),
  offers: z.array(z.object({ percent: z.number(), from: z.coerce.date(), to: z.coerce.date() })),
  rating: z.coerce.number().nullable(),
  review_count: z.number(),
  created_at: z.coerce.date(),
  pictures: z.array(pictureShape.extend({ colour: z.string().nullable() })),
  variant_summary: z.object({
    shades: z.array(z.object({ colour: z.string(), family: z.string().nullable(), hex: z.string() })),
    stock: z.number(),
    toChoose: z.boolean(),
  }),
  /** All variants, when one of them has its own price; `colour` is the family. */
  own_prices: z
    .array(
      z.object({
        size: z.string().nullable(),
        colour: z.string().nullable(),
        shade: z.string().nullable(),
        inStock: z.boolean(),
        price: z.number().nullable(),
      }),
    )
    .nullable(),
});
export type CardRow = z.infer<typeof cardRow>;

/** The percentage of the best offer that runs at this time; null without one. */
function percentAt({ offers }: Pick<CardRow, "offers">, now: Date): number | null {
  const running = offers.filter(({ from, to }) => from <= now && to >= now);
  return running.length === 0 ? null : Math.max(...running.map(({ percent }) => percent));
}

/** The part of a summary that depends on the time and on the filters of the list. */
type CardState = Pick<ProductSummary, "price" | "pricesDiffer" | "variantShown"> & {
  percent: number | null;
  isNew: boolean;
  /** The first two pictures, those in a requested colour first. */
  pictures: CardRow["pictures"];
  /** The colour of the first one, if it was requested. */
  shownColour: string | null;
};

/**
 * In: a row, the current time, and what the list asks for, nothing by default. Pictures in a requested colour come
 * first; the price is the lowest of the variants that fit.
 */
export function cardStateAt(row: CardRow, now: Date, asked?: AskedInList): CardState {
  const isAsked = inColours(row, asked);
  const inColour = row.pictures.filter(isAsked);
  const others = row.pictures.filter((one) => !isAsked(one));
  const percent = percentAt(row, now);
  return {
    percent,
    ...priceShown(row, percent, asked?.filters ?? anyVariant),
    isNew: now.getTime() - row.created_at.getTime() < newForDays * 86_400_000,
    pictures: [...inColour, ...others].slice(0, 2),
    shownColour: inColour[0]?.colour ?? null,
  };
}

function priceShown(
  { price, original_price: originalPrice, own_prices: own }: CardRow,
  percent: number | null,
  filters: VariantFilters,
): Pick<CardState, "price" | "pricesDiffer" | "variantShown"> {
  const priced = own?.map((one) => ({
    ...one,
    price: priceOf({ price: one.price ?? price, originalPrice }, percent),
  }));
  const cheapest = priced && cheapestAsked(priced, anyVariant);
  if (!priced || !cheapest)
    return { price: priceOf({ price, originalPrice }, percent), pricesDiffer: false, variantShown: null };
  // The list may be older than the row: then no variant fits.
  const { variant, pricesDiffer } = cheapestAsked(priced, filters) ?? cheapest;
  const isCheapest = variant.price.paid === cheapest.variant.price.paid;
  return {
    price: variant.price,
    pricesDiffer,
    variantShown: isCheapest ? null : { size: variant.size, colour: variant.shade },
  };
}

/** Whether a picture shows one of these colours. */
function inColours({ variant_summary: variants }: CardRow, asked: AskedInList | undefined) {
  const shades = variants.shades.filter(
    ({ colour, family }) =>
      (family !== null && asked?.filters.colours.includes(family)) ||
      asked?.shades.includes(colour.toLowerCase()),
  );
  return (picture: { colour: string | null }) => shades.some(({ colour }) => colour === picture.colour);
}

/** The product summary of a row. In: the result of `cardStateAt`. */
export function toSummary(
  row: CardRow,
  { isNew, price, pricesDiffer, variantShown, pictures, shownColour }: CardState,
): ProductSummary {
  const { shades, stock, toChoose } = row.variant_summary;
  const [picture = null, second = null] = pictures.map(({ key, width, height, tint }) => ({
    key,
    width,
    height,
    tint,
  }));
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    category: row.category,
    price,
    pricesDiffer,
    variantShown,
    picture,
    secondPicture: second,
    shownColour,
    rating: row.rating,
    reviewCount: row.review_count,
    colourCount: new Set(shades.map(({ colour }) => colour)).size,
    swatches: shades.slice(0, swatchesShown).map(({ hex }) => hex),
    toChoose,
    stock,
    isNew,
    isSale: price.struck !== null,
  };
}
