import { sql } from "drizzle-orm";
import {
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { time, tsvector, wholeNumber } from "../../platform/database/column-types.server.ts";
import { actorShape } from "../access/actor-columns.server.ts";
import type { Rule } from "../rules/rules.ts";
import { sortOptions } from "./catalogue.ts";
import { productStatuses } from "./edit/product-draft.ts";
import { measures } from "./kinds/measures.ts";

/** The sizes that products come in, in the order in which they are worn. */
export const sizeScale = pgTable("size_scale", {
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  sizes: text("sizes").array().notNull(),
  position: integer("position").notNull().default(0),
  version: integer("version").notNull().default(1),
});

/** A set of details. `fields` are read by `attributeFields` (kinds/attribute-sets.ts). */
export const attributeSet = pgTable("attribute_set", {
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  heading: text("heading").notNull(),
  fields: jsonb("fields").notNull(),
  measures: text("measures", { enum: measures }).array().notNull().default([]),
  sizeScale: text("size_scale"),
  version: integer("version").notNull().default(1),
});

/** What a product is; `kind` is the key of its set of details. */
export const category = pgTable("category", {
  id: uuid("id").primaryKey().defaultRandom(),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
  kind: text("kind").notNull(),
  version: integer("version").notNull().default(1),
  /** Two deep: a parent has none. */
  parentId: uuid("parent_id"),
  position: integer("position").notNull().default(0),
  /** Null: that of its set of details. */
  sizeScale: text("size_scale"),
  /** Copied to its products that have none. */
  hsnCode: text("hsn_code"),
});

/** A table of sizes for a category, a brand, a scale, or several of them. `rows`: read by `guideRows`. */
export const sizeGuide = pgTable("size_guide", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  categoryId: uuid("category_id"),
  brand: text("brand"),
  sizeScale: text("size_scale"),
  note: text("note").notNull(),
  unit: text("unit", { enum: ["cm", "in"] }).notNull(),
  columns: text("columns").array().notNull(),
  rows: jsonb("rows").notNull(),
  version: integer("version").notNull().default(1),
});

/** Where products are shown. */
export const collection = pgTable("collection", {
  slug: text("slug").primaryKey(),
  /** Stays when the slug changes; rules name it. */
  id: uuid("id").notNull().defaultRandom(),
  name: text("name").notNull(),
  title: text("title").notNull(),
  description: text("description").notNull(),
  pictureKey: text("picture_key"),
  position: integer("position").notNull(),
  metaTitle: text("meta_title").notNull().default(""),
  metaDescription: text("meta_description").notNull().default(""),
  isInMenus: boolean("is_in_menus").notNull().default(true),
  isOnHome: boolean("is_on_home").notNull().default(true),
  version: integer("version").notNull().default(1),
  /** Null: its products are chosen by hand. Read by `storedRule` (shop/rules/rules.ts). */
  rule: jsonb("rule").$type<Rule>(),
  defaultSort: text("default_sort", { enum: sortOptions }).notNull().default("recommended"),
});

/** Earlier addresses of a collection, or of a category that was merged: one of the two is set. */
export const categoryRedirect = pgTable("category_redirect", {
  slug: text("slug").primaryKey(),
  collectionSlug: text("collection_slug"),
  categoryId: uuid("category_id"),
  at: time("at").notNull().defaultNow(),
});

/**
 * Prices are paise. `searchText` and `searchWords` are filled by triggers, `rating` and `reviewCount` by those of
 * reviews. `cost`: what the shop pays for one piece, without tax; only staff with `catalogue.edit` may see it.
 */
export const product = pgTable("product", {
  id: uuid("id").primaryKey().defaultRandom(),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
  brand: text("brand").notNull(),
  description: text("description").notNull().default(""),
  price: wholeNumber("price").notNull(),
  originalPrice: wholeNumber("original_price"),
  cost: wholeNumber("cost"),
  categoryId: uuid("category_id"),
  categorySpecificData: jsonb("category_specific_data").notNull().default({}),
  hsnCode: text("hsn_code"),
  countryOfOrigin: text("country_of_origin"),
  washCare: text("wash_care"),
  material: text("material"),
  tags: text("tags").array().notNull().default([]),
  status: text("status", { enum: productStatuses }).notNull().default("draft"),
  rating: numeric("rating", { precision: 2, scale: 1, mode: "number" }),
  reviewCount: integer("review_count").notNull().default(0),
  searchText: text("search_text").notNull().default(""),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
  version: integer("version").notNull().default(1),
  searchWords: tsvector("search_words").notNull().default(""),
  missingPictures: text("missing_pictures").array().notNull().default([]),
});

/** The products of a collection: chosen by hand, or written by its rule (membership/membership.server.ts). */
export const productCollection = pgTable(
  "product_collection",
  {
    productId: uuid("product_id").notNull(),
    collectionSlug: text("collection_slug").notNull(),
  },
  (row) => [primaryKey({ columns: [row.collectionSlug, row.productId] })],
);

