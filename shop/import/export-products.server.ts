import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { measures, measuresText } from "../catalogue/kinds/measures.ts";
import { csvByteOrderMark, csvRow } from "../csv.ts";
import { rupeesField } from "../money.ts";
import { type OwnColumn, ownColumns } from "./draft.ts";

const atOnce = 200;
const paise = z.coerce.number();
const products = z.array(
  z.object({
    slug: z.string(),
    name: z.string(),
    brand: z.string(),
    description: z.string(),
    price: paise,
    original_price: paise.nullable(),
    category: z.string().nullable(),
    hsn_code: z.string().nullable(),
    country_of_origin: z.string().nullable(),
    wash_care: z.string().nullable(),
    material: z.string().nullable(),
    tags: z.array(z.string()),
    status: z.string(),
    data: z.record(z.string(), z.unknown()),
    collections: z.array(z.string()),
    variants: z.array(
      z.object({
        size: z.string().nullable(),
        colour: z.string().nullable(),
        hex: z.string().nullable(),
        sku: z.string(),
        price: z.number().nullable(),
        stock: z.number(),
        measures: z.array(z.object({ measure: z.enum(measures), millimetres: z.number() })),
      }),
    ),
    pictures: z.array(z.object({ key: z.string(), alt: z.string(), colour: z.string().nullable() })),
  }),
);

/**
 * All products in the shop's own format, in pieces of CSV as they are read: an import of it changes nothing. Cells that
 * a spreadsheet would run are made harmless. By slug, so that two exports can be compared.
 */
export async function* exportProducts({ db }: { db: Db }): AsyncGenerator<string> {
  // The mark tells spreadsheets that it is UTF-8.
  yield csvByteOrderMark + csvRow(ownColumns);
  for (let after = ""; ; ) {
    const { rows } = await db.execute(sql`
      select p.slug, p.name, p.brand, p.description, p.price, p.original_price, c.name as category, p.hsn_code,
        p.country_of_origin, p.wash_care, p.material, p.tags, p.status, p.category_specific_data as data,
        array(select collection_slug from product_collection where product_id = p.id order by 1) as collections,
        (select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'colour', v.colour, 'hex', v.colour_hex,
          'sku', v.sku, 'price', v.price, 'stock', v.stock,
          'measures', (select coalesce(jsonb_agg(jsonb_build_object('measure', m.measure, 'millimetres', m.millimetres)), '[]')
            from product_measure m where m.product_id = p.id and m.size = v.size)) order by v.position, v.sku), '[]')
          from variant v where v.product_id = p.id) as variants,
        (select coalesce(jsonb_agg(jsonb_build_object('key', pp.picture_key, 'alt', pp.alt, 'colour', pp.colour)
          order by pp.position), '[]') from product_picture pp where pp.product_id = p.id) as pictures
      from product p left join category c on c.id = p.category_id
      where p.slug > ${after} order by p.slug limit ${atOnce}`);
    const some = products.parse(rows);
    yield some.map(linesOf).join("");
    const last = some.at(-1);
    if (!last || some.length < atOnce) return;
    after = last.slug;
  }
}

function linesOf(product: z.infer<typeof products>[number]): string {
  const { variants, pictures } = product;
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
        "Colour code": variant.hex,
        SKU: variant.sku,
        "Variant price": money(variant.price),
        Stock: String(variant.stock),
        Measures: measuresText(variant.measures),
      }),
      ...(picture && { Picture: picture.key, "Picture text": picture.alt, "Picture colour": picture.colour }),
    };
    return csvRow(ownColumns.map((column) => cells[column] ?? ""));
  }).join("");
}

function factsOf(product: z.infer<typeof products>[number]) {
  return {
    Name: product.name,
    Brand: product.brand,
    Description: product.description,
    Category: product.category,
    Collections: product.collections.join("; "),
    Status: product.status,
    Price: rupeesField(product.price),
    MRP: money(product.original_price),
    "HSN code": product.hsn_code,
    "Country of origin": product.country_of_origin,
    "Wash care": product.wash_care,
    Material: product.material,
    Tags: product.tags.join("; "),
    Details: JSON.stringify(product.data),
  };
}

function money(amount: number | null): string {
  return amount === null ? "" : rupeesField(amount);
}
