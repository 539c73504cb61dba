import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { hot } from "../../../platform/database/hot-statements.server.ts";
import type { IndexedProduct } from "./indexed-product.ts";

const lines = z
  .string()
  .nullable()
  .transform((text) => (text === null || text === "" ? [] : text.split("\n")));
const words = z.string().transform((text) => (text === "" ? [] : text.split(" ")));

/**
 * A number that changes when any row of a product is written, from the transaction ids of the rows. For `product p`,
 * `category c`, its parent `up`, its set of details `t`, and the hashes below.
 */
const rowVersion = sql`hashtext(concat_ws(' ', p.written, c.xmin, up.xmin, t.xmin, pc.mark, v.mark, o.mark, s.xmin, cp.mark))`;
const rowSetHash = (id: SQL, row: SQL) => sql`sum(hashtext(concat(${id}, ' ', ${row})))`;
const collectionHash = rowSetHash(sql`collection_slug`, sql`xmin`);
const placementHash = rowSetHash(sql`collection_slug`, sql`xmin`);
const variantHash = rowSetHash(sql`id`, sql`xmin`);
const offerHash = rowSetHash(sql`o.id`, sql`concat(o.xmin, ' ', op.xmin)`);

const versions = z.array(z.object({ id: z.string(), version: z.number() }));

/** The versions of active products, a page in the order of their ids: much cheaper than reading the products. */
export async function readRowVersions(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ id: string; version: number }[]> {
  const wanted = after === null ? sql`true` : sql`id > ${after}::uuid`;
  const { rows } = await hot(db).execute(sql`
    with part as materialized (
      select id, xmin as written, category_id from product where status = 'active' and ${wanted} order by id limit ${limit})
    select p.id, ${rowVersion} as version
    from part p
    left join category c on c.id = p.category_id
    left join category up on up.id = c.parent_id
    left join attribute_set t on t.key = c.kind
    left join (select product_id, ${collectionHash} as mark
      from product_collection where product_id in (select id from part) group by product_id) pc on pc.product_id = p.id
    left join product_popularity s on s.product_id = p.id
    left join (select product_id, ${placementHash} as mark
      from collection_placement where product_id in (select id from part) group by product_id) cp on cp.product_id = p.id
    left join (select product_id, ${variantHash} as mark
      from variant where product_id in (select id from part) group by product_id) v on v.product_id = p.id
    left join (select op.product_id, ${offerHash} as mark
      from offer_product op join offer o on o.id = op.offer_id
      where op.product_id in (select id from part) group by op.product_id) o on o.product_id = p.id
    order by p.id`);
  return versions.parse(rows);
}

/** Arrays come as lines of text: 100,000 rows of JSON would take much longer to parse. */
const row = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  brand: z.string(),
  category_slug: z.string().nullable(),
  category_name: z.string().nullable(),
  category_kind: z.string().nullable(),
  parent_slug: z.string().nullable(),
  parent_name: z.string().nullable(),
  origin: z.string().nullable(),
  price: z.coerce.number(),
  original_price: z.coerce.number().nullable(),
  rating: z.coerce.number().nullable(),
  review_count: z.number(),
  created: z.coerce.number(),
  tags: lines,
  shades: lines,
  words_description: words,
  words_rest: words,
  words_category: words,
  words_name: words,
  collections: lines,
  places: lines,
  sold: z.number(),
  details: lines,
  variants: lines,
  offers: lines,
});

