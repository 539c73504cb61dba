import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction, sqlState } from "../../../platform/database/database.server.ts";
import { rowsOf } from "../../../platform/database/rows.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { slugOf } from "../../text/slug.ts";
import { makeCategory } from "../make-category.server.ts";
import { chosenByHand, refreshMembership, shareMembership } from "../membership/membership.server.ts";
import { productMeasure } from "../tables.server.ts";
import { forbiddenChanges } from "./allowed-changes.ts";
import { checkDraft, type DraftErrors, type ProductInput } from "./check-draft.ts";
import type { ProductDraft } from "./product-draft.ts";
import { detailsFor, type ProductToEdit, productToEdit } from "./product-to-edit.server.ts";
import { whatChanged } from "./what-changed.ts";
import { writeVariants } from "./write-variants.server.ts";

/** The form is invalid: the errors by field. */
export type InvalidDraft = { ok: false; refused: "wrong"; errors: DraftErrors };
/** Somebody else saved in between: their version. */
export type EditConflict = { ok: false; refused: "changed"; now: ProductToEdit };

export type SavedProduct = Done<{ id: string; slug: string }>;

/**
 * Creates a product with its variants, pictures and collections (specification, section 7). In: the actor and the form
 * as typed. Refused: 'wrong' with the errors, also for fields that the actor may not change. The slug is derived from
 * the name; empty SKUs are generated.
 */
export async function createProduct(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Actor,
  draft: ProductDraft,
): Promise<SavedProduct | InvalidDraft> {
  const checked = checkDraft(draft, await detailsFor({ db }, draft.categoryId));
  if (!checked.ok) return { ok: false, refused: "wrong", errors: checked.errors };
  const forbidden = forbiddenChanges(actor, null, checked.value);
  if (Object.keys(forbidden).length > 0) return { ok: false, refused: "wrong", errors: forbidden };
  const id = randomUUID();
  return catchTakenSku(() =>
    inTransaction(db, async (tx) => {
      await shareMembership(tx);
      const product = await withCategory(tx, checked.value);
      const slug = await freeSlug(tx, product.name, id);
      await tx.execute(sql`
        insert into product (id, slug, ${columns}) values (${id}, ${slug}, ${values(product, sql`'{}'::jsonb`)})`);
      const written = await writeParts(tx, id, product, actor);
      if (!written.ok) return written;
      await refreshMembership(tx, clock.now(), { products: [id] });
      await recordAction(tx, {
        actor,
        action: "product.create",
        subject: { kind: "product", id, name: product.name },
        after: { ...product },
      });
      return done({ id, slug });
    }),
  );
}

/**
 * Saves a product's form. In: the actor, the product's id, and the form as typed with the version it was opened with.
 * Refused: 'not-found'; 'wrong' with the errors; 'changed' with the version that somebody else saved in between.
 * Stock is saved as the difference from what the form showed, so that sales in between are kept.
 */
export async function updateProduct(
  { db, jobs, clock }: Pick<Services, "db" | "jobs" | "clock">,
  actor: Actor,
  id: string,
  draft: ProductDraft,
): Promise<SavedProduct | InvalidDraft | EditConflict | Refused<"not-found">> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  const checked = checkDraft(draft, await detailsFor({ db }, draft.categoryId));
  return catchTakenSku(() =>
    inTransaction(db, async (tx) => {
      await shareMembership(tx);
      await tx.execute(sql`select 1 from product where id = ${id} for update`);
      const before = await productToEdit({ db: tx }, id);
      if (!before) return refused("not-found");
      if (String(before.version) !== draft.version) return { ok: false, refused: "changed", now: before };
      if (!checked.ok) return { ok: false, refused: "wrong", errors: checked.errors };
      const forbidden = forbiddenChanges(actor, before.draft, checked.value);
      if (Object.keys(forbidden).length > 0) return { ok: false, refused: "wrong", errors: forbidden };
      const product = await withCategory(tx, checked.value);
      await tx.execute(sql`
        update product set (${columns}) = row(${values(product, sql`category_specific_data`)}), version = version + 1 where id = ${id}`);
      const written = await writeParts(tx, id, product, actor);
      if (!written.ok) return written;
      await refreshMembership(tx, clock.now(), { products: [id] });
      // Invoices of orders with it may have waited for its GST rate.
      if (before.draft.hsnCode !== (product.hsnCode ?? ""))
        await jobs.send(tx, "write-waiting-documents", {});
      const after = await productToEdit({ db: tx }, id);
      if (after) {
        await recordAction(tx, {
          actor,
          action: "product.update",
          subject: { kind: "product", id, name: product.name },
          ...whatChanged(before.draft, after.draft),
        });
      }
      return done({ id, slug: before.slug });
    }),
  );
}

