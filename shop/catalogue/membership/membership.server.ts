import { isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type FieldSql, ruleSql } from "../../rules/rule-sql.server.ts";
import { type Rule, storedRule } from "../../rules/rules.ts";
import { paidSql, percentOffSql } from "../pricing-sql.server.ts";
import { productValues } from "../product-values.server.ts";
import { collection } from "../tables.server.ts";
import { type ProductRuleField, productRules } from "./product-rules.ts";

/*
 * Which products collections by rules have. They are rows of product_collection like those chosen by hand, so that
 * lists, counts, feeds and offers need not know how a product came in: written when the rule or a product is saved, and
 * by a job for what depends on time, offers, stock, bulk changes and imports.
 */

/** The slugs of the collections whose products are chosen by hand; only those are written for a product's form. */
export const chosenByHand = sql`(select slug from collection where rule is null)`;

/** Until the end of the transaction no other one writes the products of rules. Before any lock on products. */
export async function lockMembership(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('collection-rules'))`);
}

/** The same for one who writes those of single products: several may at once. */
export async function shareMembership(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('collection-rules'))`);
}

/**
 * What every rule means by the category of a product with the category `c`: that, and the one that it is part of. Of a
 * left join too: none without a category.
 */
export const ruleCategories = sql`array_remove(array[c.id, c.parent_id], null)::text[]`;

/** The expressions of the fields, of `productFacts f`. */
export const productRuleSql: Record<ProductRuleField, FieldSql> = {
  category: { value: sql`f.categories`, many: true },
  brand: { value: sql`f.brand` },
  tag: { value: sql`f.tags`, many: true },
  price: { value: sql`f.paid` },
  percentOff: { value: sql`f.percent_off` },
  added: { value: sql`f.created_at` },
  inStock: { value: sql`f.in_stock` },
  gender: { value: sql`f.gender` },
};

/**
 * What rules compare of each product, as a query: its category and the one that this is part of, the price of its card
 * (`priceOf`, pricing.ts) with the offers that run at that time. An offer for a collection by rules does not count: it
 * would move products into and out of the collection that it depends on. Variants are read only where one has a price
 * of its own: with all of them this took four seconds at 100,000 products. In: the products, or null for all.
 */
export function productFacts(now: Date, ids: readonly string[] | null): SQL {
  const only = (column: SQL) => (ids ? sql`${column} = any(${sql.param(ids)}::uuid[])` : sql`true`);
  const at = sql`${now.toISOString()}::timestamptz`;
  const full = sql`coalesce(p.original_price, l.lowest)`;
  return sql`
    select p.id, p.status, ${ruleCategories} as categories, lower(p.brand collate "C") as brand,
      lower(p.tags::text collate "C")::text[] as tags, p.created_at,
      p.category_specific_data->>'gender' as gender, not s.is_out as in_stock, d.paid,
      case when ${full} > d.paid then ${percentOffSql({ struck: full, paid: sql`d.paid` })} else 0 end as percent_off
    from product p
    join product_stock_level s on s.product_id = p.id
    left join category c on c.id = p.category_id
    left join (
      select w.product_id, min(coalesce(w.price, q.price)) as lowest,
        min(coalesce(w.price, q.price)) filter (where w.stock > w.reserved) as lowest_there
      from variant w join product q on q.id = w.product_id
      where ${only(sql`w.product_id`)} and w.product_id in (select product_id from variant where price is not null)
      group by w.product_id
    ) v on v.product_id = p.id
    left join (
      select op.product_id, max(o.discount_percent) as percent
      from offer_product op join offer o on o.id = op.offer_id
      where ${only(sql`op.product_id`)} and o.valid_from <= ${at} and o.valid_to >= ${at}
        and not exists (select from offer_scope s join collection k on k.slug = s.ref
          where s.offer_id = o.id and s.kind = 'collection' and k.rule is not null)
      group by op.product_id
    ) r on r.product_id = p.id
    cross join lateral (select coalesce(v.lowest_there, v.lowest, p.price) as lowest) l
    cross join lateral (select ${paidSql({ price: sql`l.lowest`, mrp: sql`p.original_price`, percent: sql`r.percent` })} as paid) d
    where ${only(sql`p.id`)}`;
}

