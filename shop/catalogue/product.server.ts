import { count, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hot } from "../../platform/database/hot-statements.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cardRow, cardStateAt, toSummary } from "./cards/card.ts";
import { cardColumns } from "./cards/read-cards.server.ts";
import { bySize, type Colour, kinds } from "./catalogue.ts";
import { detailsOf } from "./details.ts";
import { productStatuses } from "./edit/product-draft.ts";
import { measures, ownMeasures } from "./kinds/measures.ts";
import { sizeGuideFor } from "./kinds/size-guide.ts";
import { priceOf } from "./pricing.ts";
import type { ProductPage } from "./product.ts";
import { productCollection } from "./tables.server.ts";

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const pageRow = cardRow.extend({
  status: z.enum(productStatuses),
  description: z.string(),
  material: z.string().nullable(),
  wash_care: z.string().nullable(),
  country_of_origin: z.string().nullable(),
  category_slug: z.string().nullable(),
  kind: z.enum(kinds).nullable(),
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
  lowest: z.coerce.number().nullable(),
  own_lowest: z.record(z.string(), z.number()),
  highest_offer: z.number().nullable(),
  offer: z.object({ title: z.string(), percent: z.number(), validTo: z.coerce.date() }).nullable(),
});

const pageRows = z.array(pageRow);

/**
 * The page of an active product. In: its id or slug from an address; `staff` sees drafts and archived products too.
 * Out: null for an unknown or invisible product, and for anything that is neither an id nor a slug.
 */
export async function productPage(
  ports: Pick<Services, "db" | "clock">,
  idOrSlug: string,
  { staff = false }: { staff?: boolean } = {},
): Promise<ProductPage | null> {
  const { db, clock } = ports;
  const which = uuidShape.test(idOrSlug)
    ? sql`p.id = ${idOrSlug}`
    : slugShape.test(idOrSlug) && idOrSlug.length <= 120
      ? sql`p.slug = ${idOrSlug}`
      : null;
  if (!which) return null;
  const now = clock.now();
  const { rows } = await hot(db).execute(
    pageQuery(staff ? which : sql`p.status = 'active' and ${which}`, now),
  );
  const [row] = pageRows.parse(rows);
  if (!row) return null;
  const sizes = await collectionSizes(ports);
  // Those with the fewest products first: they say most about this one.
  row.collections.sort((one, other) => (sizes.get(one.slug) ?? 0) - (sizes.get(other.slug) ?? 0));
  return toPage(row, now);
}

function pageQuery(which: SQL, now: Date): SQL {
  return sql`
    select ${cardColumns(now)}, p.status, p.description, p.material, p.wash_care, p.country_of_origin,
      c.slug as category_slug, c.kind, p.category_specific_data as data,
      (select coalesce(json_agg(json_build_object('slug', k.slug, 'name', k.name) order by k.position, k.slug), '[]')
        from product_collection pc join collection k on k.slug = pc.collection_slug
        where pc.product_id = p.id) as collections,
      (select coalesce(json_agg(json_build_object('id', v.id, 'size', v.size, 'colour', v.colour, 'hex', v.colour_hex,
          'sku', v.sku, 'stock', v.stock - v.held, 'price', v.price) order by v.position, v.sku), '[]')
        from variant v where v.product_id = p.id) as variants,
      (select coalesce(json_agg(json_build_object('size', m.size, 'measure', m.measure, 'millimetres', m.millimetres)), '[]')
        from product_measure m where m.product_id = p.id) as measures,
      ${lowestPrices(now)},
      (select json_build_object('title', o.title, 'percent', o.discount_percent, 'validTo', o.valid_to)
        from offer o join offer_product op on op.offer_id = o.id
        where op.product_id = p.id and o.valid_from <= ${now} and o.valid_to >= ${now}
        order by o.discount_percent desc, o.valid_to desc, o.id limit 1) as offer
    from product p
    left join category c on c.id = p.category_id
    where ${which}`;
}

const daysCompared = 30;

/**
 * Of the last 30 days: the product's lowest price, those of variants with prices of their own, by id, and the highest
 * percentage of an offer.
 */
