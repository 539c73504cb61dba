import { z } from "zod";
import { maxVariants } from "../catalogue/edit/product-draft.ts";
import { type AttributeField, type TypedField, typedFields } from "../catalogue/kinds/attribute-sets.ts";
import { measures } from "../catalogue/kinds/measures.ts";
import { readFieldTexts } from "../fields/fields.ts";

const paise = z.int().min(1).max(100_000_000_00);

/**
 * A product as read from a file. Fields that the file does not have stay unchanged: those of the columns in `absent`,
 * and those that are null.
 */
export const draftShape = z.object({
  /** The first row of the product, counted from 1 with the heading. */
  row: z.int(),
  slug: z.string().max(120),
  /** The columns of our own format that the file does not have; of Shopify's files only those of costs. */
  absent: z.array(z.string()).default([]),
  name: z.string().min(1).max(200).nullable(),
  brand: z.string().max(80),
  description: z.string().max(5000),
  /** Paise. */
  price: paise.nullable(),
  originalPrice: paise.nullable(),
  /** What one piece costs the shop, in paise without tax. */
  cost: paise.nullable().default(null),
  categoryId: z.string().nullable(),
  /** Its category's name, when the shop has no such category. */
  type: z.string().max(80).nullable().default(null),
  /** The key of the set of details for that category, when the file names it. */
  kind: z.string().max(60).nullable().default(null),
  tags: z.array(z.string().min(1).max(60)).max(50),
  status: z.enum(["draft", "active", "archived"]),
  /** Only in the shop's own format. */
  more: z
    .object({
      collections: z.array(z.string()),
      hsnCode: z.string().nullable(),
      countryOfOrigin: z.string().max(60).nullable(),
      washCare: z.string().max(500).nullable(),
      material: z.string().max(200).nullable(),
      data: z.record(z.string(), z.unknown()),
    })
    .nullable(),
  /** Values of its set of details by key, which leave its others as they are. */
  details: z.record(z.string(), z.unknown()).default({}),
  /** Cells that are named like a field, by the label in lower case, until its category is chosen. */
  cells: z.record(z.string(), z.string()).default({}),
  variants: z
    .array(
      z.object({
        row: z.int(),
        size: z.string().min(1).max(20).nullable(),
        colour: z.string().min(1).max(60).nullable(),
        hex: z.string().nullable(),
        sku: z.string().min(1).max(60).nullable(),
        /** Null: the product's. */
        price: paise.nullable(),
        /** Null: the product's. */
        cost: paise.nullable().default(null),
        /** Its place among the sizes and colours; without one, that in the file. */
        position: z.int().optional(),
        /** Null: unchanged, 0 for a new one. */
        stock: z.int().min(0).max(1_000_000).nullable(),
        /** Of its size. Null: unchanged. */
        measures: z
          .array(z.object({ measure: z.enum(measures), millimetres: z.int() }))
          .nullable()
          .default(null),
      }),
    )
    .max(maxVariants),
  /** In their order: a file's name, or the key of a picture that the shop has. Empty: unchanged. */
  pictures: z
    .array(
      z.object({
        name: z.string().max(200),
        alt: z.string().max(300),
        colour: z.string().max(60).nullable(),
        /** Its URL, when the file has one. */
        source: z.string().max(2000).nullable().default(null),
      }),
    )
    .max(30),
});
export type Draft = z.infer<typeof draftShape>;

/** A product as it was read, before validation. */
export type Unchecked = z.input<typeof draftShape>;

const plainImportCodes = [
  "not-allowed",
  "variant-twice",
  "too-many-variants",
  "too-many-with-stored",
  "no-colour-code",
  "sku-twice",
  "no-kind",
  "no-collection",
  "no-status",
  "no-amount",
  "decimal-comma",
  "stock-below-zero",
  "no-whole-number",
  "no-hsn-code",
  "no-details",
  "no-detail",
  "no-measures",
  "too-many-tags",
  "third-option",
  "option-too-long",
  "colour-unknown",
  "sale-with-dates",
  "too-many-pictures",
  "too-many-rows",
  "cell-too-long",
  "handle-unusable",
  "empty",
  "heading-twice",
  "scientific-number",
  "columns-for-new",
  "prices-not-allowed",
  "stock-not-allowed",
  "variant-unclear",
  "slug-twice",
  "slug-changed",
  "endless-row",
  "quotation-mark",
  "not-utf-8",
  "pictures-absent",
  "sku-of-another",
  "stock-reserved",
  "reserved-above-stock",
  "exists-already",
  "does-not-exist",
] as const;
type PlainImportCode = (typeof plainImportCodes)[number];

