import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { testShop } from "../../test/support/test-shop.server.ts";
import { productFacts, productRuleSql } from "../catalogue/membership/membership.server.ts";
import { productRules } from "../catalogue/membership/product-rules.ts";
import { anyVariant, cheapestAsked, priceOf } from "../catalogue/pricing.ts";
import { type FieldValue, matchesRule } from "./match-rule.ts";
import { ruleSql } from "./rule-sql.server.ts";
import { operators, type Rule, type RuleCondition, ruleSchema } from "./rules.ts";

/*
 * The same random rules about the same random products, in the database and in memory: missing values, paise, prices
 * of variants below and above the product's and the MRP, offers that run, have ended, begin later or are for a
 * collection by rules, letters beyond A to Z, instants to the microsecond.
 */

const shop = await testShop();
const { db, clock } = shop.services;
afterAll(shop.dispose);

const now = clock.now();
const dayMs = 86_400_000;
const words = ["Neel Loom", "NEEL LOOM", "neel", "Ärö", "ärö", "100%_o", "बुनाई", "İpek", "loom"];
const paise = fc.oneof(
  fc.integer({ min: 1, max: 3_000_00 }),
  fc.constantFrom(499_00, 499_50, 500_00, 1_000_00),
);
const anOffer = fc.record({
  percent: fc.integer({ min: 1, max: 100 }),
  from: fc.integer({ min: -3, max: 1 }),
  days: fc.integer({ min: 1, max: 3 }),
  byRules: fc.boolean(),
});
const aProduct = fc.record({
  category: fc.option(fc.integer({ min: 0, max: 2 })),
  brand: fc.constantFrom("", ...words),
  tags: fc.uniqueArray(fc.constantFrom(...words), { maxLength: 3 }),
  gender: fc.option(fc.constantFrom("women", "men", "unisex")),
  price: paise,
  mrp: fc.option(paise),
  // Microseconds around whole days ago.
  added: fc.record({ days: fc.integer({ min: 0, max: 9 }), micros: fc.integer({ min: -1_500, max: 1_500 }) }),
  variants: fc.array(fc.record({ price: fc.option(paise), stock: fc.nat(2), reserved: fc.nat(2) }), {
    maxLength: 3,
  }),
  offers: fc.array(anOffer, { maxLength: 2 }),
});
const products = fc.sample(aProduct, 200);
const categories = [0, 1, 2].map((at) => `00000000-0000-4000-8000-00000000000${at}`);
/** The last one is part of the first. */
const categoriesOf = (at: number) => categories.filter((_, one) => one === at || (at === 2 && one === 0));

