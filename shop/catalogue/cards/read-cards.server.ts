import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { ProductSummary } from "../catalogue.ts";
import { priceOf } from "../pricing.ts";

const newForDays = 30;

/** The best running offer of each product. In: the time now. Out: rows (product_id, percent). */
export function runningOffers(now: Date): SQL {
  return sql`
    select op.product_id, max(o.discount_percent) as percent
    from offer o join offer_product op on op.offer_id = o.id
    where o.valid_from <= ${now} and o.valid_to >= ${now}
    group by op.product_id`;
}

/**
 * The MRP of the product `p`, else its price, less a percentage, in paise and rounded to rupees. The same rule as
 * priceOf in ../pricing.ts, needed here to filter and sort; a test compares the two.
 */
export const offerPrice = (percent: SQL) =>
  sql`floor(coalesce(p.original_price, p.price) * (100 - ${percent}) / 10000.0 + 0.5)::bigint * 100`;

/** What is paid for the product `p` with the running offer `r`, in paise. */
export const paidPrice = sql`least(p.price, coalesce(${offerPrice(sql`r.percent`)}, p.price))`;

/** Colour families ("blue") and shades by their names in lower case ("sky blue"). */
export type AskedColours = { families: string[]; shades: string[] };
const noColours: AskedColours = { families: [], shades: [] };

/** A picture with its alt text, as JSON. The aliases `k` (picture) and `pp` (product_picture) must be in scope. */
export const pictureJson = sql.raw(
  "json_build_object('key', k.key, 'width', k.width, 'height', k.height, 'tint', k.tint, 'alt', pp.alt)",
);

export const pictureShape = z.object({
  key: z.string(),
  width: z.number(),
  height: z.number(),
  tint: z.string(),
  alt: z.string(),
});

export const cardRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  category: z.string().nullable(),
  price: z.coerce.number(),
  original_price: z.coerce.number().nullable(),
  percent: z.number().nullable(),
  rating: z.coerce.number().nullable(),
  review_count: z.number(),
  created_at: z.coerce.date(),
  card_pictures: z.array(pictureShape),
  shown_colour: z.string().nullable(),
  stock: z.number(),
  colour_count: z.number(),
  swatches: z.array(z.string()),
  to_choose: z.boolean(),
});

const swatchesShown = 4;

/**
 * The columns of a card, for a select from `product p left join running r left join category c`. In: the colour
 * families and shades that were asked for; a product's first picture in one of them goes before its others.
 */
export function cardColumns({ families, shades }: AskedColours = noColours): SQL {
  const inColour = sql`exists (select from variant v where v.product_id = p.id and v.colour = pp.colour
    and (v.colour_family = any(${sql.param(families)}::text[]) or lower(v.colour) = any(${sql.param(shades)}::text[])))`;
  const filtered = families.length + shades.length > 0;
  return sql`
  p.id, p.slug, p.name, p.brand, c.name as category, p.price, p.original_price, r.percent,
  p.rating, p.review_count, p.created_at,
  array(select ${pictureJson} from product_picture pp join picture k on k.key = pp.picture_key
    where pp.product_id = p.id order by ${filtered ? sql`${inColour} desc, ` : sql``}pp.position limit 2)
    as card_pictures,
  ${
    filtered
      ? sql`(select pp.colour from product_picture pp where pp.product_id = p.id and ${inColour}
          order by pp.position limit 1)`
      : sql`null::text`
  } as shown_colour,
  (select coalesce(sum(v.stock - v.held), 0)::integer from variant v where v.product_id = p.id) as stock,
  (select count(distinct v.colour)::integer from variant v where v.product_id = p.id) as colour_count,
  array(select v.colour_hex from variant v where v.product_id = p.id and v.colour is not null
    group by v.colour, v.colour_hex order by min(v.position), v.colour limit ${swatchesShown}) as swatches,
  (select coalesce(bool_or(v.size is not null), false)
      or count(distinct v.colour) filter (where v.stock > v.held) > 1
    from variant v where v.product_id = p.id) as to_choose`;
}

/** The product summary of a row of `cardColumns`. In: the row, the time now. */
export function toSummary(row: z.infer<typeof cardRow>, now: Date): ProductSummary {
  const price = priceOf({ price: row.price, originalPrice: row.original_price }, row.percent);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    category: row.category,
    price,
    picture: row.card_pictures[0] ?? null,
    secondPicture: row.card_pictures[1] ?? null,
    shownColour: row.shown_colour,
    rating: row.rating,
    reviewCount: row.review_count,
    colourCount: row.colour_count,
    swatches: row.swatches,
    toChoose: row.to_choose,
    stock: row.stock,
    isNew: now.getTime() - row.created_at.getTime() < newForDays * 86_400_000,
    isSale: price.struck !== null,
  };
}

/**
 * Product summaries. In: the time now, a condition on `p` (product), `r` (running offer) and `c` (category), the sort
 * order and the limit.
 */
export async function readProductSummaries(
  db: Db,
  now: Date,
  { where, order, limit }: { where: SQL; order: SQL; limit: number },
): Promise<ProductSummary[]> {
  const { rows } = await db.execute(sql`
    with running as (${runningOffers(now)})
    select ${cardColumns()}
    from product p
    left join running r on r.product_id = p.id
    left join category c on c.id = p.category_id
    where p.status = 'active' and ${where}
    order by ${order}, p.id
    limit ${limit}`);
  return z
    .array(cardRow)
    .parse(rows)
    .map((row) => toSummary(row, now));
}

/**
 * The summaries of these products in this order; inactive ones are left out. `colours`: those that were asked
 * for, whose pictures come first.
 */
export async function productSummaries(
  { db, clock }: Pick<Services, "db" | "clock">,
  ids: string[],
  colours: AskedColours = noColours,
): Promise<ProductSummary[]> {
  if (ids.length === 0) return [];
  const now = clock.now();
  const { rows } = await db.execute(sql`/* hot */
    select ${cardColumns(colours)}
    from product p
    left join lateral (
      select max(o.discount_percent) as percent from offer_product op join offer o on o.id = op.offer_id
      where op.product_id = p.id and o.valid_from <= ${now} and o.valid_to >= ${now}) r on true
    left join category c on c.id = p.category_id
    where p.status = 'active' and p.id in ${ids}`);
  const cards = new Map(
    z
      .array(cardRow)
      .parse(rows)
      .map((row) => [row.id, toSummary(row, now)]),
  );
  return ids.flatMap((id) => cards.get(id) ?? []);
}
