import { z } from "zod";
import type { ProductSummary } from "../catalogue.ts";
import { priceOf } from "../pricing.ts";

const newForDays = 30;
const swatchesShown = 4;

/** Colour families ("blue") and shades by their names in lower case ("sky blue"). */
export type AskedColours = { families: readonly string[]; shades: readonly string[] };

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
});
export type CardRow = z.infer<typeof cardRow>;

/** The percentage of the best offer that runs at this time; null without one. */
export function percentAt({ offers }: Pick<CardRow, "offers">, now: Date): number | null {
  const running = offers.filter(({ from, to }) => from <= now && to >= now);
  return running.length === 0 ? null : Math.max(...running.map(({ percent }) => percent));
}

/** The part of a summary that depends on the time and on the requested colours. */
type CardState = {
  percent: number | null;
  isNew: boolean;
  /** The first two pictures, those in a requested colour first. */
  pictures: CardRow["pictures"];
  /** The colour of the first one, if it was requested. */
  shownColour: string | null;
};

/** In: a row, the current time, and the requested colours, none by default. Their pictures come first. */
export function cardStateAt(row: CardRow, now: Date, colours?: AskedColours): CardState {
  const isAsked = inColours(row, colours);
  const asked = row.pictures.filter(isAsked);
  const others = row.pictures.filter((one) => !isAsked(one));
  return {
    percent: percentAt(row, now),
    isNew: now.getTime() - row.created_at.getTime() < newForDays * 86_400_000,
    pictures: [...asked, ...others].slice(0, 2),
    shownColour: asked[0]?.colour ?? null,
  };
}

/** Whether a picture shows one of these colours. */
function inColours({ variant_summary: variants }: CardRow, colours: AskedColours | undefined) {
  const asked = variants.shades.filter(
    ({ colour, family }) =>
      (family !== null && colours?.families.includes(family)) ||
      colours?.shades.includes(colour.toLowerCase()),
  );
  return (picture: { colour: string | null }) => asked.some(({ colour }) => colour === picture.colour);
}

/** The product summary of a row. In: the result of `cardStateAt`. */
export function toSummary(
  row: CardRow,
  { percent, isNew, pictures, shownColour }: CardState,
): ProductSummary {
  const { shades, stock, toChoose } = row.variant_summary;
  const price = priceOf({ price: row.price, originalPrice: row.original_price }, percent);
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
