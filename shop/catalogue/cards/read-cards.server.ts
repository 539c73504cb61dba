import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { hot } from "../../../platform/database/hot-statements.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { ProductSummary } from "../catalogue.ts";
import { type AskedInList, type CardRow, cardRow, cardStateAt, toSummary } from "./card.ts";
import { cardCache } from "./card-cache.server.ts";

const cardRows = z.array(cardRow);

/** The best running offer of each product. In: the time now. Out: rows (product_id, percent). */
export function runningOffers(now: Date): SQL {
  return sql`
    select op.product_id, max(o.discount_percent) as percent
    from offer o join offer_product op on op.offer_id = o.id
    where o.valid_from <= ${now} and o.valid_to >= ${now}
    group by op.product_id`;
}

/** The same for one product: one row with `percent`, null without an offer. */
export function runningOffer(now: Date, product: SQL): SQL {
  return sql`
    select max(o.discount_percent) as percent
    from offer_product op join offer o on o.id = op.offer_id
    where op.product_id = ${product} and o.valid_from <= ${now} and o.valid_to >= ${now}`;
}

/** A picture with its alt text, as JSON. The aliases `k` (picture) and `pp` (product_picture) must be in scope. */
export const pictureJson = sql.raw(
  "json_build_object('key', k.key, 'width', k.width, 'height', k.height, 'tint', k.tint, 'alt', pp.alt)",
);

/**
 * The picture of variant `v` of product `p`, as JSON: that of its colour, else the first; null without any. The row is
 * chosen before the join: PostgreSQL would read all pictures of a small shop, or of one not yet analyzed, to join them.
 */
export const variantPicture = sql`(select ${pictureJson} from (
    select picture_key, alt from product_picture where product_id = p.id
    order by (colour is not distinct from v.colour) desc, position limit 1) pp
  join picture k on k.key = pp.picture_key)`;

/**
 * The columns of a card, for a select from `product p left join category c`. In: the time now; offers that have ended
 * are left out. The variants are read once for everything that a card shows of them, and once more where one has its own price.
 */
export function cardColumns(now: Date): SQL {
  return sql`
  p.id, p.slug, p.name, p.brand, c.name as category, p.price, p.original_price,
  p.rating, p.review_count, p.created_at,
  (select coalesce(json_agg(json_build_object('percent', o.discount_percent, 'from', o.valid_from, 'to', o.valid_to)),
      '[]'::json)
    from offer_product op join offer o on o.id = op.offer_id
    where op.product_id = p.id and o.valid_to >= ${now}) as offers,
  (select coalesce(json_agg(json_build_object('key', k.key, 'width', k.width, 'height', k.height, 'tint', k.tint,
      'alt', pp.alt, 'colour', pp.colour) order by pp.position), '[]'::json)
    from product_picture pp join picture k on k.key = pp.picture_key
    where pp.product_id = p.id) as pictures,
  (select json_build_object(
      'shades', coalesce(json_agg(json_build_object('colour', one.colour, 'family', one.colour_family,
        'hex', one.colour_hex) order by one.position, one.colour) filter (where one.colour is not null), '[]'::json),
      'stock', coalesce(sum(one.stock), 0),
      'toChoose', coalesce(bool_or(one.has_size), false)
        or count(distinct one.colour) filter (where one.is_available) > 1)
    from (
      select v.colour, v.colour_family, v.colour_hex, min(v.position) as position, sum(v.stock - v.reserved) as stock,
        bool_or(v.size is not null) as has_size, bool_or(v.stock > v.reserved) as is_available
      from variant v where v.product_id = p.id group by v.colour, v.colour_family, v.colour_hex) one) as variant_summary,
  (select json_agg(json_build_object('size', v.size, 'colour', v.colour_family, 'shade', v.colour,
      'inStock', v.stock > v.reserved, 'price', v.price) order by v.position, v.sku)
    from variant v where v.product_id = p.id
      and exists (select from variant own where own.product_id = p.id and own.price is not null)) as own_prices`;
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
    select ${cardColumns(now)}
    from product p
    left join running r on r.product_id = p.id
    left join category c on c.id = p.category_id
    where p.status = 'active' and ${where}
    order by ${order}, p.id
    limit ${limit}`);
  return cardRows.parse(rows).map((row) => toSummary(row, cardStateAt(row, now)));
}

/**
 * The summaries of these products in this order; inactive ones are left out. `asked`: the filters and shades of a
 * list, whose prices and pictures are shown. Each product is read once until it changes (`cardCache`).
 */
export async function productSummaries(
  ports: Pick<Services, "db" | "clock" | "live" | "site">,
  ids: string[],
  asked?: AskedInList,
): Promise<ProductSummary[]> {
  if (ids.length === 0) return [];
  const now = ports.clock.now();
  const cards = await cardCache(ports).take(ids, (missing) => readCards(ports.db, missing, now));
  return ids.flatMap((id) => cards.get(id)?.summary(now, asked) ?? []);
}

async function readCards(db: Db, ids: string[], now: Date): Promise<CardRow[]> {
  const { rows } = await hot(db).execute(sql`
    select ${cardColumns(now)}
    from product p
    left join category c on c.id = p.category_id
    where p.status = 'active' and p.id = any((select ${sql.param(ids)}::uuid[])::uuid[])`);
  return cardRows.parse(rows);
}
