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

/** A row of `cardColumns`: all that a card shows, whatever the time and the colours asked for. */
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
  shades: z.array(z.object({ colour: z.string(), family: z.string().nullable(), hex: z.string() })),
  stock: z.number(),
  to_choose: z.boolean(),
});
export type CardRow = z.infer<typeof cardRow>;

/** The percent of the best offer that runs at this time; null without one. */
export function percentAt({ offers }: Pick<CardRow, "offers">, now: Date): number | null {
  const running = offers.filter(({ from, to }) => from <= now && to >= now);
  return running.length === 0 ? null : Math.max(...running.map(({ percent }) => percent));
}

/**
 * The product summary of a row at this time. `colours`: those that were asked for; the first picture in one of them
 * goes before the others.
 */
export function toSummary(row: CardRow, now: Date, colours?: AskedColours): ProductSummary {
  const price = priceOf({ price: row.price, originalPrice: row.original_price }, percentAt(row, now));
  const [picture, second] = firstPictures(row, colours);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    category: row.category,
    price,
    picture: picture?.shown ?? null,
    secondPicture: second?.shown ?? null,
    shownColour: picture?.asked ? picture.colour : null,
    rating: row.rating,
    reviewCount: row.review_count,
    colourCount: new Set(row.shades.map(({ colour }) => colour)).size,
    swatches: row.shades.slice(0, swatchesShown).map(({ hex }) => hex),
    toChoose: row.to_choose,
    stock: row.stock,
    isNew: now.getTime() - row.created_at.getTime() < newForDays * 86_400_000,
    isSale: price.struck !== null,
  };
}

/** The first two pictures, those in an asked colour before the others. */
function firstPictures({ pictures, shades }: CardRow, colours: AskedColours | undefined) {
  const inColour = new Set(
    colours &&
      shades.flatMap(({ colour, family }) =>
        (family !== null && colours.families.includes(family)) ||
        colours.shades.includes(colour.toLowerCase())
          ? colour
          : [],
      ),
  );
  return pictures
    .map(({ colour, ...shown }) => ({ shown, colour, asked: colour !== null && inColour.has(colour) }))
    .sort((one, other) => Number(other.asked) - Number(one.asked))
    .slice(0, 2);
}
