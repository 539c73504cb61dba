import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";
import { fits } from "./reviews.ts";

/** A customer's review of a product. */
export const review = pgTable("review", {
  id: uuid("id").primaryKey().defaultRandom(),
  productId: uuid("product_id").notNull(),
  rating: smallint("rating").notNull(),
  comment: text("comment").notNull(),
  status: text("status", { enum: ["published", "hidden"] })
    .notNull()
    .default("published"),
  displayName: text("display_name"),
  verified: boolean("verified").notNull().default(false),
  orderLineId: uuid("order_line_id"),
  createdAt: time("created_at").notNull().defaultNow(),
  userId: uuid("user_id"),
  version: integer("version").notNull().default(1),
  hiddenReason: text("hidden_reason"),
  reply: text("reply"),
  repliedAt: time("replied_at"),
  fit: text("fit", { enum: fits }),
});

/** Helpful votes. */
export const reviewVote = pgTable(
  "review_vote",
  { reviewId: uuid("review_id").notNull(), userId: uuid("user_id").notNull() },
  (row) => [primaryKey({ columns: [row.reviewId, row.userId] })],
);

/** Photos of a review, in their order. `key`: the hash of the cleaned picture; the size is that of the large file. */
export const reviewPhoto = pgTable("review_photo", {
  id: uuid("id").primaryKey(),
  reviewId: uuid("review_id").notNull(),
  position: integer("position").notNull(),
  key: text("key").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  tint: text("tint").notNull(),
});

/** Deleted photos whose files a job has yet to delete; filled by a trigger. */
export const deletedReviewPhoto = pgTable("deleted_review_photo", { id: uuid("id").primaryKey() });
