import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Goods } from "./goods.ts";

const list = z
  .string()
  .nullable()
  .transform((text) => (text === null || text === "" ? [] : text.split("\n")));
const words = z.string().transform((text) => (text === "" ? [] : text.split(" ")));

/** Lists come as lines of text: a hundred thousand rows of JSON would take much longer to read. */
const row = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.string(),
  category_slug: z.string().nullable(),
  category_name: z.string().nullable(),
  origin: z.string().nullable(),
  price: z.coerce.number(),
  original_price: z.coerce.number().nullable(),
  rating: z.coerce.number().nullable(),
  review_count: z.number(),
  created: z.coerce.number(),
  words_rest: words,
  words_category: words,
  words_name: words,
  collections: list,
  pieces: list,
  offers: list,
});

/** Active products as the shelf keeps them: those with these ids, or a chunk of all in the order of their ids. */
export async function readGoods(
  db: Db,
  which: { ids: string[] } | { after: string | null; limit: number },
): Promise<Goods[]> {
  const wanted: SQL =
    "ids" in which
      ? sql`p.id in ${which.ids}`
      : which.after === null
        ? sql`true`
        : sql`p.id > ${which.after}::uuid`;
  const limit = "ids" in which ? sql`` : sql`order by p.id limit ${which.limit}`;
  const { rows } = await db.execute(sql`/* hot */
    with goods as materialized (select p.* from product p where p.status = 'active' and ${wanted} ${limit})
    select s.id, lower(s.name) as name, s.brand, c.slug as category_slug, c.name as category_name,
      s.country_of_origin as origin, s.price, s.original_price, s.rating, s.review_count,
      (extract(epoch from s.created_at) * 1000000)::bigint as created,
      array_to_string(tsvector_to_array(ts_filter(s.search_words, '{c}')), ' ') as words_rest,
      array_to_string(tsvector_to_array(ts_filter(s.search_words, '{b}')), ' ') as words_category,
      array_to_string(tsvector_to_array(ts_filter(s.search_words, '{a}')), ' ') as words_name,
      pc.slugs as collections, v.pieces, o.offers
    from goods s
    left join category c on c.id = s.category_id
    left join lateral (select string_agg(collection_slug, E'\\n') as slugs
      from product_collection where product_id = s.id) pc on true
    left join lateral (select string_agg(distinct concat_ws('|', (stock > held)::integer,
        coalesce(colour_family, ''), size), E'\\n') as pieces from variant where product_id = s.id) v on true
    left join lateral (select string_agg(concat_ws('|', o.discount_percent,
        (extract(epoch from o.valid_from) * 1000)::bigint, (extract(epoch from o.valid_to) * 1000)::bigint), E'\\n') as offers
      from offer_product op join offer o on o.id = op.offer_id where op.product_id = s.id) o on true
    order by s.id`);
  return z.array(row).parse(rows).map(toGoods);
}

function toGoods(found: z.infer<typeof row>): Goods {
  return {
    id: found.id,
    name: found.name,
    brand: found.brand,
    category:
      found.category_slug === null || found.category_name === null
        ? null
        : { slug: found.category_slug, name: found.category_name },
    collections: found.collections,
    origin: found.origin,
    price: found.price,
    originalPrice: found.original_price,
    rating: found.rating,
    reviewCount: found.review_count,
    createdAt: found.created,
    words: [found.words_rest, found.words_category, found.words_name],
    pieces: found.pieces.map((line) => {
      const [there = "", colour = "", ...size] = line.split("|");
      return { there: there === "1", colour: colour || null, size: size.join("|") || null };
    }),
    offers: found.offers.map((line) => {
      const [percent = 0, from = 0, to = 0] = line.split("|").map(Number);
      return { percent, from, to };
    }),
  };
}