/** Products that staff pinned to the top of a collection (1 first) or buried (-1); left out, if it has a rule. */
export const collectionPlacement = pgTable(
  "collection_placement",
  {
    collectionSlug: text("collection_slug").notNull(),
    productId: uuid("product_id").notNull(),
    placement: smallint("placement").notNull(),
  },
  (row) => [primaryKey({ columns: [row.collectionSlug, row.productId] })],
);

/** The pictures of a product; with a colour, those of its variants in that colour. */
export const productPicture = pgTable(
  "product_picture",
  {
    productId: uuid("product_id").notNull(),
    position: integer("position").notNull(),
    pictureKey: text("picture_key").notNull(),
    alt: text("alt").notNull(),
    colour: text("colour"),
  },
  (row) => [primaryKey({ columns: [row.productId, row.position] })],
);

/** A stored picture; the key is the digest of its original. */
export const picture = pgTable("picture", {
  key: text("key").primaryKey(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  bytes: integer("bytes").notNull(),
  mime: text("mime", { enum: ["image/webp", "image/png", "image/jpeg", "image/avif"] }).notNull(),
  tint: text("tint").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

/** The measures of a product's size, taken on the product itself. */
export const productMeasure = pgTable(
  "product_measure",
  {
    productId: uuid("product_id").notNull(),
    size: text("size").notNull(),
    measure: text("measure", { enum: measures }).notNull(),
    millimetres: integer("millimetres").notNull(),
  },
  (row) => [primaryKey({ columns: [row.productId, row.size, row.measure] })],
);

/**
 * `stock` is derived from `stock_movement`; `reserved` is set aside for orders. Without a price or a cost the product's
 * applies.
 */
export const variant = pgTable("variant", {
  id: uuid("id").primaryKey().defaultRandom(),
  productId: uuid("product_id").notNull(),
  position: integer("position").notNull().default(0),
  size: text("size"),
  colour: text("colour"),
  colourHex: text("colour_hex"),
  colourFamily: text("colour_family").generatedAlwaysAs(sql`colour_family(colour_hex)`),
  sku: text("sku").notNull(),
  price: wholeNumber("price"),
  cost: wholeNumber("cost"),
  stock: integer("stock").notNull().default(0),
  reserved: integer("reserved").notNull().default(0),
});

/** The ledger of stock. Append-only. */
export const stockMovement = pgTable("stock_movement", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  variantId: uuid("variant_id").notNull(),
  sku: text("sku").notNull(),
  delta: integer("delta").notNull(),
  /** Text typed by staff; else `code` gives the reason (`stockCodes`, inventory/stock-codes.ts). */
  reason: text("reason"),
  code: text("code"),
  at: time("at").notNull().defaultNow(),
  sourceId: uuid("source_id"),
  kind: text("kind", { enum: ["adjustment", "sale", "restock", "damaged", "lost"] })
    .notNull()
    .default("adjustment"),
  ...actorShape(),
});

/** A reservation: units set aside for an order. */
export const reservation = pgTable(
  "reservation",
  {
    orderId: uuid("order_id").notNull(),
    variantId: uuid("variant_id").notNull(),
    quantity: integer("quantity").notNull(),
    state: text("state", { enum: ["active", "claimed", "released"] })
      .notNull()
      .default("active"),
    expiresAt: time("expires_at").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    /** When the release last looked at it. */
    checkedAt: time("checked_at"),
  },
  (row) => [primaryKey({ columns: [row.orderId, row.variantId] })],
);

/** Every price that a product or a variant ever had, written by triggers. Append-only. */
export const priceHistory = pgTable("price_history", {
  id: wholeNumber("id").primaryKey().generatedAlwaysAsIdentity(),
  productId: uuid("product_id").notNull(),
  variantId: uuid("variant_id"),
  price: wholeNumber("price"),
  originalPrice: wholeNumber("original_price"),
  at: time("at").notNull().defaultNow(),
});

/** A bulk edit with the earlier values, so that it can be undone. */
export const bulkEdit = pgTable("bulk_edit", {
  id: uuid("id").primaryKey().defaultRandom(),
  at: time("at").notNull().defaultNow(),
  before: jsonb("before").notNull(),
  undoneAt: time("undone_at"),
  ...actorShape(),
  change: jsonb("change"),
});

/** Whether a product is out of or low in stock, and how many of its variants are; kept by triggers. */
export const productStockLevel = pgTable("product_stock_level", {
  productId: uuid("product_id").primaryKey(),
  isOut: boolean("is_out").notNull(),
  isLow: boolean("is_low").notNull(),
  lowVariants: integer("low_variants").notNull().default(0),
  outVariants: integer("out_variants").notNull().default(0),
  isArchived: boolean("is_archived").notNull().default(false),
});

/** Counters of products and variants as deltas, written by triggers and rolled up by a job. */
export const catalogueCounter = pgTable("catalogue_counter", {
  kind: text("kind", { enum: ["product", "variant"] }).notNull(),
  value: text("value").notNull(),
  n: integer("n").notNull(),
});
