import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { ruleInWords, storedRule, typedRule } from "../../rules/rules.ts";
import type { ProductImage } from "../catalogue.ts";
import {
  claimAddress,
  freeCategorySlug,
  isAddressTaken,
  lockCategoryAddresses,
  redirectToCollection,
} from "../category-addresses.server.ts";
import { lockMembership, productRuleChoices, refreshMembership } from "../membership/membership.server.ts";
import { productRules, productRulesOf } from "../membership/product-rules.ts";
import { collection } from "../tables.server.ts";
import { type CollectionInput, collectionFields } from "./collection-form.ts";

type Ports = Pick<Services, "db">;

export type CollectionToEdit = CollectionInput & { version: number; picture: ProductImage | null };
export type CollectionRow = Omit<CollectionToEdit, "rule"> & { isByRule: boolean };

/** Menus, home and the filter "For" show all of them: more would be no navigation any more. */
const mostCollections = 60;

const picture = sql<ProductImage | null>`(select json_build_object('key', k.key, 'width', k.width,
  'height', k.height, 'tint', k.tint, 'alt', collection.title) from picture k where k.key = collection.picture_key)`;
const columns = {
  name: collection.name,
  title: collection.title,
  slug: collection.slug,
  description: collection.description,
  metaTitle: collection.metaTitle,
  metaDescription: collection.metaDescription,
  position: collection.position,
  isInMenus: collection.isInMenus,
  isOnHome: collection.isOnHome,
  rule: collection.rule,
  defaultSort: collection.defaultSort,
  version: collection.version,
  picture,
};

const { rule: _, ...rowColumns } = columns;

/** The collections whose name contains `q` ("" for all), in their order. */
export async function collectionRows({ db }: Ports, q: string): Promise<CollectionRow[]> {
  return db
    .select({ ...rowColumns, isByRule: sql<boolean>`${collection.rule} is not null` })
    .from(collection)
    .where(sql`${collection.name} ilike search_pattern(${q})`)
    .orderBy(collection.position, collection.slug);
}

/** The collection with this slug; null when there is none. */
export async function collectionToEdit({ db }: Ports, slug: string): Promise<CollectionToEdit | null> {
  const [found] = await db
    .select(columns)
    .from(collection)
    .where(eq(collection.slug, slug.replaceAll("\0", "")));
  return found ? { ...found, rule: storedRule(productRules, found.rule) } : null;
}

/**
 * Makes a collection (`slug` null) or changes one. A new slug leaves a redirect from the old one, and offers and
 * product types follow. With a rule its products are those that fit it; without one any more it keeps what it had. In:
 * the actor, the values from `readCollection`, the version that was shown; an empty slug is made from the name, with a
 * number when it is taken. Out: its slug. Refused: 'not-found',
 * 'changed-meanwhile', 'slug-taken' (by a collection or a category: both have /category/slug), 'too-many' (60).
 */
export async function saveCollection(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    actor,
    slug,
    version,
    input: typed,
  }: { actor: Actor; slug: string | null; version: string; input: CollectionInput },
): Promise<Done<string> | Refused<"not-found" | "changed-meanwhile" | "slug-taken" | "too-many">> {
  return inTransaction(db, async (tx) => {
    await lockMembership(tx);
    await lockCategoryAddresses(tx);
    const before = slug === null ? null : await collectionToEdit({ db: tx }, slug);
    if (slug !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    const input = typed.slug ? typed : { ...typed, slug: await freeCategorySlug(tx, typed.name, slug) };
    if (input.slug !== before?.slug && (await isAddressTaken(tx, input.slug))) return refused("slug-taken");
    if (!before && (await tx.$count(collection)) >= mostCollections) return refused("too-many");
    if (before)
      await tx
        .update(collection)
        .set({ ...input, version: sql`${collection.version} + 1` })
        .where(eq(collection.slug, before.slug));
    else await tx.insert(collection).values(input);
    if (before?.slug !== input.slug) await claimAddress(tx, input.slug);
    if (before && before.slug !== input.slug) await redirectToCollection(tx, before.slug, input.slug);
    await recordAction(tx, {
      actor,
      action: before ? "collection.update" : "collection.create",
      subject: { kind: "collection", id: input.slug, name: input.name },
      ...(before && { before: await recordedFields(tx, before) }),
      after: await recordedFields(tx, input),
    });
    if (input.rule) await refreshMembership(tx, clock.now(), { slug: input.slug });
    return done(input.slug);
  });
}

/** A collection as the audit log shows it: its rule in words, with the names of categories. */
async function recordedFields(tx: Db, one: CollectionInput): Promise<Record<string, string>> {
  const fields = Object.entries(collectionFields(one));
  const plain = Object.fromEntries(fields.filter(([name]) => !name.startsWith("rule.")));
  if (!one.rule) return plain;
  const subject = productRulesOf(await productRuleChoices({ db: tx }));
  return { ...plain, rule: ruleInWords(subject, typedRule(new Map(fields))) };
}

/** Sets the picture of a collection, stored by `savePicture`. Refused: 'not-found'. */
export async function setCollectionPicture(
  { db }: Ports,
  { actor, slug, key }: { actor: Actor; slug: string; key: string },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const before = await collectionToEdit({ db: tx }, slug);
    if (!before) return refused("not-found");
    await tx.update(collection).set({ pictureKey: key }).where(eq(collection.slug, slug));
    await recordAction(tx, {
      actor,
      action: "collection.picture",
      subject: { kind: "collection", id: slug, name: before.name },
      before: { picture: before.picture?.key ?? null },
      after: { picture: key },
    });
    return done();
  });
}

/**
 * Deletes a collection; its products stay. Refused: 'not-found', 'in-offer' (an offer that has not ended is for it and
 * would be for nothing).
 */
export async function deleteCollection(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, slug }: { actor: Actor; slug: string },
): Promise<Done | Refused<"not-found" | "in-offer">> {
  return inTransaction(db, async (tx) => {
    await lockCategoryAddresses(tx);
    const before = await collectionToEdit({ db: tx }, slug);
    if (!before) return refused("not-found");
    const { rows } = await tx.execute(sql`select 1 from offer_scope s join offer o on o.id = s.offer_id
      where s.kind = 'collection' and s.ref = ${before.slug} and o.valid_to > ${clock.now().toISOString()} limit 1`);
    if (rows.length > 0) return refused("in-offer");
    await tx.delete(collection).where(eq(collection.slug, before.slug));
    await recordAction(tx, {
      actor,
      action: "collection.delete",
      subject: { kind: "collection", id: before.slug, name: before.name },
      before: await recordedFields(tx, before),
    });
    return done();
  });
}
