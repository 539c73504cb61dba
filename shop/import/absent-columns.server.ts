import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { ImportMessage, OwnColumn } from "./draft.ts";
import type { Ready } from "./write-products.server.ts";

const unknownColour = "#808080";

/**
 * Excludes the pending products of a run that a file with only some of the columns cannot mean: new ones without a name
 * or a price, and sizes of existing ones that it does not identify. Without the columns "Size" or "Colour" a row means
 * the variant of its SKU, or the only one that fits its other columns; its size and colour are added to the draft.
 */
export async function completeVariants(tx: Db, runId: string): Promise<void> {
  await tx.execute(sql`
    update import_product set state = 'skipped', message = '{"code": "columns-for-new"}'
    where run_id = ${runId} and not existing and (draft->>'name' is null or draft->>'price' is null)`);
  await tx.execute(sql`
    with asked as (
      select i.position, v.at, v.one, i.draft->'absent' as absent, p.id as product_id
      from import_product i join product p on p.slug = i.slug
      cross join jsonb_array_elements(i.draft->'variants') with ordinality as v (one, at)
      where i.run_id = ${runId} and i.state = 'waiting' and i.draft->'absent' ?| array['Size', 'Colour']),
    found as (
      select a.position, a.at, a.one, count(w.id) as fitting, jsonb_build_object(
          'size', min(w.size), 'colour', min(w.colour)) as named
      from asked a left join variant w on w.product_id = a.product_id
        and (a.one->>'sku' is null or lower(w.sku) = lower(a.one->>'sku'))
        and (a.absent ? 'Size' or w.size is not distinct from a.one->>'size')
        and (a.absent ? 'Colour' or w.colour is not distinct from a.one->>'colour')
      group by a.position, a.at, a.one),
    complete as (
      select position, bool_and(fitting = 1) as clear, jsonb_agg(one || named order by at) as variants
      from found group by position)
    update import_product i set draft = jsonb_set(i.draft, '{variants}', c.variants),
      state = case when c.clear then i.state else 'skipped' end,
      message = case when c.clear then i.message else '{"code": "variant-unclear"}' end
    from complete c where i.run_id = ${runId} and i.position = c.position`);
}

const storedProduct = z.object({
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  description: z.string(),
  price: z.coerce.number(),
  mrp: z.coerce.number().nullable(),
  cost: z.coerce.number().nullable(),
  tags: z.array(z.string()),
  status: z.enum(["draft", "active", "archived"]),
  data: z.record(z.string(), z.unknown()),
  hsn: z.string().nullable(),
  origin: z.string().nullable(),
  wash: z.string().nullable(),
  material: z.string().nullable(),
  collections: z.array(z.string()),
  variants: z.array(
    z.object({
      size: z.string().nullable(),
      colour: z.string().nullable(),
      hex: z.string().nullable(),
      price: z.number().nullable(),
      cost: z.number().nullable(),
      position: z.number(),
    }),
  ),
  pictures: z.array(z.object({ key: z.string(), alt: z.string(), colour: z.string().nullable() })),
});
type Stored = z.infer<typeof storedProduct>;

/**
 * Drafts with what the shop has in the columns that their file does not have. Out: also the reason for each new product
 * without a name or a price, by slug.
 */
export async function withStoredFields(
  tx: Db,
  drafts: Ready[],
): Promise<{ complete: Ready[]; failed: Map<string, ImportMessage> }> {
  const partial = drafts.filter(({ absent }) => absent.length > 0).map(({ slug }) => slug);
  const stored = new Map((await storedProducts(tx, partial)).map((one) => [one.slug, one]));
  const complete = drafts.map((draft) => completed(draft, stored.get(draft.slug)));
  const failed = complete.flatMap(({ slug, name, price }): [string, ImportMessage][] =>
    name === null || price === null ? [[slug, { code: "columns-for-new" }]] : [],
  );
  return { complete, failed: new Map(failed) };
}

async function storedProducts(tx: Db, slugs: string[]): Promise<Stored[]> {
  if (slugs.length === 0) return [];
  const { rows } = await tx.execute(sql`
    select p.slug, p.name, p.brand, p.description, p.price, p.original_price as mrp, p.cost, p.tags, p.status,
      p.category_specific_data as data, p.hsn_code as hsn, p.country_of_origin as origin, p.wash_care as wash, p.material,
      array(select collection_slug from product_collection where product_id = p.id order by 1) as collections,
      (select coalesce(json_agg(json_build_object('size', v.size, 'colour', v.colour, 'hex', v.colour_hex,
        'price', v.price, 'cost', v.cost, 'position', v.position)), '[]') from variant v where v.product_id = p.id) as variants,
      (select coalesce(json_agg(json_build_object('key', picture_key, 'alt', alt, 'colour', colour)), '[]')
        from product_picture where product_id = p.id) as pictures
    from product p where p.slug = any(${sql.param(slugs)}::text[]) for update of p`);
  return z.array(storedProduct).parse(rows);
}

/** Without the values that an empty cell has removed. */
function filledDetails(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

function completed(draft: Ready, stored: Stored | undefined): Ready {
  if (draft.absent.length === 0) return draft;
  const lacks = (column: OwnColumn) => draft.absent.includes(column);
  const variants = draft.variants.map((variant, at) => {
    const known = stored?.variants.find(
      ({ size, colour }) => size === variant.size && colour === variant.colour,
    );
    const code = variant.colour === null ? null : (variant.hex ?? unknownColour);
    return {
      ...variant,
      hex: lacks("Colour code") ? (known?.hex ?? code) : variant.hex,
      price: lacks("Variant price") ? (known?.price ?? null) : variant.price,
      cost: lacks("Variant cost") ? (known?.cost ?? null) : variant.cost,
      // In Shopify's files the order of the rows is that of the variants.
      ...(stored && draft.more && { position: known?.position ?? stored.variants.length + at }),
    };
  });
  const { more } = draft;
  if (!stored) return { ...draft, variants, more: more && { ...more, data: filledDetails(more.data) } };
  return {
    ...draft,
    variants,
    name: draft.name ?? stored.name,
    price: draft.price ?? stored.price,
    brand: lacks("Brand") ? stored.brand : draft.brand,
    description: lacks("Description") ? stored.description : draft.description,
    originalPrice: lacks("MRP") ? stored.mrp : draft.originalPrice,
    cost: lacks("Cost per item") ? stored.cost : draft.cost,
    tags: lacks("Tags") ? stored.tags : draft.tags,
    status: lacks("Status") ? stored.status : draft.status,
    more: more && {
      collections: lacks("Collections") ? stored.collections : more.collections,
      hsnCode: lacks("HSN code") ? stored.hsn : more.hsnCode,
      countryOfOrigin: lacks("Country of origin") ? stored.origin : more.countryOfOrigin,
      washCare: lacks("Wash care") ? stored.wash : more.washCare,
      material: lacks("Material") ? stored.material : more.material,
      data: filledDetails({ ...(lacks("Details") && stored.data), ...more.data }),
    },
    pictures: draft.pictures.map((picture) => {
      const known = stored.pictures.find(({ key }) => key === picture.key);
      return {
        ...picture,
        ...(lacks("Picture text") && known && { alt: known.alt }),
        ...(lacks("Picture colour") && known && { colour: known.colour }),
      };
    }),
  };
}
