import { cutText } from "../../../platform/text/cut-text.ts";
import { typedFields } from "../../catalogue/kinds/attribute-sets.ts";
import { colourCode } from "../../catalogue/kinds/colour-code.ts";
import { readRupees } from "../../money.ts";
import { textOfHtml } from "../../text/text-of-html.ts";
import type { Known, ReportProblem, Row, Unchecked } from "../draft.ts";
import { detailCells, detailsInColumns } from "./read-details.ts";
import { amount, listed, statusOf, stockOf } from "./read-own.ts";
import { picturesOf } from "./read-shopify/pictures.ts";

/** The numbers of Shopify's options that give our size and colour. */
type Places = { size: number[]; colour: number | null };

const most = { description: 5000, brand: 80, tags: 50, tag: 60, type: 80, size: 20, colour: 60 };

/** Reads one product of Shopify's product CSV: rows with the same Handle, its own fields in the first of them. */
export function readShopify(
  slug: string,
  first: Row,
  rows: Row[],
  known: Known,
  report: ReportProblem,
): Unchecked {
  const places = optionPlaces(first, report);
  const type = typeOf(first);
  const categoryId = categoryOf(type, known);
  const sold = rows.filter(
    (row) => row.cell("Variant Price") || row.cell("Option1 Value") || row.cell("Variant SKU"),
  );
  const price = sold[0] ? (amount(sold[0], "Variant Price", report) ?? 0) : 0;
  const mrp = sold[0] ? amount(sold[0], "Variant Compare At Price", report) : null;
  const cost = sold[0] ? costOf(sold[0], report) : null;
  const shortened = (column: string, text: string, longest: number) => {
    if (text.length <= longest) return text;
    report(first.number, first.heading(column), { code: "too-long", longest });
    return cutText(text, longest).trim();
  };
  const tags = listed(first.cell("Tags"), ",");
  if (tags.length > most.tags || tags.some((tag) => tag.length > most.tag))
    report(first.number, first.heading("Tags"), "too-many-tags");
  const variants = sold.flatMap((row, at) =>
    variantOf(row, places, at === 0 ? null : { price, cost }, report),
  );
  return {
    row: first.number,
    slug,
    name: first.cell("Title"),
    brand: shortened("Vendor", first.cell("Vendor"), most.brand),
    description: shortened("Body (HTML)", textOfHtml(first.cell("Body (HTML)")), most.description),
    price,
    originalPrice: mrp !== null && mrp > price ? mrp : null,
    cost,
    categoryId,
    type: categoryId === null && type !== "" ? type : null,
    tags: tags.filter((tag) => tag.length <= most.tag).slice(0, most.tags),
    status: shownStatus(first, report),
    more: null,
    ...(categoryId !== null && {
      details: detailsInColumns(first, fieldsOf(categoryId, known), report).values,
    }),
    ...(categoryId === null && type !== "" && { cells: detailCells(first, known) }),
    variants,
    pictures: picturesOf(rows, variants, report),
  };
}

/** Its Type, or without one the last part of Shopify's own category ("Apparel & Accessories > Clothing > Shirts"). */
function typeOf(first: Row): string {
  const type = first.cell("Type") || first.cell("Product Category").split(">").at(-1)?.trim() || "";
  return cutText(type, most.type);
}

function fieldsOf(categoryId: string, { sets, setOfCategory }: Known) {
  return typedFields(sets.get(setOfCategory.get(categoryId) ?? "")?.fields ?? []);
}

/** "T-Shirt" is the category "T-shirts". */
function categoryOf(type: string, { categories }: Known): string | null {
  const name = type.toLowerCase();
  return categories.get(name) ?? categories.get(`${name}s`) ?? categories.get(name.replace(/s$/, "")) ?? null;
}

/**
 * Which of our two options each of Shopify's three is. An option named as a colour is the colour; the first other one
 * is the size, and further ones are joined to it ("M / Slim").
 */
function optionPlaces(first: Row, report: ReportProblem): Places {
  const places: Places = { size: [], colour: null };
  for (const number of [1, 2, 3]) {
    const column = `Option${number} Name`;
    const name = first.cell(column);
    if (name === "" || /^title$/i.test(name)) continue;
    if (/^colou?rs?$/i.test(name) && places.colour === null) places.colour = number;
    else {
      if (places.size.length > 0)
        report(first.number, first.heading(column), "third-option", {
          value: name,
        });
      places.size.push(number);
    }
  }
  return places;
}

/** What a piece costs the shop. Shopify writes 0 where nobody has entered it. */
function costOf(row: Row, report: ReportProblem): number | null {
  return readRupees(row.cell("Cost per item")) === 0 ? null : amount(row, "Cost per item", report);
}

/** One size and colour. `product`: its price and cost in paise; null in the row that defines them. */
function variantOf(
  row: Row,
  places: Places,
  product: { price: number; cost: number | null } | null,
  report: ReportProblem,
): Unchecked["variants"] {
  const value = (number: number) => row.cell(`Option${number} Value`);
  const size = places.size.map(value).filter(Boolean).join(" / ") || null;
  const colour = (places.colour !== null && value(places.colour)) || null;
  const tooLong =
    size !== null && size.length > most.size
      ? size
      : colour !== null && colour.length > most.colour
        ? colour
        : null;
  if (tooLong !== null) {
    report(row.number, row.heading("Option1 Value"), "option-too-long", {
      value: tooLong,
    });
    return [];
  }
  const code = colour === null ? null : colourCode(colour);
  if (colour !== null && code === null)
    report(row.number, row.heading(`Option${places.colour} Value`), "colour-unknown", {
      value: colour,
    });
  const own = product && { price: amount(row, "Variant Price", report), cost: costOf(row, report) };
  return [
    {
      row: row.number,
      size,
      colour,
      hex: colour === null ? null : (code ?? "#808080"),
      sku: row.cell("Variant SKU").replace(/^'/, "") || null,
      price: own?.price === product?.price ? null : (own?.price ?? null),
      cost: own?.cost === product?.cost ? null : (own?.cost ?? null),
      stock: stockOf(row, "Variant Inventory Qty", report),
    },
  ];
}

/** Active only when Shopify shows the product: active and published. */
function shownStatus(row: Row, report: ReportProblem): Unchecked["status"] {
  const published = row.cell("Published").toLowerCase();
  if (row.cell("Status") === "") return published === "true" ? "active" : "draft";
  const status = statusOf(row, report);
  return status === "active" && published === "false" ? "draft" : status;
}