/** Active products for the index: those with these ids, or a page in the order of their ids. */
export async function readIndexedProducts(
  db: Db,
  which: { ids: string[] } | { after: string | null; limit: number },
): Promise<IndexedProduct[]> {
  const wanted: SQL =
    "ids" in which
      ? sql`id = any(${sql.param(which.ids)}::uuid[])`
      : which.after === null
        ? sql`true`
        : sql`id > ${which.after}::uuid`;
  const limit = "ids" in which ? sql`` : sql`order by id limit ${which.limit}`;
  const { rows } = await hot(db).execute(sql`
    with facets as materialized (
      select key, array(select f ->> 'key' from jsonb_array_elements(fields) f
        where f ->> 'filter' = 'true' and f ->> 'kind' in ('choice', 'yes-no')) as keys from attribute_set),
    listed as materialized (
      select product.*, product.xmin as written from product where status = 'active' and ${wanted} ${limit})
    select p.id, ${rowVersion} as version, lower(p.name) as name, p.brand, c.slug as category_slug,
      c.name as category_name, c.kind as category_kind, up.slug as parent_slug, up.name as parent_name, p.country_of_origin as origin, p.price, p.original_price, p.rating, p.review_count,
      (extract(epoch from p.created_at) * 1000000)::bigint as created,
      array_to_string(p.tags, E'\\n') as tags, v.shades,
      array_to_string(tsvector_to_array(ts_filter(p.search_words, '{d}')), ' ') as words_description,
      array_to_string(tsvector_to_array(ts_filter(p.search_words, '{c}')), ' ') as words_rest,
      array_to_string(tsvector_to_array(ts_filter(p.search_words, '{b}')), ' ') as words_category,
      array_to_string(tsvector_to_array(ts_filter(p.search_words, '{a}')), ' ') as words_name,
      pc.slugs as collections, v.variants, o.offers, cp.places,
      coalesce(s.units, 0) as sold,
      (select string_agg(k || '|' || (p.category_specific_data ->> k), E'\\n') from unnest(f.keys) k) as details
    from listed p
    left join category c on c.id = p.category_id
    left join category up on up.id = c.parent_id
    left join attribute_set t on t.key = c.kind
    left join facets f on f.key = c.kind
    left join lateral (select string_agg(collection_slug, E'\\n') as slugs, ${collectionHash} as mark
      from product_collection where product_id = p.id) pc on true
    left join product_popularity s on s.product_id = p.id
    left join lateral (select string_agg(concat_ws('|', placement, collection_slug), E'\\n') as places,
        ${placementHash} as mark
      from collection_placement where product_id = p.id) cp on true
    left join lateral (select string_agg(distinct concat_ws('|', (stock > reserved)::integer,
        coalesce(colour_family, ''), coalesce(price::text, ''), size), E'\\n') as variants, string_agg(distinct lower(colour), E'\\n') as shades, ${variantHash} as mark
      from variant where product_id = p.id) v on true
    left join lateral (select string_agg(concat_ws('|', o.discount_percent,
        (extract(epoch from o.valid_from) * 1000)::bigint, (extract(epoch from o.valid_to) * 1000)::bigint), E'\\n') as offers,
        ${offerHash} as mark
      from offer_product op join offer o on o.id = op.offer_id where op.product_id = p.id) o on true
    order by p.id`);
  return z.array(row).parse(rows).map(toIndexedProduct);
}

/** Values of yes-no fields, as PostgreSQL writes them and as lists name them. */
const yesNo: Record<string, string> = { true: "yes", false: "no" };

function toIndexedProduct(found: z.infer<typeof row>): IndexedProduct {
  return {
    id: found.id,
    version: found.version,
    name: found.name,
    brand: found.brand,
    category:
      found.category_slug === null || found.category_name === null
        ? null
        : {
            slug: found.category_slug,
            name: found.category_name,
            kind: found.category_kind ?? "",
            parent:
              found.parent_slug === null || found.parent_name === null
                ? null
                : { slug: found.parent_slug, name: found.parent_name },
          },
    details: found.details.map((line) => {
      const at = line.indexOf("|");
      return { key: line.slice(0, at), value: yesNo[line.slice(at + 1)] ?? line.slice(at + 1) };
    }),
    collections: found.collections,
    placements: found.places.map((line) => {
      const [placement = "", collection = ""] = line.split("|");
      return { collection, placement: Number(placement) };
    }),
    sold: found.sold,
    origin: found.origin,
    price: found.price,
    originalPrice: found.original_price,
    rating: found.rating,
    reviewCount: found.review_count,
    createdAt: found.created,
    tags: found.tags,
    shades: found.shades,
    words: [found.words_description, found.words_rest, found.words_category, found.words_name],
    variants: found.variants.map((line) => {
      const [inStock = "", colour = "", ownPrice = "", ...size] = line.split("|");
      return {
        inStock: inStock === "1",
        colour: colour || null,
        size: size.join("|") || null,
        ownPrice: ownPrice === "" ? null : Number(ownPrice),
      };
    }),
    offers: found.offers.map((line) => {
      const [percent = 0, from = 0, to = 0] = line.split("|").map(Number);
      return { percent, from, to };
    }),
  };
}
