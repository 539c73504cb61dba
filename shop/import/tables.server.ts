import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../../platform/database/column-types.server.ts";
import { actorShape } from "../access/actor-columns.server.ts";
import { importFormats, importModes } from "./draft.ts";

/** One checked file, and its outcome. */
export const importRun = pgTable("import_run", {
  id: uuid("id").primaryKey(),
  ...actorShape(),
  fileName: text("file_name").notNull(),
  format: text("format", { enum: importFormats }).notNull(),
  mode: text("mode", { enum: importModes }).notNull(),
  status: text("status", { enum: ["checked", "running", "done"] })
    .notNull()
    .default("checked"),
  rowsRead: integer("rows_read").notNull(),
  problems: jsonb("problems").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  finishedAt: time("finished_at"),
  productsRead: integer("products_read").notNull().default(0),
  productsRejected: integer("products_rejected").notNull().default(0),
  rowsRejected: integer("rows_rejected").notNull().default(0),
});

/** The products of an import, each with its state. */
export const importProduct = pgTable(
  "import_product",
  {
    runId: uuid("run_id").notNull(),
    position: integer("position").notNull(),
    slug: text("slug").notNull(),
    draft: jsonb("draft").notNull(),
    state: text("state", { enum: ["waiting", "created", "updated", "skipped", "failed", "undone"] })
      .notNull()
      .default("waiting"),
    /** `importMessage` (draft.ts). */
    message: jsonb("message"),
    existing: boolean("existing").notNull().default(false),
  },
  (row) => [primaryKey({ columns: [row.runId, row.position] })],
);

/** Pictures that were uploaded for an import. */
export const importPicture = pgTable("import_picture", {
  name: text("name").primaryKey(),
  fileKey: text("file_key").notNull(),
  pictureKey: text("picture_key"),
  uploadedAt: time("uploaded_at").notNull().defaultNow(),
});

/** What became of the address of a picture that an import asked for: a picture, or why there is none. */
export const importFetch = pgTable(
  "import_fetch",
  {
    runId: uuid("run_id").notNull(),
    url: text("url").notNull(),
    pictureKey: text("picture_key"),
    refused: text("refused"),
    fetchedAt: time("fetched_at").notNull().defaultNow(),
  },
  (row) => [primaryKey({ columns: [row.runId, row.url] })],
);

/** What the columns of files stand for, by kind of file (file-columns.server.ts). */
export const fileColumns = pgTable("file_columns", {
  kind: text("kind", { enum: ["gateway", "courier", "products"] }).primaryKey(),
  columns: jsonb("columns").notNull(),
  version: integer("version").notNull().default(1),
});
