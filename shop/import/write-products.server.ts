import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Importer } from "../access/actor.ts";
import { actorColumns, actorValues } from "../access/actor-columns.server.ts";
import { maxVariants } from "../catalogue/edit/product-draft.ts";
import { chosenByHand, shareMembership } from "../catalogue/membership/membership.server.ts";
import { withStoredFields } from "./absent-columns.server.ts";
import { type Draft, type ImportMessage, importMessage } from "./draft.ts";

/** A draft whose pictures are known to the shop. */
export type Ready = Omit<Draft, "pictures"> & {
  pictures: { key: string; alt: string; colour: string | null }[];
  /** URLs or names of missing pictures. */
  missing: string[];
};

/** The outcome for a product: created, changed, or neither; `message`: the reason, or what is missing. */
export type Written = {
  slug: string;
  state: "created" | "updated" | "failed";
  message: ImportMessage | null;
};

/**
 * Writes products of a file into the catalogue, matching existing ones by slug, in the caller's transaction. Fields
 * that the file does not have stay unchanged, and so do sizes and colours that it does not name. Stock changes by
 * differences with `actor` in the ledger. Out: the outcome of each; one that would take another product's SKU or leave
 * less stock than is reserved fails alone. A new product without any available picture is a draft, whatever the file
 * says, and its missing pictures are stored with it; an existing product keeps its pictures unless all of the file's
 * are there.
 */
export async function writeProducts(tx: Db, read: Ready[], actor: Importer): Promise<Written[]> {
  await shareMembership(tx);
  const { complete: drafts, failed } = await withStoredFields(tx, read);
  for (const [slug, message] of await impossible(tx, drafts)) failed.set(slug, message);
  const good = drafts.filter(({ slug }) => !failed.has(slug));
  const made = await upsertProducts(tx, good);
  const json = JSON.stringify(good.map((draft) => ({ ...draft, id: made.get(draft.slug)?.id })));
  const all = sql`jsonb_to_recordset(${json}::jsonb) as d (id uuid, slug text, variants jsonb, pictures jsonb, missing jsonb,
    more jsonb)`;
  await tx.execute(sql`
    insert into variant (product_id, position, size, colour, colour_hex, sku, price, cost)
    select d.id, coalesce((v.one->>'position')::integer, v.at::integer - 1), v.one->>'size', v.one->>'colour', v.one->>'hex',
      coalesce(v.one->>'sku', (select w.sku from variant w where w.product_id = d.id
          and w.size is not distinct from v.one->>'size' and w.colour is not distinct from v.one->>'colour'), upper(left(d.slug, 40)) || '-' || substr(md5(d.slug || coalesce(v.one->>'size', '') || '/' ||
        coalesce(v.one->>'colour', '')), 1, 8)), (v.one->>'price')::bigint, (v.one->>'cost')::bigint
    from ${all} cross join jsonb_array_elements(d.variants) with ordinality as v (one, at)
    on conflict (product_id, size, colour) do update set position = excluded.position, colour_hex = excluded.colour_hex,
      price = excluded.price, cost = excluded.cost, sku = excluded.sku`);
  await tx.execute(sql`
    insert into stock_movement (variant_id, sku, delta, ${actorColumns}, code)
    select w.id, w.sku, (v.one->>'stock')::integer - w.stock, ${actorValues(actor)}, 'import'
    from ${all} cross join jsonb_array_elements(d.variants) as v (one)
    join variant w on w.product_id = d.id and w.size is not distinct from v.one->>'size'
      and w.colour is not distinct from v.one->>'colour'
    where v.one->>'stock' is not null and (v.one->>'stock')::integer <> w.stock order by w.id`);
  await tx.execute(sql`
    delete from product_measure m using ${all} cross join jsonb_array_elements(d.variants) as v (one)
    where m.product_id = d.id and m.size = v.one->>'size' and jsonb_typeof(v.one->'measures') = 'array'`);
  await tx.execute(sql`
    insert into product_measure (product_id, size, measure, millimetres)
    select d.id, v.one->>'size', m.one->>'measure', (m.one->>'millimetres')::integer
    from ${all} cross join jsonb_array_elements(d.variants) as v (one)
    cross join jsonb_array_elements(case jsonb_typeof(v.one->'measures') when 'array' then v.one->'measures' else '[]' end) as m (one)
    where v.one->>'size' is not null on conflict do nothing`);
  await tx.execute(sql`
    delete from product_collection pc using ${all}
    where pc.product_id = d.id and d.more->'collections' is not null and pc.collection_slug in ${chosenByHand}
      and not d.more->'collections' ? pc.collection_slug`);
  await tx.execute(sql`
    insert into product_collection (product_id, collection_slug)
    select d.id, c.slug from ${all} cross join jsonb_array_elements_text(coalesce(d.more->'collections', '[]')) as c (slug)
    where not exists (select from collection k where k.slug = c.slug and k.rule is not null) on conflict do nothing`);
  // A product's pictures are replaced when all of the file's are there; else the new ones come after its own.
  await tx.execute(sql`
    delete from product_picture pp using ${all}
    where pp.product_id = d.id and jsonb_array_length(d.pictures) > 0 and jsonb_array_length(d.missing) = 0`);
  await tx.execute(sql`
    insert into product_picture (product_id, position, picture_key, alt, colour)
    select d.id, coalesce(own.next, 0) + row_number() over (partition by d.id order by p.at) - 1,
      p.one->>'key', p.one->>'alt', p.one->>'colour'
    from ${all} cross join jsonb_array_elements(d.pictures) with ordinality as p (one, at)
    left join lateral (select max(position) + 1 as next from product_picture where product_id = d.id) own on true
    where not exists (select from product_picture pp where pp.product_id = d.id and pp.picture_key = p.one->>'key')`);
  return drafts.map(({ slug, pictures, missing }) => {
    const message = failed.get(slug);
    if (message !== undefined) return { slug, state: "failed", message };
    const fresh = made.get(slug)?.fresh ?? false;
    return {
      slug,
      state: fresh ? "created" : "updated",
      message: missingPictures(fresh, pictures.length, missing),
    };
  });
}

