import type { Draft, Known, Row } from "./draft.ts";
import { amount, listed, type Tell, wholeNumber } from "./read-own.ts";
import { colourCode } from "./read-shopify/colour-code.ts";
import { textOfHtml } from "./read-shopify/text-of-html.ts";

type Place = "size" | "colour";

/** Reads one product of Shopify's product CSV: rows with the same Handle, its facts in the first of them. */
export function readShopify(rows: Row[], known: Known, tell: Tell): unknown {
  const [first] = rows;
  if (!first) return null;
  const places = optionPlaces(first, tell);
  const type = first.cell("Type");
  const categoryId = known.categories.get(type.toLowerCase()) ?? null;
  if (type && categoryId === null)
    tell(first.number, "Type", `There is no category "${type}": it comes without one.`);
  const sold = rows.filter(
    (row) => row.cell("Variant Price") || row.cell("Option1 Value") || row.cell("Variant SKU"),
  );
  const price = sold[0] ? (amount(sold[0], "Variant Price", tell) ?? 0) : 0;
  const mrp = sold[0] ? amount(sold[0], "Variant Compare At Price", tell) : null;
  const pictures = rows
    .filter((row) => row.cell("Image Src"))
    .map((row) => ({ row, position: Number(row.cell("Image Position")) || Number.MAX_SAFE_INTEGER }))
    .sort((one, other) => one.position - other.position);
  return {
    row: first.number,
    slug: first.cell("Handle").toLowerCase(),
    name: first.cell("Title"),
    brand: first.cell("Vendor"),
    description: textOfHtml(first.cell("Body (HTML)")),
    price,
    originalPrice: mrp !== null && mrp > price ? mrp : null,
    categoryId,
    tags: listed(first.cell("Tags"), ","),
    status: statusOf(first),
    more: null,
    variants: sold.map((row) => variantOf(row, places, price, tell)),
    pictures: pictures.map(({ row }) => ({
      name: fileName(row.cell("Image Src")),
      alt: row.cell("Image Alt Text"),
      colour: null,
    })),
  };
}

/** Which of our two options each of Shopify's three is. The first that is neither takes the size's place. */
function optionPlaces(first: Row, tell: Tell): (Place | null)[] {
  const taken = new Set<Place>();
  return [1, 2, 3].map((number) => {
    const name = first.cell(`Option${number} Name`);
    if (name === "" || /^title$/i.test(name)) return null;
    const place: Place = /^colou?rs?$/i.test(name) ? "colour" : "size";
    if (!taken.has(place)) {
      taken.add(place);
      return place;
    }
    tell(
      first.number,
      `Option${number} Name`,
      `"${name}" has no place: a product has a size and a colour.`,
      true,
    );
    return null;
  });
}

function variantOf(row: Row, places: (Place | null)[], price: number, tell: Tell): Draft["variants"][number] {
  const value = (place: Place) => {
    const at = places.indexOf(place);
    return (at >= 0 && row.cell(`Option${at + 1} Value`)) || null;
  };
  const colour = value("colour");
  const code = colour === null ? null : colourCode(colour);
  if (colour !== null && code === null)
    tell(
      row.number,
      "Option Value",
      `"${colour}" is a colour without a code: it shows as grey until you choose one.`,
    );
  const own = amount(row, "Variant Price", tell);
  return {
    row: row.number,
    size: value("size"),
    colour,
    hex: colour === null ? null : (code ?? "#808080"),
    sku: row.cell("Variant SKU").replace(/^'/, "") || null,
    price: own === price ? null : own,
    stock: wholeNumber(row, "Variant Inventory Qty", tell),
  };
}

function statusOf(row: Row): string {
  const status = row.cell("Status").toLowerCase();
  if (status) return status;
  return /^true$/i.test(row.cell("Published")) ? "active" : "draft";
}

/** "https://cdn.example/files/kurta-front.jpg?v=1" is the picture "kurta-front.jpg" of the ZIP: nothing is fetched. */
function fileName(source: string): string {
  const path = source.split(/[?#]/)[0] ?? "";
  return (path.split("/").at(-1) ?? "").toLowerCase();
}
