import { z } from "zod";
import { cleanLine } from "../../text/clean-text.ts";
import { type FormFields, type FormRead, readForm } from "../../text/read-form.ts";

/** Body measures in centimetres. The first cell of each row is the size; `columns` names all cells. */
export type SizeGuide = { note: string; columns: string[]; rows: string[][] };

type Gender = "men" | "women" | "unisex";

const bodyNote = "Body measures in centimetres. If you are between two sizes, choose the larger one.";

const tops: Record<Gender, SizeGuide> = {
  women: {
    note: bodyNote,
    columns: ["Size", "Bust", "Waist", "Hip", "Shoulder"],
    rows: [
      ["S", "82–86", "66–70", "90–94", "36"],
      ["M", "87–91", "71–75", "95–99", "37.5"],
      ["L", "92–97", "76–81", "100–105", "39"],
      ["XL", "98–103", "82–87", "106–111", "40.5"],
      ["XXL", "104–110", "88–94", "112–118", "42"],
    ],
  },
  men: {
    note: bodyNote,
    columns: ["Size", "Chest", "Waist", "Shoulder"],
    rows: [
      ["S", "90–95", "75–80", "43.5"],
      ["M", "96–101", "81–86", "45"],
      ["L", "102–107", "87–92", "46.5"],
      ["XL", "108–113", "93–98", "48"],
      ["XXL", "114–120", "99–105", "49.5"],
    ],
  },
  unisex: {
    note: `${bodyNote} Cut for everybody: for a closer fit on a woman's frame take one size smaller.`,
    columns: ["Size", "Chest", "Shoulder"],
    rows: [
      ["S", "88–94", "43"],
      ["M", "95–101", "45"],
      ["L", "102–108", "47"],
      ["XL", "109–115", "49"],
      ["XXL", "116–122", "51"],
    ],
  },
};

const bottoms: Record<Gender, SizeGuide> = {
  women: {
    note: bodyNote,
    columns: ["Size", "Waist", "Hip", "Inside leg"],
    rows: [
      ["S", "66–70", "90–94", "74"],
      ["M", "71–75", "95–99", "75"],
      ["L", "76–81", "100–105", "76"],
      ["XL", "82–87", "106–111", "76"],
      ["XXL", "88–94", "112–118", "77"],
    ],
  },
  men: {
    note: bodyNote,
    columns: ["Size", "Waist", "Hip", "Inside leg"],
    rows: [
      ["S", "72–76", "90–94", "78"],
      ["M", "77–82", "95–99", "79"],
      ["L", "83–88", "100–104", "80"],
      ["XL", "89–94", "105–109", "80"],
      ["XXL", "95–101", "110–115", "81"],
    ],
  },
  unisex: {
    note: bodyNote,
    columns: ["Size", "Waist", "Hip", "Inside leg"],
    rows: [
      ["S", "69–74", "90–94", "76"],
      ["M", "75–80", "95–99", "77"],
      ["L", "81–86", "100–105", "78"],
      ["XL", "87–92", "106–111", "79"],
      ["XXL", "93–99", "112–118", "79"],
    ],
  },
};

const shoes: SizeGuide = {
  note: "Stand on a sheet of paper, mark heel and longest toe, and measure between the marks.",
  columns: ["UK / India", "EU", "Foot length (cm)"],
  rows: [
    ["6", "39–40", "24.5"],
    ["7", "41", "25.4"],
    ["8", "42", "26.2"],
    ["9", "43", "27.1"],
    ["10", "44–45", "27.9"],
    ["11", "46", "28.8"],
    ["12", "47", "29.6"],
  ],
};

const bottomCategories = new Set(["jeans", "trousers-and-joggers", "shorts", "skirts"]);

/** The rows of a stored guide: the size, then a cell for each further column. */
export const guideRows = z.array(z.array(z.string()));

/** A size guide of the owner, as its form has it. It is for products that fit all that is set of the three. */
export type SizeGuideInput = {
  name: string;
  categoryId: string | null;
  brand: string | null;
  sizeScale: string | null;
  note: string;
  unit: "cm" | "in";
  columns: string[];
  rows: string[][];
};