/**
 * Brings the products of collections by rules up to date, in one statement for all of them; only rows that change are
 * written, so that only these products are announced. In: a transaction that has taken one of the locks above; the
 * products and the collections that it is about, all without. A rule that cannot be read keeps the products it has.
 */
export async function refreshMembership(
  tx: Db,
  now: Date,
  { products = null, slug = null }: { products?: readonly string[] | null; slug?: string | null } = {},
): Promise<void> {
  const rules = (
    await tx
      .select({ slug: collection.slug, rule: collection.rule })
      .from(collection)
      .where(isNotNull(collection.rule))
  )
    .filter((one) => slug === null || one.slug === slug)
    .flatMap((one) => {
      const rule = storedRule(productRules, one.rule);
      return rule ? [{ slug: one.slug, rule }] : [];
    });
  if (rules.length === 0) return;
  const fitting = rules.map(
    (one) =>
      sql`select ${one.slug}::text as slug, f.id from facts f where ${ruleSql(one.rule, productRuleSql, now)}`,
  );
  const slugs = sql`${sql.param(rules.map((one) => one.slug))}::text[]`;
  const ofProducts = products ? sql`and pc.product_id = any(${sql.param(products)}::uuid[])` : sql``;
  await tx.execute(sql`
    with facts as materialized (${productFacts(now, products)}),
    wanted as materialized (
      select m.slug, m.id from (${sql.join(fitting, sql` union all `)}) m
      where not exists (select from collection_placement cp
        where cp.collection_slug = m.slug and cp.product_id = m.id and cp.placement < 0)),
    gone as (
      delete from product_collection pc where pc.collection_slug = any(${slugs}) ${ofProducts}
        and not exists (select from wanted w where w.slug = pc.collection_slug and w.id = pc.product_id))
    insert into product_collection (collection_slug, product_id)
    select w.slug, w.id from wanted w
    where not exists (select from product_collection pc where pc.collection_slug = w.slug and pc.product_id = w.id)
    order by w.slug, w.id on conflict do nothing`);
}

/** The same for everything. A job. */
export async function refreshCollections({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMembership(tx);
    await refreshMembership(tx, clock.now());
  });
}

/** How many of the products on sale fit a rule, and how many there are. */
export type RuleCount = { matched: number; all: number };

/** Counts them, before the rule is saved. Products that would be left out are counted too. */
export async function countMatches(
  { db, clock }: Pick<Services, "db" | "clock">,
  rule: Rule,
): Promise<RuleCount> {
  const now = clock.now();
  // Not materialized, so that what the rule does not compare is not read.
  const { rows } = await db.execute(sql`
    with facts as not materialized (${productFacts(now, null)})
    select (count(*) filter (where ${ruleSql(rule, productRuleSql, now)}))::integer as matched, count(*)::integer as all
    from facts f where f.status = 'active'`);
  return z.tuple([z.object({ matched: z.number(), all: z.number() })]).parse(rows)[0];
}

const mostSuggestions = 300;
/** Tags are in no index by their order, and to read those of all products takes a third of a second at 100,000. */
const readForTags = 5_000;

/** The brands of products, by name. */
const brandsByName = sql`${productValues(sql`p.brand`, sql`p.brand <> ''`)} limit ${mostSuggestions}`;

/** The brands of products by name, at most 300, as suggestions of a form. */
export async function brandNames({ db }: { db: Db }): Promise<string[]> {
  const { rows } = await db.execute(brandsByName);
  return z
    .array(z.object({ value: z.string() }))
    .parse(rows)
    .map(({ value }) => value);
}

/** The categories, brands and tags that a rule about products can name; the tags are those of the newest products. */
export async function productRuleChoices({ db }: Pick<Services, "db">) {
  const { rows } = await db.execute(sql`select
    (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by lower(name), id), '[]') from category) as categories,
    array(${brandsByName}) as brands,
    array(select distinct t
      from (select tags from product order by created_at desc, id limit ${readForTags}) newest, unnest(newest.tags) t
      order by 1 limit ${mostSuggestions}) as tags`);
  return z
    .tuple([
      z.object({
        categories: z.array(z.object({ id: z.string(), name: z.string() })),
        brands: z.array(z.string()),
        tags: z.array(z.string()),
      }),
    ])
    .parse(rows)[0];
}
