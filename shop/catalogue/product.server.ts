import { count, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hot } from "../../platform/database/hot-statements.server.ts";
import { announcedCache } from "../../platform/live/announced-cache.server.ts";
import { cached } from "../../platform/lru.ts";
import type { Services } from "../../platform/services.server.ts";
import { cardColumns } from "./cards/read-cards.server.ts";
import { comparedSince, nextTurn, type PageRow, pageAt, pageRow } from "./product/page-at.ts";
import type { ProductPage } from "./product.ts";
import { product, productCollection } from "./tables.server.ts";

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const pageRows = z.array(pageRow);

type Ports = Pick<Services, "db" | "clock" | "live" | "site">;
/** A product's row, and its page, which stays the same object until it changes. */
type StoredPage = { row: PageRow; at(now: Date, sizes: ReadonlyMap<string, number>): ProductPage };

/** About 40 KB each with the HTML of its parts: 40 MB when full. */
const pagesStored = 1_000;
const storedPage = announcedCache<StoredPage>({ topics: ["products"], most: pagesStored });
const idsStored = 10_000;
const idsBySlug = new WeakMap<Services["db"], Map<string, string>>();

/**
 * The page of an active product. In: its id or slug from an address; `staff` sees drafts and archived products too.
 * Out: null for an unknown or invisible product, and for anything that is neither an id nor a slug. The product is read
 * once until it changes (`announcedCache`); an unchanged page is the same object.
 */
export async function productPage(
  ports: Ports,
  idOrSlug: string,
  { staff = false }: { staff?: boolean } = {},
): Promise<ProductPage | null> {
  const found = await (uuidShape.test(idOrSlug)
    ? pageOfId(ports, idOrSlug.toLowerCase())
    : slugShape.test(idOrSlug) && idOrSlug.length <= 120
      ? pageOfSlug(ports, idOrSlug)
      : null);
  if (!found || (found.row.status !== "active" && !staff)) return null;
  return found.at(ports.clock.now(), await collectionSizes(ports));
}

/** The id of a slug is remembered, and asked again when that product has another slug by now. */
async function pageOfSlug(ports: Ports, slug: string): Promise<StoredPage | null> {
  const ids = idsBySlug.get(ports.db) ?? new Map<string, string>();
  idsBySlug.set(ports.db, ids);
  const known = ids.get(slug);
  const page = known === undefined ? null : await pageOfId(ports, known);
  if (page?.row.slug === slug) return page;
  ids.delete(slug);
  const [found] = await ports.db
    .select({ id: product.id })
    .from(product)
    .where(eq(product.slug, slug))
    .prepare("product_of_slug")
    .execute();
  if (!found) return null;
  cached(ids, idsStored, slug, () => found.id);
  return pageOfId(ports, found.id);
}

function pageOfId(ports: Ports, id: string): Promise<StoredPage | null> {
  return storedPage(ports, id, async () => {
    const { rows } = await hot(ports.db).execute(pageQuery(id, ports.clock.now()));
    const [row] = pageRows.parse(rows);
    return row ? pageToStore(row) : null;
  });
}

function pageToStore(row: PageRow): StoredPage {
  let made: { page: ProductPage; from: number; until: number } | null = null;
  return {
    row,
    at(now, sizes) {
      const time = now.getTime();
      // Those with the fewest products first: they say most about this one.
      const collections = row.collections.toSorted(
        (one, other) => (sizes.get(one.slug) ?? 0) - (sizes.get(other.slug) ?? 0),
      );
      const isOrdered = made?.page.collections.every((slug, place) => slug === collections[place]?.slug);
      if (!made || !isOrdered || time < made.from || time >= made.until)
        made = { page: pageAt(row, collections, now), from: time, until: nextTurn(row, now) };
      return made.page;
    },
  };
}

function pageQuery(id: string, now: Date): SQL {
  return sql`
    select ${cardColumns(now)}, p.status, p.description, p.material, p.wash_care, p.country_of_origin,
      c.slug as category_slug, c.kind, t.fields, p.category_specific_data as data,
      (select coalesce(json_agg(z.sizes order by z.key = coalesce(c.size_scale, t.size_scale) desc nulls last, z.position, z.key), '[]')
        from size_scale z) as scales,
      ${nearestGuide} as guide,
      (select coalesce(json_agg(json_build_object('slug', k.slug, 'name', k.name) order by k.position, k.slug), '[]')
        from product_collection pc join collection k on k.slug = pc.collection_slug
        where pc.product_id = p.id) as collections,
      (select coalesce(json_agg(json_build_object('id', v.id, 'size', v.size, 'colour', v.colour, 'hex', v.colour_hex,
          'sku', v.sku, 'stock', v.stock - v.reserved, 'price', v.price) order by v.position, v.sku), '[]')
        from variant v where v.product_id = p.id) as variants,
      (select coalesce(json_agg(json_build_object('size', m.size, 'measure', m.measure, 'millimetres', m.millimetres)), '[]')
        from product_measure m where m.product_id = p.id) as measures,
      ${comparedFacts(comparedSince(now))}
    from product p
    left join category c on c.id = p.category_id
    left join attribute_set t on t.key = c.kind
    where p.id = ${id}`;
}

/** The guide of product `p`: of its category and brand, its category, its parent, its brand, its scale. */
const nearestGuide = sql`(select json_build_object('note', g.note, 'unit', g.unit, 'columns', g.columns, 'rows', g.rows)
  from size_guide g
  where (g.category_id is null or g.category_id in (p.category_id, c.parent_id))
    and (g.brand is null or lower(g.brand) = lower(p.brand))
    and (g.size_scale is null or g.size_scale = coalesce(c.size_scale, t.size_scale))
  order by case when g.category_id = p.category_id then 0 when g.category_id is not null then 1 else 2 end,
    g.brand is null, g.size_scale is null, g.id limit 1)`;

/** The offers and the prices that count since then. */
function comparedFacts(since: Date): SQL {
  const prices = (which: SQL) => sql`select variant_id, price,
      lead(at) over (partition by variant_id order by at, id) as until
    from price_history where product_id = p.id and ${which}`;
  return sql`
    (select coalesce(json_agg(json_build_object('title', o.title, 'percent', o.discount_percent, 'from', o.valid_from,
        'to', o.valid_to) order by o.discount_percent desc, o.valid_to desc, o.id), '[]')
      from offer o join offer_product op on op.offer_id = o.id
      where op.product_id = p.id and o.valid_to >= ${since}) as titled_offers,
    (select coalesce(json_agg(json_build_object('variant', h.variant_id, 'price', h.price, 'until', h.until)), '[]')
      from (${prices(sql`variant_id is null`)} union all ${prices(sql`variant_id is not null`)}) h
      where h.price is not null and (h.until is null or h.until > ${since})) as price_history`;
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

/** The address of the product that was added last and can be seen; null: there is none. */
export async function newestProductSlug({ db }: Pick<Services, "db">): Promise<string | null> {
  const [found] = await db
    .select({ slug: product.slug })
    .from(product)
    .where(eq(product.status, "active"))
    .orderBy(desc(product.createdAt), product.id)
    .limit(1);
  return found?.slug ?? null;
}