/** A message of an import about a file or a product; its text is chosen where it is shown. */
export const importMessage = z.discriminatedUnion("code", [
  z.object({ code: z.enum(plainImportCodes) }),
  z.object({ code: z.literal("too-long"), longest: z.int() }),
  z.object({ code: z.literal("columns-missing"), columns: z.array(z.string()) }),
  /** `why`: a code of `skipReasons` or of a picture's refusal. */
  z.object({ code: z.literal("picture-not-kept"), name: z.string(), why: z.string() }),
  z.object({ code: z.literal("sku-taken"), sku: z.string() }),
  z.object({ code: z.literal("below-reserved"), reserved: z.int(), sku: z.string() }),
  /** The first three names; `draft`: a new product that has no picture at all. */
  z.object({
    code: z.literal("pictures-missing"),
    names: z.array(z.string()),
    more: z.int(),
    draft: z.boolean(),
  }),
]);
export type ImportMessage = z.infer<typeof importMessage>;

/** A stored message: a text in versions before codes, an unknown code in newer ones. */
export const storedImportMessage = z.union([importMessage, z.string(), z.looseObject({ code: z.string() })]);
export type StoredImportMessage = z.infer<typeof storedImportMessage>;

/** A problem (`grave`: its product is excluded) or something that was skipped, once for all affected rows. */
export const problemShape = z.object({
  column: z.string(),
  message: storedImportMessage,
  grave: z.boolean(),
  count: z.int(),
  /** The first of the rows, with the cell's value. */
  lines: z.array(z.object({ row: z.int(), value: z.string() })),
});
export type Problem = z.infer<typeof problemShape>;

/** Reports a problem in a row. `value`: the value of the cell. */
export type ReportProblem = (
  row: number,
  column: string,
  message: PlainImportCode | ImportMessage,
  more?: { grave?: true; value?: string },
) => void;

export const importFormats = ["own", "shopify", "woocommerce"] as const;

/** The summary of a file after its last product. */
export const summaryShape = z.object({
  format: z.enum(importFormats),
  /** Including the heading. */
  rows: z.int(),
  products: z.int(),
  /** Products excluded by a grave problem, and their rows. */
  productsRejected: z.int(),
  rowsRejected: z.int(),
  /** The file's names of the columns that are checked against the shop. */
  columns: z.object({ picture: z.string(), sku: z.string(), stock: z.string() }),
  problems: z.array(problemShape),
});
export type Summary = z.infer<typeof summaryShape>;

export type ImportFormat = (typeof importFormats)[number];
export const importModes = ["both", "create", "update"] as const;
export type ImportMode = (typeof importModes)[number];

/** The shop's records that a file can name: name or slug in lower case -> id or slug. */
export type Known = {
  categories: ReadonlyMap<string, string>;
  collections: ReadonlySet<string>;
  /** Sets of details by key and by name in lower case. */
  sets: ReadonlyMap<string, { key: string; fields: readonly AttributeField[] }>;
  /** The key of the set of each category, by the category's id. */
  setOfCategory: ReadonlyMap<string, string>;
};

/**
 * One row by the headings of our own format or of Shopify's older one (also of a WooCommerce file), read as text without spaces around it.
 * `heading`: the file's name of a column.
 */
export type Row = {
  number: number;
  cell(column: string): string;
  heading(column: string): string;
  has(column: string): boolean;
  /** The cell for a field of a set of details, and the file's name of its column; null without one. */
  field(label: string): { text: string; column: string } | null;
};

export const ownColumns = [
  "Slug",
  "Name",
  "Brand",
  "Description",
  "Category",
  "Kind",
  "Collections",
  "Status",
  "Price",
  "MRP",
  "Cost per item",
  "HSN code",
  "Country of origin",
  "Wash care",
  "Material",
  "Tags",
  "Details",
  "Size",
  "Colour",
  "Colour code",
  "SKU",
  "Variant price",
  "Variant cost",
  "Stock",
  "Measures",
  "Picture",
  "Picture text",
  "Picture colour",
] as const;
export type OwnColumn = (typeof ownColumns)[number];

/**
 * The fields of a set that a file has a column for: those whose label is not the name of another column. In the
 * column "Details" all of them are by their key.
 */
export function labelledFields(fields: readonly AttributeField[]): TypedField[] {
  return typedFields(fields).filter(
    ({ label }) => !ownColumns.some((column) => column.toLowerCase() === label.toLowerCase()),
  );
}

/** Reads the cells of a draft when the fields of its set are known. Out: the values by key; null when a field does not allow its value. */
export function detailsInCells(
  cells: Readonly<Record<string, string>>,
  fields: readonly TypedField[],
): Record<string, unknown> | null {
  const texts = Object.fromEntries(fields.map((field) => [field.key, cells[lowerLabel(field)] ?? ""]));
  const { values, errors } = readFieldTexts(fields, texts, { complete: false });
  return Object.keys(errors).length > 0 ? null : values;
}

/** The label of a field as the cells of a draft have it. */
export const lowerLabel = ({ label }: TypedField): string => label.toLowerCase();

/** What pieces cost the shop: only for staff who may edit the catalogue. */
export const costColumns = ["Cost per item", "Variant cost"] as const satisfies OwnColumn[];