function missingPictures(fresh: boolean, come: number, missing: string[]): ImportMessage | null {
  if (missing.length === 0) return null;
  const names = missing.slice(0, 3).map((source) => source.split(/[?#]/)[0]?.split("/").at(-1) ?? "");
  const more = missing.length - names.length;
  return { code: "pictures-missing", names, more, draft: fresh && come === 0 };
}

async function upsertProducts(tx: Db, drafts: Ready[]) {
  const { rows } = await tx.execute(sql`
    with d as (select * from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as d (slug text, name text, brand text,
      description text, price bigint, "originalPrice" bigint, cost bigint, "categoryId" uuid, tags jsonb, status text, more jsonb, details jsonb, pictures jsonb, missing jsonb))
    insert into product as p (slug, name, brand, description, price, original_price, cost, category_id, tags, status,
      category_specific_data, hsn_code, country_of_origin, wash_care, material, missing_pictures)
    select slug, name, brand, description, price, "originalPrice", cost,
      (select id from category where id = d."categoryId" for key share),
      array(select jsonb_array_elements_text(tags)),
      case when pictures = '[]' and missing <> '[]' then 'draft' else status end, coalesce(more->'data', '{}') || details, more->>'hsnCode',
      more->>'countryOfOrigin', more->>'washCare', more->>'material', array(select jsonb_array_elements_text(missing))
    from d order by slug
    on conflict (slug) do update set version = p.version + 1, name = excluded.name, brand = excluded.brand, description = excluded.description,
      price = excluded.price, original_price = excluded.original_price, cost = excluded.cost, tags = excluded.tags, 
      missing_pictures = (select case when d.pictures = '[]' and d.missing = '[]' then p.missing_pictures
        else excluded.missing_pictures end from d where d.slug = excluded.slug),
      status = (select case when exists (select from product_picture pp where pp.product_id = p.id) or p.status = 'active'
        then d.status else excluded.status end from d where d.slug = excluded.slug),
      category_id = coalesce(excluded.category_id, p.category_id),
      (category_specific_data, hsn_code, country_of_origin, wash_care, material) = (
        select case when d.more is null then p.category_specific_data || d.details else excluded.category_specific_data end,
          case when d.more is null then p.hsn_code else excluded.hsn_code end,
          case when d.more is null then p.country_of_origin else excluded.country_of_origin end,
          case when d.more is null then p.wash_care else excluded.wash_care end,
          case when d.more is null then p.material else excluded.material end
        from d where d.slug = excluded.slug)
    returning id, slug, xmax = 0 as fresh`);
  const made = z.array(z.object({ id: z.string(), slug: z.string(), fresh: z.boolean() })).parse(rows);
  return new Map(made.map(({ slug, ...rest }) => [slug, rest]));
}

const reasons = z.array(z.object({ slug: z.string(), message: importMessage }));

/**
 * Products that would make the statement for all of them fail: found first, so that one product never stops the others.
 */
async function impossible(tx: Db, drafts: Ready[]): Promise<Map<string, ImportMessage>> {
  const { rows } = await tx.execute(sql`
    with d as (select d.slug, v.one->>'size' as size, v.one->>'colour' as colour, v.one->>'sku' as sku,
        (v.one->>'stock')::integer as stock
      from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as d (slug text, variants jsonb)
      cross join jsonb_array_elements(d.variants) as v (one))
    select d.slug, jsonb_build_object('code', 'sku-taken', 'sku', d.sku) as message
      from d join variant w on lower(w.sku) = lower(d.sku) join product p on p.id = w.product_id
      where p.slug <> d.slug or w.size is distinct from d.size or w.colour is distinct from d.colour
    union all
    select d.slug, jsonb_build_object('code', 'below-reserved', 'reserved', w.reserved, 'sku', w.sku)
      from d join product p on p.slug = d.slug join variant w on w.product_id = p.id
        and w.size is not distinct from d.size and w.colour is not distinct from d.colour
      where d.stock < w.reserved
    union all
    select p.slug, jsonb_build_object('code', 'too-many-with-stored') as message
      from product p where p.slug in (select slug from d) and (
        select count(*) from (
          select w.size, w.colour from variant w where w.product_id = p.id
          union select d.size, d.colour from d where d.slug = p.slug) as pair) > ${maxVariants}`);
  return new Map(reasons.parse(rows).map(({ slug, message }) => [slug, message]));
}
