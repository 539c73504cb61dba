import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { roundPaise } from "../../shop/money.ts";
import { stableId } from "../stable-id.ts";
import type { DemoData } from "./demo-data.server.ts";
import { demoMeasures } from "./measures.ts";

const day = 86_400_000;

/** What every third product of the demo costs the shop, in the order of its file: about half of its price. */
const costOf = (place: number, price: number | undefined) =>
  place % 3 === 0 && price !== undefined ? roundPaise(price * (0.45 + (place % 5) * 0.03), 100) : null;

const idOf = (slug: string) => stableId("product", slug);

/** Rows as one JSON parameter: one statement per table. */
function rowsAs(rows: readonly unknown[], columns: string): SQL {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(${sql.raw(columns)})`;
}

/** Inserts the demo catalogue into empty tables. In: a transaction, the data, the day of seeding. */
export async function insertCatalogue(db: Db, data: DemoData, now: Date): Promise<void> {
  await insertPictures(db, data);
  await insertPlaces(db, data);
  await insertProducts(db, data, now);
  await insertVariants(db, data, now);
  await insertMeasures(db, data);
  await insertOffers(db, data, now);
  await insertReviews(db, data, now);
}

async function insertPictures(db: Db, { pictures }: DemoData) {
  const rows = Object.values(pictures);
  await db.execute(sql`insert into picture (key, width, height, bytes, mime, tint)
    select key, width, height, bytes, 'image/webp', tint
    from ${rowsAs(rows, "key text, width integer, height integer, bytes integer, tint text")}`);
}

async function insertPlaces(db: Db, { categories, collections, pictures }: DemoData) {
  const kinds = categories.map(({ slug, name, kind }) => ({
    id: stableId("category", slug),
    slug,
    name,
    kind,
  }));
  await db.execute(sql`insert into category (id, slug, name, kind)
    select id, slug, name, kind from ${rowsAs(kinds, "id uuid, slug text, name text, kind text")}`);
  const places = collections.map(({ image, ...place }) => ({ ...place, picture_key: pictures[image]?.key }));
  await db.execute(sql`insert into collection (slug, name, title, description, picture_key, position)
    select slug, name, title, description, picture_key, position
    from ${rowsAs(places, "slug text, name text, title text, description text, picture_key text, position integer")}
    on conflict (slug) do update set picture_key = excluded.picture_key`);
}

async function insertProducts(db: Db, { products, pictures }: DemoData, now: Date) {
  const rows = products.map((product, place) => ({
    ...product,
    cost: costOf(place, product.price_paise),
    id: idOf(product.slug),
    created_at: notAfter(product.created_at, now),
  }));
  await db.execute(sql`
    insert into product (id, slug, name, brand, description, price, original_price, cost, category_id,
      category_specific_data, hsn_code, country_of_origin, wash_care, material, tags, status, created_at)
    select x.id, x.slug, x.name, x.brand, x.description, x.price_paise, x.original_price_paise, x.cost, c.id,
      x.category_specific_data, x.hsn_code, x.country_of_origin, x.wash_care, x.material, x.tags, 'active', x.created_at
    from ${rowsAs(
      rows,
      `id uuid, slug text, name text, brand text, description text, price_paise bigint, original_price_paise bigint, cost bigint,
       category text, category_specific_data jsonb, hsn_code text, country_of_origin text, wash_care text,
       material text, tags text[], created_at timestamptz`,
    )} left join category c on c.name = x.category`);
  const shown = products.flatMap(({ slug, collections }) =>
    collections.map((collection) => ({ product: idOf(slug), collection })),
  );
  await db.execute(sql`insert into product_collection (product_id, collection_slug)
    select product, collection from ${rowsAs(shown, "product uuid, collection text")}`);
  const pictured = products.flatMap(({ slug, images }) =>
    images.map(({ file, alt, colour }, position) => ({
      product: idOf(slug),
      position,
      key: pictures[file]?.key,
      alt,
      colour: colour ?? null,
    })),
  );
  await db.execute(sql`insert into product_picture (product_id, position, picture_key, alt, colour)
    select product, position, key, alt, colour
    from ${rowsAs(pictured, "product uuid, position integer, key text, alt text, colour text")}`);
}

/** Variants begin without stock; it arrives by stock movements on the day the product came in. */
async function insertVariants(db: Db, { products }: DemoData, now: Date) {
  const rows = products.flatMap(({ slug, variants, created_at }, place) =>
    variants.map(({ size, colour, sku, stock, price_paise }, position) => ({
      id: stableId("variant", sku),
      product: idOf(slug),
      position,
      size,
      colour: colour?.name ?? null,
      hex: colour?.hex ?? null,
      sku,
      price: price_paise ?? null,
      cost: costOf(place, price_paise),
      stock,
      at: notAfter(created_at, now),
    })),
  );
  await db.execute(sql`insert into variant (id, product_id, position, size, colour, colour_hex, sku, price, cost)
    select id, product, position, size, colour, hex, sku, price, cost from ${rowsAs(
      rows,
      "id uuid, product uuid, position integer, size text, colour text, hex text, sku text, price bigint, cost bigint",
    )}`);
  await db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, actor_id, code, at)
    select id, sku, stock, 'system', 'demo', 'opening-stock', at
    from ${rowsAs(rows, "id uuid, sku text, stock integer, at timestamptz")}
    where stock > 0`);
}

async function insertMeasures(db: Db, { products }: DemoData) {
  const rows = products.flatMap((product) =>
    demoMeasures(product).map((one) => ({ product: idOf(product.slug), ...one })),
  );
  await db.execute(sql`insert into product_measure (product_id, size, measure, millimetres)
    select product, size, measure, millimetres
    from ${rowsAs(rows, "product uuid, size text, measure text, millimetres integer")}`);
}

async function insertOffers(db: Db, { offers }: DemoData, now: Date) {
  const rows = offers.map((offer) => ({
    id: stableId("offer", offer.title),
    title: offer.title,
    percent: offer.discount_percent,
    valid_from: new Date(now.getTime() - offer.valid_from_days_ago * day),
    valid_to: new Date(now.getTime() + offer.valid_to_days_ahead * day),
    products: offer.product_slugs.map(idOf),
  }));
  await db.execute(sql`insert into offer (id, title, discount_percent, valid_from, valid_to)
    select id, title, percent, valid_from, valid_to from ${rowsAs(
      rows,
      "id uuid, title text, percent integer, valid_from timestamptz, valid_to timestamptz",
    )}`);
  await db.execute(sql`insert into offer_product (offer_id, product_id)
    select id, unnest(products) from ${rowsAs(rows, "id uuid, products uuid[]")}`);
  await db.execute(sql`insert into offer_scope (offer_id, kind, ref)
    select id, 'product', unnest(products)::text from ${rowsAs(rows, "id uuid, products uuid[]")}`);
}

/** The demo's reviewers bought what they review, in the order of the file. */
async function insertReviews(db: Db, { reviews }: DemoData, now: Date) {
  const rows = reviews.map(({ product_slug, rating, comment, created_at }, place) => ({
    id: stableId("review", String(place)),
    product: idOf(product_slug),
    rating,
    comment,
    created_at: notAfter(created_at, now),
  }));
  await db.execute(sql`insert into review (id, product_id, rating, comment, verified, created_at)
    select id, product, rating, comment, true, created_at from ${rowsAs(
      rows,
      "id uuid, product uuid, rating smallint, comment text, created_at timestamptz",
    )}`);
}

function notAfter(time: string, now: Date): string {
  return new Date(Math.min(Date.parse(time), now.getTime())).toISOString();
}
