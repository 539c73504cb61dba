import { eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { columnsWithout, jsonRows } from "../../../platform/database/rows.server.ts";
import { fieldText } from "../../fields/fields.ts";
import { readCategoryChoice } from "../category-choice.ts";
import { attributeSets, productDetails, sizeScales } from "../kinds/attribute-sets.server.ts";
import {
  type AttributeField,
  attributeFields,
  namesMaterial,
  type ProductDetails,
  typedFields,
} from "../kinds/attribute-sets.ts";
import { centimetresText } from "../kinds/measures.ts";
import { brandNames, chosenByHand } from "../membership/membership.server.ts";
import {
  attributeSet,
  category,
  collection,
  product,
  productMeasure,
  productPicture,
  variant,
} from "../tables.server.ts";
import { emptyDraft, type ProductDraft } from "./product-draft.ts";
import { rupeeText } from "./rupee-text.ts";

const p = alias(product, "p");
const productColumns = columnsWithout(p, [
  "rating",
  "reviewCount",
  "searchText",
  "searchWords",
  "createdAt",
  "updatedAt",
]);
const pictureColumns = columnsWithout(productPicture, ["productId", "position"]);
const variantColumns = columnsWithout(variant, ["productId", "position", "colourFamily"]);
const measureColumns = columnsWithout(productMeasure, ["productId"]);
const details = z.record(z.string(), z.unknown());

/**
 * A product for its form, in any status. `missingPictures`: addresses or names of pictures that an import named and
 * that were not uploaded yet.
 */
export type ProductToEdit = {
  id: string;
  slug: string;
  version: number;
  draft: ProductDraft;
  missingPictures: string[];
  /** The names of the collections that it is in by their rules; those of the draft are chosen by hand. */
  byRule: string[];
};

/** The product of an id; null for none. */
export async function productToEdit({ db }: { db: Db }, id: string): Promise<ProductToEdit | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await db
    .select({
      row: productColumns,
      fields: attributeSet.fields,
      collections: sql<string[]>`array(
        select collection_slug from product_collection
        where product_id = p.id and collection_slug in ${chosenByHand} order by 1)`,
      byRule: sql<string[]>`array(
        select k.name from product_collection pc join collection k on k.slug = pc.collection_slug
        where pc.product_id = p.id and k.rule is not null order by k.position, k.slug)`,
      pictures: jsonRows(pictureColumns, {
        alias: "i",
        from: sql`product_picture i where i.product_id = p.id`,
        order: sql`i.position`,
      }),
      measures: jsonRows(measureColumns, {
        alias: "m",
        from: sql`product_measure m where m.product_id = p.id`,
        order: sql`m.size, m.measure`,
      }),
      variants: jsonRows(variantColumns, {
        alias: "v",
        from: sql`variant v where v.product_id = p.id`,
        order: sql`v.position, v.sku`,
      }),
    })
    .from(p)
    .leftJoin(category, eq(category.id, p.categoryId))
    .leftJoin(attributeSet, eq(attributeSet.key, category.kind))
    .where(eq(p.id, id));
  if (!found) return null;
  const { row, collections, byRule, pictures, measures, variants } = found;
  const { slug, version, missingPictures } = row;
  const fields = attributeFields.parse(found.fields ?? []);
  const draft: ProductDraft = {
    ...emptyDraft,
    version: String(version),
    name: row.name,
    brand: row.brand,
    description: row.description,
    price: rupeeText(row.price),
    originalPrice: rupeeText(row.originalPrice),
    cost: rupeeText(row.cost),
    categoryId: row.categoryId ?? "",
    newCategory: "",
    collections,
    details: {
      // A product of an import may have the material only in the common column.
      ...(namesMaterial({ fields }) && row.material !== null && { material: row.material }),
      ...detailTexts(fields, details.parse(row.categorySpecificData)),
    },
    measures: Object.fromEntries(
      measures.map(({ size, measure, millimetres }) => [`${size}.${measure}`, centimetresText(millimetres)]),
    ),
    hsnCode: row.hsnCode ?? "",
    countryOfOrigin: row.countryOfOrigin ?? "",
    washCare: row.washCare ?? "",
    material: row.material ?? "",
    tags: row.tags.join(", "),
    status: row.status,
    pictures: pictures.map(({ pictureKey, alt, colour }) => ({ key: pictureKey, alt, colour: colour ?? "" })),
    variants: variants.map(({ id, size, colour, colourHex, sku, price, cost, stock, reserved }) => ({
      id,
      sku,
      reserved,
      size: size ?? "",
      colour: colour ?? "",
      hex: colourHex ?? "",
      price: rupeeText(price),
      cost: rupeeText(cost),
      stock: String(stock),
      seen: String(stock),
    })),
  };
  return { id: row.id, slug, version, missingPictures, byRule, draft };
}

function detailTexts(fields: AttributeField[], data: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    typedFields(fields).flatMap(({ key }) => (data[key] === undefined ? [] : [[key, fieldText(data[key])]])),
  );
}

/** The collections whose products are chosen by hand, in their order. */
export async function collectionsByHand({ db }: { db: Db }): Promise<{ slug: string; name: string }[]> {
  return db
    .select({ slug: collection.slug, name: collection.name })
    .from(collection)
    .where(isNull(collection.rule))
    .orderBy(collection.position, collection.slug);
}

export type FormChoices = Awaited<ReturnType<typeof formChoices>>;

/** What a product's form offers to choose from. */
export async function formChoices({ db }: { db: Db }) {
  const { id, name, kind, sizeScale, hsnCode } = category;
  const [categories, collections, sets, scales, brands] = await Promise.all([
    db.select({ id, name, kind, sizeScale, hsnCode }).from(category).orderBy(sql`lower(${name}), ${id}`),
    collectionsByHand({ db }),
    attributeSets({ db }),
    sizeScales({ db }),
    brandNames({ db }),
  ]);
  return { categories, collections, sets, scales, brands };
}

/** The details and sizes of the form's category (`readCategoryChoice`); null without one. */
export async function detailsFor(ports: { db: Db }, categoryId: string): Promise<ProductDetails | null> {
  const choice = readCategoryChoice(categoryId);
  return choice && productDetails(ports, "set" in choice ? choice : { categoryId: choice.id });
}
