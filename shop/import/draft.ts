import { z } from "zod";

const paise = z.int().min(1).max(100_000_000_00);

/** A product as a file tells it. What the file cannot tell is null and stays as it is. */
export const draftShape = z.object({
  /** The row of the file that begins it, from 1 with the heading. */
  row: z.int(),
  slug: z.string().max(120),
  name: z.string().min(1).max(200),
  brand: z.string().max(80),
  description: z.string().max(5000),
  /** Paise. */
  price: paise,
  originalPrice: paise.nullable(),
  categoryId: z.string().nullable(),
  tags: z.array(z.string().min(1).max(60)).max(50),
  status: z.enum(["draft", "active", "archived"]),
  /** Only the shop's own format knows these. */
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
        /** Null: left as it is. */
        stock: z.int().min(0).max(1_000_000).nullable(),
      }),
    )
    .max(200),
  /** In their order: a file's name, or the key of a picture that the shop has. Empty: left as they are. */
  pictures: z
    .array(
      z.object({
        name: z.string().max(200),
        alt: z.string().max(300),
        colour: z.string().max(60).nullable(),
      }),
    )
    .max(30),
});
export type Draft = z.infer<typeof draftShape>;

/** What is wrong (`grave`: its product is left out) or was passed over, with its place in the file. */
export type Problem = { row: number; column: string; message: string; grave: boolean };

export type ImportFormat = "own" | "shopify";
export const importModes = ["both", "create", "update"] as const;
export type ImportMode = (typeof importModes)[number];

/** What the shop has, that a file names: name or slug in lower case -> id or slug. */
export type Known = { categories: ReadonlyMap<string, string>; collections: ReadonlySet<string> };

/** One row by its headings, read as text without spaces around it. */
export type Row = { number: number; cell(column: string): string };

export const ownColumns = [
  "Slug",
  "Name",
  "Brand",
  "Description",
  "Category",
  "Collections",
  "Status",
  "Price",
  "MRP",
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
  "Stock",
  "Picture",
  "Picture text",
  "Picture colour",
] as const;
export type OwnColumn = (typeof ownColumns)[number];
