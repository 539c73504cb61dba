import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../database/column-types.server.ts";

/** One row: the shop's key pair for web push; the private key is encrypted. */
export const pushKey = pgTable("push_key", {
  onlyOne: boolean("only_one").primaryKey().default(true),
  publicKey: text("public_key").notNull(),
  privateKey: text("private_key").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});