/** Makes the new category of a form. */
async function withCategory(tx: Db, product: ProductInput): Promise<ProductInput> {
  if (!product.newCategory) return product;
  const made = await makeCategory(tx, product.newCategory);
  return { ...product, categoryId: made?.id ?? null };
}

const columns = sql.raw(
  `name, brand, description, price, original_price, cost, category_id, category_specific_data, hsn_code,
   country_of_origin, wash_care, material, tags, status`,
);

/** `stored`: the values of details before; those of fields that its set does not have stay. */
function values(one: ProductInput, stored: SQL) {
  return sql`${one.name}::text, ${one.brand}::text, ${one.description}::text, ${one.price}::bigint,
    ${one.originalPrice}::bigint, ${one.cost}::bigint, (select id from category where id = ${one.categoryId}::uuid for key share),
    (${stored} - ${sql.param(one.dataFields)}::text[]) || ${JSON.stringify(one.data)}::jsonb, ${one.hsnCode}::text, ${one.countryOfOrigin}::text, ${one.washCare}::text,
    ${one.material}::text, ${sql.param(one.tags)}::text[], ${one.status}::text`;
}

/**
 * Writes variants, measures, pictures and collections. A deleted collection is ignored; variants that cannot be written
 * and an unknown picture are refused.
 */
async function writeParts(
  tx: Db,
  id: string,
  product: ProductInput,
  actor: Actor,
): Promise<Done | InvalidDraft> {
  const errors = await writeVariants(tx, { id, name: product.name }, product.variants, {
    actor,
    code: "product-form",
  });
  if (Object.keys(errors).length > 0) return { ok: false, refused: "wrong", errors };
  await tx.execute(
    sql`delete from product_collection where product_id = ${id} and collection_slug in ${chosenByHand}`,
  );
  await tx.execute(sql`
    insert into product_collection (product_id, collection_slug)
    select ${id}, slug from collection where rule is null and slug = any(${sql.param(product.collections)}::text[])
    order by slug for key share`);
  await tx.execute(sql`delete from product_measure where product_id = ${id}`);
  if (product.measures.length > 0)
    await tx.execute(
      sql`insert into ${productMeasure} ${rowsOf(
        productMeasure,
        product.measures.map((one) => ({ productId: id, ...one })),
      )}`,
    );
  await tx.execute(sql`delete from product_picture where product_id = ${id}`);
  const pictures = product.pictures.map((picture, position) => ({ ...picture, position }));
  const { rowCount } = await tx.execute(sql`
    insert into product_picture (product_id, position, picture_key, alt, colour)
    select ${id}, w.position, k.key, w.alt, w.colour
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as w (position integer, key text, alt text, colour text)
    join picture k on k.key = w.key`);
  if (rowCount !== pictures.length)
    return {
      ok: false,
      refused: "wrong",
      errors: { pictures: "One picture is not known. Please add it again." },
    };
  // Staff who add pictures by hand have seen which ones an import was waiting for.
  if (pictures.length > 0)
    await tx.execute(
      sql`update product set missing_pictures = '{}' where id = ${id} and missing_pictures <> '{}'`,
    );
  return done();
}

/** "Indigo Kurta" gets "indigo-kurta", the second one at "indigo-kurta-5f0c". */
async function freeSlug(tx: Db, name: string, id: string): Promise<string> {
  const plain = slugOf(name, 100);
  const slug = plain === "" || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(plain) ? "product" : plain;
  // Two products of the same name at the same time wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${slug}`}, 0))`);
  const { rows } = await tx.execute(sql`select 1 from product where slug = ${slug}`);
  return rows.length === 0 ? slug : `${slug}-${id.slice(0, 8)}`;
}

async function catchTakenSku<Answer>(work: () => Promise<Answer>): Promise<Answer | InvalidDraft> {
  try {
    return await work();
  } catch (error) {
    // Another save took the same SKU at the same time.
    if (sqlState(error) === "23505")
      return {
        ok: false,
        refused: "wrong",
        errors: { variants: "A SKU was taken meanwhile. Please try again." },
      };
    throw error;
  }
}
