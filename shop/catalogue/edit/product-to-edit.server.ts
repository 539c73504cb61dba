import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { type Kind, kinds, type ProductImage } from "../catalogue.ts";
import { detailFields } from "../kinds/detail-fields.ts";
import { emptyDraft, type ProductDraft } from "./product-draft.ts";
import { rupeeText } from "./rupee-text.ts";

const row = z.object({
  id: z.string(),
  slug: z.string(),
  version: z.number(),
  name: z.string(),
  brand: z.string(),
  description: z.string(),
  price: z.coerce.number(),
  original_price: z.coerce.number().nullable(),
  category_id: z.string().nullable(),
  kind: z.enum(kinds).nullable(),
  data: z.record(z.string(), z.unknown()),
  hsn_code: z.string().nullable(),
  country_of_origin: z.string().nullable(),
  wash_care: z.string().nullable(),
  material: z.string().nullable(),
  tags: z.array(z.string()),
  status: z.string(),
  missing_pictures: z.array(z.string()),
  collections: z.array(z.string()),
  pictures: z.array(z.object({ key: z.string(), alt: z.string(), colour: z.string().nullable() })),
  variants: z.array(
    z.object({
      id: z.string(),
      size: z.string().nullable(),
      colour: z.string().nullable(),
      hex: z.string().nullable(),
      sku: z.string(),
      price: z.number().nullable(),
      stock: z.number(),
      held: z.number(),
    }),
  ),
});

/**
 * A product for its form, in any status. `missingPictures`: addresses or names of pictures that an import named and
 * nobody uploaded yet.
 */
export type ProductToEdit = {
  id: string;
  slug: string;
  version: number;
  draft: ProductDraft;
  missingPictures: string[];
};

/** The product of an id; null for none. */
export async function productToEdit({ db }: { db: Db }, id: string): Promise<ProductToEdit | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const { rows } = await db.execute(sql`
    select p.id, p.slug, p.version, p.name, p.brand, p.description, p.price, p.original_price, p.category_id,
      c.kind, p.category_specific_data as data, p.hsn_code, p.country_of_origin, p.wash_care, p.material, p.tags,
      p.status, p.missing_pictures,
      array(select collection_slug from product_collection where product_id = p.id order by 1) as collections,
      (select coalesce(json_agg(json_build_object('key', picture_key, 'alt', alt, 'colour', colour)
          order by position), '[]') from product_picture where product_id = p.id) as pictures,
      (select coalesce(json_agg(json_build_object('id', v.id, 'size', v.size, 'colour', v.colour,
          'hex', v.colour_hex, 'sku', v.sku, 'price', v.price, 'stock', v.stock, 'held', v.held)
          order by v.position, v.sku), '[]') from variant v where v.product_id = p.id) as variants
    from product p left join category c on c.id = p.category_id where p.id = ${id}`);
  const [found] = z.array(row).parse(rows);
  if (!found) return null;
  const { id: foundId, slug, version, missing_pictures: missingPictures } = found;
  return { id: foundId, slug, version, missingPictures, draft: toDraft(found) };
}

function toDraft(found: z.infer<typeof row>): ProductDraft {
  return {
    ...emptyDraft,
    version: String(found.version),
    name: found.name,
    brand: found.brand,
    description: found.description,
    price: rupeeText(found.price),
    originalPrice: rupeeText(found.original_price),
    categoryId: found.category_id ?? "",
    collections: found.collections,
    details: found.kind ? detailTexts(found.kind, found.data) : {},
    hsnCode: found.hsn_code ?? "",
    countryOfOrigin: found.country_of_origin ?? "",
    washCare: found.wash_care ?? "",
    material: found.material ?? "",
    tags: found.tags.join(", "),
    status: found.status,
    pictures: found.pictures.map(({ key, alt, colour }) => ({ key, alt, colour: colour ?? "" })),
    variants: found.variants.map((one) => ({
      id: one.id,
      size: one.size ?? "",
      colour: one.colour ?? "",
      hex: one.hex ?? "",
      sku: one.sku,
      price: rupeeText(one.price),
      stock: String(one.stock),
      seen: String(one.stock),
      held: one.held,
    })),
  };
}

function detailTexts(kind: Kind, data: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    detailFields[kind].flatMap(({ name, input }) => {
      const value = data[name];
      const plain = typeof value === "string" || typeof value === "number";
      return input.as !== "follows" && plain ? [[name, String(value)]] : [];
    }),
  );
}

const categoryRow = z.object({ id: z.string(), name: z.string(), kind: z.enum(kinds) });
const collectionRow = z.object({ slug: z.string(), name: z.string() });

export type FormChoices = {
  categories: z.infer<typeof categoryRow>[];
  collections: z.infer<typeof collectionRow>[];
};

/** What a product's form offers to choose from. */
export async function formChoices({ db }: { db: Db }): Promise<FormChoices> {
  const [categories, collections] = await Promise.all([
    db.execute(sql`select id, name, kind from category order by lower(name), id`),
    db.execute(sql`select slug, name from collection order by position, slug`),
  ]);
  return {
    categories: z.array(categoryRow).parse(categories.rows),
    collections: z.array(collectionRow).parse(collections.rows),
  };
}

/** The kind of a category; null without one. */
export async function kindOf({ db }: { db: Db }, categoryId: string): Promise<Kind | null> {
  if (!z.uuid().safeParse(categoryId).success) return null;
  const { rows } = await db.execute(sql`select id, name, kind from category where id = ${categoryId}`);
  return z.array(categoryRow).parse(rows)[0]?.kind ?? null;
}

/** The pictures of these keys, for thumbnails; unknown ones are left out. */
export async function productPictures(
  { db }: { db: Db },
  keys: string[],
): Promise<Omit<ProductImage, "alt">[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute(
    sql`select key, width, height, tint from picture where key = any(${sql.param(keys)}::text[])`,
  );
  return z
    .array(z.object({ key: z.string(), width: z.number(), height: z.number(), tint: z.string() }))
    .parse(rows);
}