beforeAll(async () => {
  const json = JSON.stringify(
    products.map((one, at) => ({
      ...one,
      at,
      category: one.category === null ? null : categories[one.category],
      details: one.gender === null ? {} : { gender: one.gender },
      variants: one.variants.map((variant, place) => ({
        ...variant,
        place,
        reserved: Math.min(variant.reserved, variant.stock),
      })),
    })),
  );
  const all = sql`jsonb_to_recordset(${json}::jsonb) as d (at integer, category uuid, brand text, tags jsonb, details jsonb,
    price bigint, mrp bigint, added jsonb, variants jsonb, offers jsonb)`;
  const id = sql`md5('product ' || d.at)::uuid`;
  const variantId = sql`md5('variant ' || d.at || ' ' || (v.one->>'place'))::uuid`;
  const offerId = sql`md5('offer ' || d.at || ' ' || o.place)::uuid`;
  const start = sql`${now.toISOString()}::timestamptz`;
  const statements = [
    sql`insert into category (id, slug, name, kind) select id::uuid, 'c-' || right(id, 1), 'C ' || right(id, 1), 'dress'
      from unnest(${sql.param(categories)}::text[]) c (id)`,
    sql`update category set parent_id = ${categories[0]}::uuid where id = ${categories[2]}::uuid`,
    sql`insert into collection (slug, name, title, description, position, rule) values ('by-rules', 'R', 'R', '', 1,
      '{"match":"all","conditions":[{"field":"inStock","operator":"yes","value":null}]}')`,
    sql`insert into product (id, slug, name, brand, price, original_price, category_id, category_specific_data, tags, status, created_at)
      select ${id}, 'p-' || d.at, 'P', d.brand, d.price, d.mrp, d.category, d.details,
        array(select jsonb_array_elements_text(d.tags)), 'active',
        ${start} - make_interval(days => (d.added->>'days')::integer) + (d.added->>'micros')::integer * interval '1 microsecond'
      from ${all}`,
    sql`insert into variant (id, product_id, position, size, sku, price)
      select ${variantId}, ${id}, (v.one->>'place')::integer, v.one->>'place', d.at || '-' || (v.one->>'place'), (v.one->>'price')::bigint
      from ${all} cross join jsonb_array_elements(d.variants) v (one)`,
    sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      select ${variantId}, d.at || '-' || (v.one->>'place'), (v.one->>'stock')::integer, 'system', 'a test'
      from ${all} cross join jsonb_array_elements(d.variants) v (one) where v.one->>'stock' <> '0'`,
    sql`update variant w set reserved = (v.one->>'reserved')::integer
      from ${all} cross join jsonb_array_elements(d.variants) v (one) where w.id = ${variantId}`,
    sql`insert into offer (id, title, discount_percent, valid_from, valid_to)
      select ${offerId}, 'O', (o.one->>'percent')::integer, ${start} + make_interval(days => (o.one->>'from')::integer),
        ${start} + make_interval(days => (o.one->>'from')::integer + (o.one->>'days')::integer)
      from ${all} cross join jsonb_array_elements(d.offers) with ordinality o (one, place)`,
    sql`insert into offer_scope (offer_id, kind, ref)
      select ${offerId}, 'collection', 'by-rules'
      from ${all} cross join jsonb_array_elements(d.offers) with ordinality o (one, place) where (o.one->>'byRules')::boolean`,
    sql`insert into offer_product (offer_id, product_id) select ${offerId}, ${id}
      from ${all} cross join jsonb_array_elements(d.offers) with ordinality o (one, place) on conflict do nothing`,
  ];
  for (const statement of statements) await db.execute(statement);
});

/** The values of a product in memory, priced as its card is. */
function valuesOf({
  category,
  brand,
  tags,
  gender,
  added,
  ...one
}: (typeof products)[number]): Record<string, FieldValue> {
  const running = one.offers.filter(({ from, days, byRules }) => !byRules && from <= 0 && from + days >= 0);
  const percent = running.length > 0 ? Math.max(...running.map((offer) => offer.percent)) : null;
  const priced = (price: number | null) =>
    priceOf({ price: price ?? one.price, originalPrice: one.mrp }, percent);
  const variants = one.variants.map(({ price, stock, reserved }) => ({
    size: null,
    colour: null,
    inStock: stock > Math.min(reserved, stock),
    price: priced(price),
  }));
  const price = cheapestAsked(variants, anyVariant)?.variant.price ?? priced(null);
  return {
    category: category === null ? null : categoriesOf(category),
    brand,
    tag: tags,
    gender,
    price: price.paid,
    percentOff: price.percentOff ?? 0,
    added: new Date(Math.floor(now.getTime() - added.days * dayMs + added.micros / 1000)),
    inStock: variants.some(({ inStock }) => inStock),
  };
}

const inMemory = products.map(valuesOf);
const paidPrices = inMemory.flatMap(({ price }) => (typeof price === "number" ? [price] : []));
const values: Record<string, fc.Arbitrary<RuleCondition["value"]>> = {
  category: fc.uniqueArray(fc.constantFrom(...categories), { minLength: 1 }),
  brand: fc.uniqueArray(fc.constantFrom(...words, "oom", "%"), { minLength: 1, maxLength: 3 }),
  tag: fc.uniqueArray(fc.constantFrom(...words, "oom", "%"), { minLength: 1, maxLength: 3 }),
  price: fc.oneof(fc.constantFrom(...paidPrices), fc.integer({ min: 0, max: 3_000_00 })),
  percentOff: fc.integer({ min: 0, max: 100 }),
  added: fc.integer({ min: 1, max: 9 }),
  inStock: fc.constant(null),
  gender: fc.uniqueArray(fc.constantFrom("women", "men", "unisex"), { minLength: 1 }),
};
const aCondition = fc.constantFrom(...productRules.fields).chain(({ key, kind }) =>
  fc.record({
    field: fc.constant(key),
    operator: fc.constantFrom(...Object.keys(operators[kind])),
    value: values[key] ?? fc.constant(null),
  }),
);
const aRule: fc.Arbitrary<Rule> = fc.record({
  match: fc.constantFrom("all", "any"),
  conditions: fc.array(aCondition, { minLength: 1, maxLength: 4 }),
});

test("the database finds the products that fit in memory, for any rule", async () => {
  const schema = ruleSchema(productRules);
  let [none, some] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(aRule, { minLength: 40, maxLength: 40 }), async (rules) => {
      const fitting = rules.map(
        (rule, at) =>
          sql`select ${at}::integer as rule, array_agg(n.at order by n.at) as found from facts f
            join generate_series(0, ${products.length - 1}) n (at) on f.id = md5('product ' || n.at)::uuid
            where ${ruleSql(schema.parse(rule), productRuleSql, now)}`,
      );
      const { rows } = await db.execute(
        sql`with facts as materialized (${productFacts(now, null)}) ${sql.join(fitting, sql` union all `)} order by 1`,
      );
      const found = z.array(z.object({ found: z.array(z.number()).nullable() })).parse(rows);
      for (const [at, rule] of rules.entries()) {
        const expected = inMemory.flatMap((one, place) => (matchesRule(rule, one, now) ? [place] : []));
        expect({ rule, found: found[at]?.found ?? [] }).toEqual({ rule, found: expected });
        if (expected.length === 0) none++;
        else if (expected.length < products.length) some++;
      }
    }),
    { numRuns: 10 },
  );
  // Rules that fit nothing, or everything, prove little.
  expect(some).toBeGreaterThan(none);
});

test("the facts of single products are those among all", async () => {
  const { rows } = await db.execute(sql`
    with all_of_them as (${productFacts(now, null)}),
      one as (select id from product order by slug limit 1)
    select (select count(*)::integer from all_of_them) as products,
      (select row(a.*)::text from all_of_them a join one on one.id = a.id) as among`);
  const { rows: single } = await db.execute(sql`
    with single as (${productFacts(now, [String((await db.execute(sql`select id from product order by slug limit 1`)).rows[0]?.id)])})
    select (select row(s.*)::text from single s) as alone`);
  expect(rows[0]?.products).toBe(products.length);
  expect(single[0]?.alone).toBe(rows[0]?.among);
});