function lowestPrices(now: Date): SQL {
  const since = new Date(now.getTime() - daysCompared * 86_400_000);
  const inForce = sql`(h.until is null or h.until > ${since})`;
  const prices = (which: SQL) => sql`(select variant_id, price,
      lead(at) over (partition by variant_id order by at, id) as until
    from price_history where product_id = p.id and ${which}) h`;
  return sql`
    (select min(h.price) from ${prices(sql`variant_id is null`)} where ${inForce}) as lowest,
    (select coalesce(json_object_agg(variant_id, price), '{}') from (
      select h.variant_id, min(h.price) as price from ${prices(sql`variant_id is not null`)}
      where ${inForce} group by h.variant_id having min(h.price) is not null) own) as own_lowest,
    (select max(o.discount_percent) from offer o join offer_product op on op.offer_id = o.id
      where op.product_id = p.id and o.valid_from <= ${now} and o.valid_to >= ${since}) as highest_offer`;
}

function toPage(row: z.infer<typeof pageRow>, now: Date): ProductPage {
  const state = cardStateAt(row, now);
  const { percent } = state;
  const sizes = [...new Set(row.variants.flatMap(({ size }) => size ?? []))].sort(bySize);
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
    collection: row.collections[0] ?? null,
    collections: row.collections.map(({ slug }) => slug),
    pictures: row.pictures,
    variants: row.variants.map(({ id, size, colour, sku, stock, price: own }) => {
      const price = priceOf({ price: own ?? row.price, originalPrice: row.original_price }, percent);
      const lowest = price.struck === null ? null : lowestOf(row, { id, own, paid: price.paid });
      return { id, size, colour: shades.get(colour ?? "") ?? null, sku, stock, price, lowest };
    }),
    sizes,
    colours: [...shades.values()] satisfies Colour[],
    details: detailsOf(row.kind, row.data, common),
    sizeGuide: sizeGuideFor(row.kind, { category: row.category_slug, gender: gender ?? "unisex", sizes }),
    measures: ownMeasures(sizes, row.measures),
    offer:
      row.offer && makesPrice(row, percent)
        ? { ...row.offer, validTo: row.offer.validTo.toISOString() }
        : null,
  };
}

/** The lowest price of a variant in the last 30 days. The product's prices count where it has none of its own. */
function lowestOf(
  { price, original_price: originalPrice, lowest, own_lowest, highest_offer }: z.infer<typeof pageRow>,
  { id, own, paid }: { id: string; own: number | null; paid: number },
): number {
  const inOffer = priceOf({ price: own ?? price, originalPrice }, highest_offer).paid;
  return Math.min(paid, inOffer, own_lowest[id] ?? paid, own === null ? (lowest ?? paid) : paid);
}

/** Whether the running offer determines the price: the price may be lower than the offer's. */
function makesPrice(
  { price, original_price: originalPrice, variants }: z.infer<typeof pageRow>,
  percent: number | null,
) {
  return [price, ...variants.map((variant) => variant.price ?? price)].some((one) => {
    const full = originalPrice ?? one;
    return priceOf({ price: full, originalPrice: full }, percent).paid <= one;
  });
}

/** The sizes of collections are counted at most once a minute: that reads all products. */
const sizesKeptMs = 60_000;
type CollectionSizes = { until: number; sizes: Promise<ReadonlyMap<string, number>> };
const knownSizes = new WeakMap<Services["db"], CollectionSizes>();

/** The number of products of each collection, by its slug. */
function collectionSizes({ db, clock }: Pick<Services, "db" | "clock">) {
  const now = clock.now().getTime();
  const known = knownSizes.get(db);
  if (known && now < known.until && now >= known.until - sizesKeptMs) return known.sizes;
  const sizes = db
    .select({ slug: productCollection.collectionSlug, products: count() })
    .from(productCollection)
    .groupBy(productCollection.collectionSlug)
    .then((rows) => new Map(rows.map(({ slug, products }) => [slug, products])));
  knownSizes.set(db, { until: now + sizesKeptMs, sizes });
  sizes.catch(() => knownSizes.delete(db));
  return sizes;
}
