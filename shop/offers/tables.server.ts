import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";

/** A percentage off between two times. */
export const offer = pgTable("offer", {
  id: uuid("id").primaryKey().defaultRandom(),
  title: text("title").notNull(),
  discountPercent: integer("discount_percent").notNull(),
  validFrom: time("valid_from").notNull(),
  validTo: time("valid_to").notNull(),
  version: integer("version").notNull().default(1),
});

/** The scope of an offer: a product, a category or a collection. */
export const offerScope = pgTable(
  "offer_scope",
  {
    offerId: uuid("offer_id").notNull(),
    kind: text("kind", { enum: ["product", "category", "collection"] }).notNull(),
    ref: text("ref").notNull(),
  },
  (row) => [primaryKey({ columns: [row.offerId, row.kind, row.ref] })],
);

/** The products of each offer, kept by triggers. */
export const offerProduct = pgTable(
  "offer_product",
  {
    offerId: uuid("offer_id").notNull(),
    productId: uuid("product_id").notNull(),
  },
  (row) => [primaryKey({ columns: [row.offerId, row.productId] })],
);
