import { readRupees } from "../money.ts";
import type { Draft, Known, OwnColumn, Row } from "./draft.ts";

type Cell = (column: OwnColumn) => string;
export type Tell = (row: number, column: string, message: string, grave?: boolean) => void;

/** Reads one product of the shop's own format: its facts stand in its first row, sizes and pictures in all of them. */
export function readOwn(rows: Row[], known: Known, tell: Tell): unknown {
  const [first] = rows;
  if (!first) return null;
  const cell: Cell = (column) => first.cell(column);
  const category = cell("Category");
  const categoryId = known.categories.get(category.toLowerCase()) ?? null;
  if (category && categoryId === null)
    tell(first.number, "Category", `There is no category "${category}".`, true);
  const collections = listed(cell("Collections")).map((slug) => slug.toLowerCase());
  for (const slug of collections) {
    if (!known.collections.has(slug))
      tell(first.number, "Collections", `There is no collection "${slug}".`, true);
  }
  return {
    row: first.number,
    slug: cell("Slug").toLowerCase(),
    name: cell("Name"),
    brand: cell("Brand"),
    description: cell("Description"),
    price: amount(first, "Price", tell) ?? 0,
    originalPrice: amount(first, "MRP", tell),
    categoryId,
    tags: listed(cell("Tags")),
    status: cell("Status").toLowerCase() || "draft",
    more: {
      collections,
      hsnCode: digits(first, tell),
      countryOfOrigin: cell("Country of origin") || null,
      washCare: cell("Wash care") || null,
      material: cell("Material") || null,
      data: details(first, tell),
    },
    variants: rows.flatMap((row) => variantOf(row, tell)),
    pictures: rows.flatMap((row) => {
      const name = row.cell("Picture");
      return name
        ? [{ name, alt: row.cell("Picture text"), colour: row.cell("Picture colour") || null }]
        : [];
    }),
  };
}

function variantOf(row: Row, tell: Tell): Draft["variants"] {
  const [size, colour, sku, stock] = ["Size", "Colour", "SKU", "Stock"].map(
    (column) => row.cell(column) || null,
  );
  if (!size && !colour && !sku && !stock) return [];
  return [
    {
      row: row.number,
      size: size ?? null,
      colour: colour ?? null,
      hex: row.cell("Colour code").toLowerCase() || null,
      sku: sku ?? null,
      price: amount(row, "Variant price", tell),
      stock: wholeNumber(row, "Stock", tell),
    },
  ];
}

/** "one; two" as a list. */
export function listed(cell: string, between: string | RegExp = ";"): string[] {
  return [...new Set(cell.split(between).map((part) => part.trim()))].filter(Boolean);
}

/** A cell of rupees in paise; null when it is empty or, which is told, no amount above 0. */
export function amount(row: Row, column: string, tell: Tell): number | null {
  const typed = row.cell(column);
  if (typed === "") return null;
  const paise = readRupees(typed);
  if (paise === null || paise === 0) tell(row.number, column, `"${typed}" is no amount in rupees.`, true);
  return paise || null;
}

/** A cell of pieces; null when it is empty or, which is told, no whole number. */
export function wholeNumber(row: Row, column: string, tell: Tell): number | null {
  const typed = row.cell(column);
  if (typed === "") return null;
  if (/^\d{1,7}$/.test(typed)) return Number(typed);
  tell(row.number, column, `"${typed}" is no whole number.`, true);
  return null;
}

function digits(row: Row, tell: Tell): string | null {
  const typed = row.cell("HSN code");
  if (typed !== "" && !/^\d{4,8}$/.test(typed)) tell(row.number, "HSN code", "4 to 8 digits.", true);
  return typed || null;
}

function details(row: Row, tell: Tell): unknown {
  const typed = row.cell("Details");
  if (typed === "") return {};
  try {
    const read: unknown = JSON.parse(typed);
    if (read !== null && typeof read === "object" && !Array.isArray(read) && typed.length <= 5000)
      return read;
  } catch {
    // Told below, as for any other text that is no object.
  }
  tell(row.number, "Details", "This is no JSON object, as an export writes it.", true);
  return {};
}
