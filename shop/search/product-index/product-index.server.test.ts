import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { connect } from "../../../platform/database/database.server.ts";
import { catalogueRows, naiveList } from "../../../test/support/listing/naive-list.server.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { productSummaries } from "../../catalogue/cards/read-cards.server.ts";
import {
  colourFamilies,
  type ListingQuery,
  longFacets,
  newSteps,
  priceBands,
  sortOptions,
  type Term,
  type TypeRule,
} from "../../catalogue/catalogue.ts";
import { noFilters } from "../../catalogue/listing-address.ts";
import { listProducts } from "../list-products.server.ts";
import { productIndex } from "../product-index.server.ts";

const shop = await testShop({ seed: true });
const { clock } = shop;
const services = { ...shop.services, site: { ...shop.services.site, inMemory: true } };
afterAll(shop.dispose);

const some = <Value>(...values: Value[]) => fc.subarray(values, { maxLength: 2 });
const rarely = <Value>(value: fc.Arbitrary<Value[]>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<Value[]>([]) }, { weight: 1, arbitrary: value });
const perhaps = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });

const query: fc.Arbitrary<ListingQuery> = fc.record({
  text: fc.constant("words"),
  exact: fc.constant(false),
  collection: perhaps(fc.constantFrom("men", "women", "students", "footwear", "nowhere")),
  categories: rarely(some("jeans", "kurtas", "sneakers", "nonsense", "watches")),
  bands: rarely(some(...priceBands.map(({ id }) => id))),
  sizes: rarely(some("S", "M", "XL", "8", "4XL")),
  colours: rarely(some(...colourFamilies.map(({ id }) => id))),
  brands: rarely(some("Firstbench", "Quadfolk", "Padchhap", "Nobody")),
  origins: rarely(some("India", "China", "Vietnam")),
  details: rarely(some("gender.women", "gender.unisex", "gender.nobody", "nothing.x")),
  minDiscount: perhaps(fc.constantFrom(10, 25, 33, 50)),
  from: perhaps(fc.constantFrom(0, 500_00, 999_00)),
  to: perhaps(fc.constantFrom(500_00, 1299_00)),
  inStockOnly: fc.boolean(),
  minRating: perhaps(fc.constantFrom(3, 4, 5)),
  newWithinDays: perhaps(fc.constantFrom(...newSteps)),
  allOf: perhaps(fc.constantFrom(...longFacets)),
  sort: fc.constantFrom(...sortOptions, "relevance" as const),
  page: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(1000)),
});

const word = fc.constantFrom("black", "cotton", "shirt", "tee", "kurta", "canva", "campus", "india", "zebra");
const rule: fc.Arbitrary<TypeRule> = fc.record({
  own: fc.boolean(),
  kinds: rarely(some("dress", "shoes", "bag")),
  categories: some("jeans", "kurtas", "tops", "nonsense"),
  collections: rarely(some("men", "girls")),
  nameWords: rarely(fc.constant([["short"], ["denim", "jacket"], ["tee"]])),
});
/** A rule without any condition matches no product, so it is left out. */
const asksForSomething = ({ own: _own, ...lists }: TypeRule) =>
  Object.values(lists).some((list) => list.length > 0);
const term: fc.Arbitrary<Term> = fc.record(
  {
    alternatives: fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
    prefix: perhaps(fc.constantFrom("sh", "ku", "blac", "'", "z:*")),
    types: fc.array(rule.filter(asksForSomething), { maxLength: 2 }),
    inDescriptions: fc.boolean(),
    ranked: fc.boolean(),
    optional: fc.boolean(),
    excluded: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
  },
  { requiredKeys: ["alternatives", "prefix"] },
);
const day = fc.constantFrom("2026-11-21T06:00:00Z", "2026-11-01T00:00:00Z", "2027-01-10T00:00:00Z");

test("a list has the same products, order and counts as a naive scan of all products", async () => {
  await services.db.execute(sql`
    insert into product_popularity (product_id, units)
    select id, (hashtext(slug) & 63) + 1 from product where hashtext(slug) & 1 = 0`);
  await services.db.execute(sql`
    insert into collection_placement (collection_slug, product_id, placement)
    select 'men', id, case when n % 2 = 0 then -1 else n end
    from (select id, row_number() over (order by slug) as n from product) p where n <= 60`);
  // Besides the demo's own prices, many by chance, also of sold-out variants.
  await services.db.execute(sql`
    update variant v set price = greatest(100, p.price * (40 + (hashtext(v.sku) & 255)) / 10000 * 100)
    from product p where p.id = v.product_id and hashtext(p.slug) & 3 = 0 and hashtext(v.sku) & 1 = 0`);
  await services.db.execute(sql`update category set parent_id = (select id from category where slug = 'kurtas')
    where slug in ('jeans', 'tops')`);
  await services.db.execute(sql`
    update attribute_set set fields = jsonb_set(fields, '{3,filter}', 'true') where fields -> 3 ->> 'key' = 'gender'`);
  await services.db.execute(sql`select pg_notify('live', '{"topic":"products"}')`);
  const all = await catalogueRows(services.db);
  await expect.poll(async () => (await listProducts(services, plain)).products[0]?.slug).not.toBeUndefined();
  await fc.assert(
    fc.asyncProperty(query, fc.array(term, { maxLength: 2 }), day, async (asked, terms, now) => {
      clock.set(now);
      const { products, ...counted } = await listProducts(services, asked, terms, { most: 2 });
      const { ids, ...expected } = naiveList(all, asked, terms, Date.parse(now), 2);
      expect(counted).toEqual(expected);
      expect(products.map(({ id }) => id)).toEqual(ids);
    }),
    { numRuns: 150 },
  );
});