/** A guide as the fields of its form. */
export function sizeGuideFields(one: SizeGuideInput): Record<string, string> {
  return {
    name: one.name,
    categoryId: one.categoryId ?? "",
    brand: one.brand ?? "",
    sizeScale: one.sizeScale ?? "",
    note: one.note,
    unit: one.unit,
    table: [one.columns, ...one.rows].map((cells) => cells.join("; ")).join("\n"),
  };
}

const line = (most: number) => z.string().overwrite(cleanLine).max(most, `At most ${most} characters.`);
const orNull = (text: string) => text || null;
const guideForm = z
  .object({
    name: line(60).min(1, "Please write something here."),
    categoryId: z.string().transform(orNull),
    brand: line(80).transform(orNull),
    sizeScale: z.string().transform(orNull),
    note: line(300),
    unit: z.enum(["cm", "in"], "Please choose one."),
    table: z
      .string()
      .transform((typed) =>
        typed
          .split("\n")
          .filter((row) => row.trim() !== "")
          .map((row) => row.split(";").map(cleanLine)),
      )
      .refine((table) => table.length > 1, "A line of headings, and a line for each size.")
      .refine((table) => table.length <= 61, "At most 60 sizes.")
      .refine(
        ([head = []]) => head.length >= 2 && head.length <= 9,
        "From 2 to 9 columns, separated by semicolons.",
      )
      .refine(([head = [], ...rows]) => rows.every((row) => row.length === head.length), {
        message: "Each line needs as many cells as the first, separated by semicolons.",
      })
      .refine(
        (table) => table.flat().every((cell) => cell.length <= 40),
        "A cell has at most 40 characters.",
      ),
  })
  .refine((one) => one.categoryId ?? one.brand ?? one.sizeScale, {
    path: ["categoryId"],
    message: "Choose a category, a brand or a size scale that it is for.",
    when: () => true,
  });

/** Reads that form. */
export function readSizeGuide(fields: FormFields): FormRead<SizeGuideInput> {
  const read = readForm(guideForm, fields);
  if (!read.ok) return read;
  const { table, ...input } = read.value;
  const [columns = [], ...rows] = table;
  return { ok: true, value: { ...input, columns, rows } };
}

/** Columns that are not lengths, by how their name begins. */
const plainColumn = /^(size|age|uk|eu|us|india)\b/i;

/** Whether the cells of a column are lengths, which are shown in both units. */
export function isLength(column: string): boolean {
  return !plainColumn.test(column) || /\bcm\b/.test(column);
}

const centimetresPerInch = 2.54;

/**
 * The owner's guide for a product's page, in centimetres, with the rows of its sizes only. Out: null when it has none of
 * them.
 */
export function ownSizeGuide(
  { note, unit, columns, rows }: Pick<SizeGuideInput, "note" | "unit" | "columns" | "rows">,
  sizes: readonly string[],
): SizeGuide | null {
  const centimetres = (cell: string) =>
    cell.replace(/\d+(\.\d+)?/g, (length) =>
      String(Math.round(Number(length) * centimetresPerInch * 10) / 10),
    );
  const shown = rows.filter(([size]) => size !== undefined && sizes.includes(size));
  if (shown.length === 0) return null;
  const inCm = shown.map((row) =>
    row.map((cell, at) =>
      at > 0 && unit === "in" && isLength(columns[at] ?? "") ? centimetres(cell) : cell,
    ),
  );
  return { note, columns: [...columns], rows: inCm };
}

/**
 * The size table of a product, with the rows of its sizes only. In: its kind, its category's slug, the gender, its
 * sizes. Out: null for products without sizes.
 */
export function sizeGuideFor(
  kind: string | null,
  { category, gender, sizes }: { category: string | null; gender: Gender; sizes: string[] },
): SizeGuide | null {
  if (kind !== "dress" && kind !== "shoes") return null;
  const guide = kind === "shoes" ? shoes : (bottomCategories.has(category ?? "") ? bottoms : tops)[gender];
  const rows = guide.rows.filter(([size]) => size !== undefined && sizes.includes(size));
  return rows.length > 0 ? { ...guide, rows } : null;
}
