import { eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { columnsWithout, jsonRows } from "../../platform/database/rows.server.ts";
import { type Actor, can } from "../access/actor.ts";
import { attributeSets } from "../catalogue/kinds/attribute-sets.server.ts";
import type { TypedField } from "../catalogue/kinds/attribute-sets.ts";
import { measuresText } from "../catalogue/kinds/measures.ts";
import { category, product, productMeasure, productPicture, variant } from "../catalogue/tables.server.ts";
import { csvByteOrderMark, csvRow } from "../csv.ts";
import { fieldText, storedValue } from "../fields/fields.ts";
import { rupeesField } from "../money.ts";
import { costColumns, labelledFields, type OwnColumn, ownColumns } from "./draft.ts";

const atOnce = 200;
const { slug, name, brand, description, price, originalPrice, cost, tags, status } = product;
const { hsnCode, countryOfOrigin, washCare, material } = product;
const columns = {
  slug,
  name,
  brand,
  description,
  price,
  originalPrice,
  cost,
  tags,
  status,
  hsnCode,
  countryOfOrigin,
  washCare,
  material,
  data: product.categorySpecificData,
  category: category.name,
  kind: category.kind,
  collections: sql<string[]>`array(
    select collection_slug from product_collection where product_id = product.id order by 1)`,
  variants: jsonRows(columnsWithout(variant, ["productId", "position", "colourFamily", "reserved"]), {
    alias: "v",
    from: sql`variant v where v.product_id = product.id`,
    order: sql`v.position, v.sku`,
  }),
  measures: jsonRows(columnsWithout(productMeasure, ["productId"]), {
    alias: "m",
    from: sql`product_measure m where m.product_id = product.id`,
    order: sql`m.size, m.measure`,
  }),
  pictures: jsonRows(columnsWithout(productPicture, ["productId", "position"]), {
    alias: "pp",
    from: sql`product_picture pp where pp.product_id = product.id`,
    order: sql`pp.position`,
  }),
};
type Exported = Awaited<ReturnType<typeof productsAfter>>[number];

/**
 * All products in the shop's own format, as CSV chunks while they are read: importing it changes nothing. Formulas are
 * escaped. Sorted by slug, so that two exports can be compared. In: the actor; without `catalogue.edit` the columns of
 * costs are left out.
 */
export async function* exportProducts({ db }: { db: Db }, actor: Actor): AsyncGenerator<string> {
  const seesCosts = can(actor, "catalogue.edit");
  const shown = ownColumns.filter((column) => seesCosts || !isCost(column));
  // The byte order mark marks it as UTF-8 for spreadsheets.
  const sets = new Map((await attributeSets({ db })).map(({ key, fields }) => [key, labelledFields(fields)]));
  const labels = [
    ...new Map([...sets.values()].flat().map(({ label }) => [label.toLowerCase(), label])).values(),
  ];
  yield csvByteOrderMark + csvRow([...shown, ...labels]);
  for (let after = ""; ; ) {
    const some = await productsAfter(db, after);
    yield some
      .map((one) => linesOf(one, shown, detailCells(one, sets.get(one.kind ?? "") ?? [], labels)))
      .join("");
    const last = some.at(-1);
    if (!last || some.length < atOnce) return;
    after = last.slug;
  }
}

function productsAfter(db: Db, after: string) {
  return db
    .select(columns)
    .from(product)
    .leftJoin(category, eq(category.id, product.categoryId))
    .where(gt(slug, after))
    .orderBy(slug)
    .limit(atOnce);
}

function isCost(column: OwnColumn): boolean {
  return costColumns.some((one) => one === column);
}

/** The details of a product in the columns of their labels. */
function detailCells({ data }: Exported, fields: readonly TypedField[], labels: readonly string[]): string[] {
  const values = z.record(z.string(), z.unknown()).parse(data);
  return labels.map((label) => {
    const field = fields.find((one) => one.label.toLowerCase() === label.toLowerCase());
    return field ? fieldText(storedValue(field, values)) : "";
  });
}

/** `details`: the cells behind those of the columns, in the product's first row. */
function linesOf(product: Exported, shown: OwnColumn[], details: readonly string[]): string {
  const { variants, measures, pictures } = product;
  const count = Math.max(1, variants.length, pictures.length);
  return Array.from({ length: count }, (_, at) => {
    const variant = variants[at];
    const picture = pictures[at];
    const cells: Partial<Record<OwnColumn, string | null | undefined>> = {
      Slug: product.slug,
      ...(at === 0 && factsOf(product)),
      ...(variant && {
        Size: variant.size,
        Colour: variant.colour,
        "Colour code": variant.colourHex,
        SKU: variant.sku,
        "Variant price": money(variant.price),
        "Variant cost": money(variant.cost),
        Stock: String(variant.stock),
        Measures: measuresText(measures.filter(({ size }) => size === variant.size)),
      }),
      ...(picture && {
        Picture: picture.pictureKey,
        "Picture text": picture.alt,
        "Picture colour": picture.colour,
      }),
    };
    return csvRow([
      ...shown.map((column) => cells[column] ?? ""),
      ...details.map((cell) => (at === 0 ? cell : "")),
    ]);
  }).join("");
}

function factsOf(product: Exported) {
  return {
    Name: product.name,
    Brand: product.brand,
    Description: product.description,
    Category: product.category,
    Kind: product.kind,
    Collections: product.collections.join("; "),
    Status: product.status,
    Price: rupeesField(product.price),
    MRP: money(product.originalPrice),
    "Cost per item": money(product.cost),
    "HSN code": product.hsnCode,
    "Country of origin": product.countryOfOrigin,
    "Wash care": product.washCare,
    Material: product.material,
    Tags: product.tags.join("; "),
    Details: JSON.stringify(product.data),
  };
}

function money(amount: number | null): string {
  return amount === null ? "" : rupeesField(amount);
}

/** A file to begin with: the headings of the shop's own format, and a product in two sizes. */
export function importTemplate(): string {
  const first: Partial<Record<OwnColumn, string>> = {
    Slug: "indigo-block-print-kurta",
    Name: "Indigo Block Print Kurta",
    Brand: "Your brand",
    Description: "Cotton, knee length, with a mandarin collar.",
    Category: "Kurtas",
    Kind: "dress",
    Collections: "women",
    Status: "draft",
    Price: "1299.00",
    MRP: "1799.00",
    "Cost per item": "640.00",
    "HSN code": "6211",
    "Country of origin": "India",
    "Wash care": "Machine wash cold",
    Material: "Cotton",
    Tags: "kurta; cotton",
    Size: "M",
    Colour: "Indigo",
    "Colour code": "#1d2a55",
    SKU: "KURTA-INDIGO-M",
    Stock: "10",
    Measures: "chest 52; length 98",
    Picture: "indigo-kurta-front.jpg",
    "Picture text": "The kurta from the front",
  };
  const { Slug = "", Colour = "" } = first;
  const second: typeof first = {
    Slug,
    Size: "XXL",
    Colour,
    "Colour code": "#1d2a55",
    SKU: "KURTA-INDIGO-XXL",
    "Variant price": "1399.00",
    "Variant cost": "690.00",
    Stock: "4",
  };
  const rows = [first, second].map((cells) => csvRow(ownColumns.map((column) => cells[column] ?? "")));
  return [csvByteOrderMark, csvRow(ownColumns), ...rows].join("");
}