const plain: ListingQuery = {
  ...noFilters,
  text: "",
  exact: false,
  collection: null,
  sort: "name",
  page: 1,
};

test("a changed price, stock, status or offer is in the index within a second", async () => {
  clock.set("2026-11-21T06:00:00Z");
  const cheap = { ...plain, sort: "price-asc" as const, page: 60 };
  // The documents of each filter are cached until something changes.
  const queries: ListingQuery[] = [
    cheap,
    { ...cheap, categories: ["jeans", "kurtas"], bands: ["500-1000"] },
    { ...cheap, collection: "men", minDiscount: 10, inStockOnly: true },
    { ...cheap, sizes: ["M", "10"], bands: ["1000-2000", "2000"] },
  ];
  const isSame = async () => {
    const rows = await catalogueRows(services.db);
    const now = clock.now().getTime();
    const index = await productIndex(services);
    for (const query of queries) {
      const { products, ...counted } = await listProducts(services, query);
      const { ids, ...expected } = naiveList(rows, query, [], now, 20);
      if (!isDeepStrictEqual([counted, products.map(({ id }) => id)], [expected, ids])) return false;
      if (index.count(query, [], now) !== expected.count) return false;
    }
    return true;
  };
  // One second when a check takes its usual 20 ms; on a busy machine, proportionally longer.
  const same = async () => {
    const began = performance.now();
    await isSame();
    const timeout = Math.max(1_000, 20 * (performance.now() - began));
    await expect.poll(isSame, { timeout }).toBe(true);
  };
  const change = async (statement: ReturnType<typeof sql>) => {
    await services.db.execute(statement);
    await same();
  };
  await change(sql`update product set price = 100 where slug = 'tan-moccasins'`);
  const [cheapest] = (await listProducts(services, { ...plain, sort: "price-asc" })).products;
  expect(cheapest?.slug).toBe("tan-moccasins");
  await change(sql`update product set status = 'archived' where slug = 'tan-moccasins'`);
  await change(sql`update product set status = 'active', price = 90000 where slug = 'tan-moccasins'`);
  await change(sql`update variant set reserved = stock where sku like 'RAN4088%'`);
  await change(sql`update variant set price = 199900 where sku like 'RAN%'`);
  await change(sql`update offer set discount_percent = 70`);
  await change(sql`delete from offer`);
  // More than twenty changes at once are announced without ids: the changed products are found by their versions.
  await change(sql`update product set price = price + 100`);
  const shirts = sql`category_id in (select id from category where slug in ('shirts', 'jeans', 'kurtas'))`;
  await change(sql`update product set status = 'archived' where ${shirts}`);
  await change(sql`update product set status = 'active' where ${shirts}`);
  await change(
    sql`update variant set reserved = 0 where product_id in (select id from product where ${shirts})`,
  );
  await change(sql`delete from product_collection where collection_slug = 'men'`);
  // Each of these takes new slots; when none are left the index is rebuilt.
  for (let round = 0; round < 3; round++) await change(sql`update product set price = price + 100`);
});

test("a product is read again when it sells out, but not for a sale that leaves enough stock", async () => {
  const index = await productIndex(services);
  const { rows } = await services.db.execute(sql`
    select product_id as id, max(id::text) as variant from variant
    group by product_id having sum(stock - reserved) > 30 and count(*) = count(*) filter (where stock - reserved > 1) limit 1`);
  const [{ id, variant }] = z.tuple([z.object({ id: z.string(), variant: z.string() })]).parse(rows);
  const before = index.version(id);
  const received = new Promise<unknown>((resolve) => {
    const leave = services.live.subscribe("products", (event) => {
      if (event.id !== id) return;
      leave();
      resolve(event.only);
    });
  });
  const hold = (units: ReturnType<typeof sql>) =>
    services.db.execute(sql`update variant set reserved = reserved + ${units} where id = ${variant}`);
  await hold(sql`1`);
  expect(await received).toBe("stock");
  expect((await productIndex(services)).version(id)).toBe(before);
  await hold(sql`stock - reserved`);
  await expect.poll(async () => (await productIndex(services)).version(id)).not.toBe(before);
});

test("cards are returned in the requested order, without unknown products", async () => {
  const [one, two] = (await listProducts(services, plain)).products;
  if (!one || !two) throw new Error("no products");
  const cards = await productSummaries(services, [two.id, "00000000-0000-4000-8000-000000000000", one.id]);
  expect(cards).toEqual([two, one]);
});

test("an index that cannot be loaded is loaded by the next call", async () => {
  const { db, close } = connect({ url: shop.databaseUrl, log: services.log });
  await db.execute(sql`alter table product rename to product_away`);
  await expect(productIndex({ ...services, db })).rejects.toThrow();
  await db.execute(sql`alter table product_away rename to product`);
  await expect(productIndex({ ...services, db })).resolves.toBeDefined();
  await close();
});
