import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { textOf } from "../../support/ask.server.ts";
import { firstHeading, seededOffice } from "../../support/pages/seeded-office.server.ts";

const { db, open, openAsAdmin, send } = seededOffice();

async function categoryOf(name: string) {
  const { rows } = await db().execute(sql`select id, slug, version::text,
    (select count(*)::integer from product where category_id = category.id) as products
    from category where name = ${name}`);
  const shape = z.object({ id: z.string(), slug: z.string(), version: z.string(), products: z.number() });
  return z.tuple([shape]).parse(rows)[0];
}

test("a category is made, renamed, listed with its products, and deleted while it is empty", async () => {
  const made = await send("/admin/categories/new", { name: "Raincoats", kind: "dress" });
  expect([made.status, made.headers.get("Location")]).toEqual([303, "/admin/categories"]);
  const { id, slug, version } = await categoryOf("Raincoats");
  expect(slug).toBe("raincoats");
  expect((await send(`/admin/categories/${id}`, { name: "Rainwear", kind: "dress", version })).status).toBe(
    303,
  );
  expect(firstHeading((await open("/category/raincoats")).html)).toBe("Rainwear");
  expect(textOf((await openAsAdmin("/admin/categories?q=rainw")).html)).toMatch(
    /Rainwear \/category\/raincoats.*Clothing.*0/,
  );
  const gone = await send(`/admin/categories/${id}`, { intent: "delete" });
  expect(gone.headers.get("Set-Cookie")).toContain("categoryDeleted");
  expect((await openAsAdmin(`/admin/categories/${id}`)).status).toBe(404);
});

test("a name that another has, another set of details under products, and a deletion under products are refused in words", async () => {
  const kurtas = await categoryOf("Kurtas");
  expect(kurtas.products).toBeGreaterThan(0);
  const taken = await send("/admin/categories/new", { name: "kurtas", kind: "dress" });
  expect(taken.status).toBe(400);
  expect(await taken.text()).toContain("There is already a category of this name.");
  const path = `/admin/categories/${kurtas.id}`;
  const other = await send(path, { name: "Kurtas", kind: "shoes", version: kurtas.version });
  expect(textOf(await other.text())).toMatch(
    /\d+ products have details filled in that the other set does not have: .*Fabric.* Add them to that set/,
  );
  const deleted = await send(path, { intent: "delete" });
  expect(deleted.status).toBe(409);
  expect(await deleted.text()).toContain("It has products by now.");
  const empty = await send("/admin/categories/new", { name: " ", kind: "dress" });
  expect(await empty.text()).toContain("Please write something here.");
});

test("products without details filled in follow their category to another set, and into another category", async () => {
  await send("/admin/categories/new", { name: "Shawls", kind: "dress" });
  const shawls = await categoryOf("Shawls");
  await db().execute(sql`
    update product set category_id = ${shawls.id}, category_specific_data = '{"fabric": ""}'
    where id = (select id from product order by id limit 1)`);
  const path = `/admin/categories/${shawls.id}`;
  expect((await send(path, { name: "Shawls", kind: "shoes", version: shawls.version })).status).toBe(303);
  const kurtas = await categoryOf("Kurtas");
  expect((await send(path, { intent: "merge", into: kurtas.id })).status).toBe(303);
  expect((await categoryOf("Kurtas")).products).toBe(kurtas.products + 1);
});

test("two at once: the second sees what the first has saved", async () => {
  const { id, version } = await categoryOf("Belts");
  const kind = "accessories";
  expect((await send(`/admin/categories/${id}`, { name: "Belts & buckles", kind, version })).status).toBe(
    303,
  );
  const second = await send(`/admin/categories/${id}`, { name: "Leather belts", kind, version });
  const html = await second.text();
  expect(second.status).toBe(409);
  expect(html).toContain("Saved meanwhile: Belts &amp; buckles");
  expect(html).toContain('value="Leather belts"');
});

test("merged categories: products, offers, product types and the address follow", async () => {
  const [shirts, kurtas] = [await categoryOf("Shirts"), await categoryOf("Kurtas")];
  await db().execute(sql`with o as (insert into offer (title, discount_percent, valid_from, valid_to)
    values ('Shirts', 10, '2026-11-01', '2026-12-31') returning id)
    insert into offer_scope (offer_id, kind, ref) select id, 'category', ${shirts.slug} from o`);
  const merged = await send(`/admin/categories/${shirts.id}`, { intent: "merge", into: kurtas.id });
  expect(merged.headers.get("Set-Cookie")).toContain("categoriesMerged");
  const after = await categoryOf("Kurtas");
  expect(after.products).toBe(shirts.products + kurtas.products);
  const old = await open(`/category/${shirts.slug}`);
  expect([old.status, old.location]).toEqual([301, `/category/${kurtas.slug}`]);
  const { rows } = await db().execute(sql`select
    (select count(*)::integer from offer_scope where ref = ${shirts.slug}) as stale,
    (select count(*)::integer from offer_product op join offer o on o.id = op.offer_id where o.title = 'Shirts') as offered,
    (select count(*)::integer from product_type where ${shirts.slug} = any(categories)) as types`);
  expect(rows).toEqual([{ stale: 0, offered: after.products, types: 0 }]);

  const shoes = await categoryOf("Sneakers");
  const wrong = await send(`/admin/categories/${kurtas.id}`, { intent: "merge", into: shoes.id });
  expect(wrong.status).toBe(409);
  expect((await send(`/admin/categories/${kurtas.id}`, { intent: "merge", into: kurtas.id })).status).toBe(
    303,
  );
  expect((await categoryOf("Kurtas")).products).toBe(after.products);
});

test("a category of a merged one's name can be made and merged again", async () => {
  const kind = "accessories";
  await send("/admin/categories/new", { name: "Umbrellas & shade", kind });
  for (let time = 0; time < 2; time++) {
    await send("/admin/categories/new", { name: "Stoles", kind });
    const [stoles, target] = [await categoryOf("Stoles"), await categoryOf("Umbrellas & shade")];
    expect((await open("/category/stoles")).status).toBe(200);
    const merged = await send(`/admin/categories/${stoles.id}`, { intent: "merge", into: target.id });
    expect(merged.status).toBe(303);
    expect((await open("/category/stoles")).location).toBe(`/category/${target.slug}`);
  }
});

test("names that differ only in signs get addresses of their own, also after one of them is deleted", async () => {
  const kind = "accessories";
  const make = async (name: string) => {
    expect((await send("/admin/categories/new", { name, kind })).status).toBe(303);
    return categoryOf(name);
  };
  expect((await make("Hair clips")).slug).toBe("hair-clips");
  const second = await make("Hair clips!");
  expect((await make("Hair clips?")).slug).not.toBe(second.slug);
  await send(`/admin/categories/${second.id}`, { intent: "delete" });
  expect((await make("Hair clips *")).slug).toBe(second.slug);
  expect((await make("Men")).slug).toBe("men-2");
});

test("a product that is saved while its category is deleted stays, without one", async () => {
  await send("/admin/categories/new", { name: "Umbrellas", kind: "accessories" });
  const { id } = await categoryOf("Umbrellas");
  const product = {
    name: "Folding umbrella",
    brand: "Chhata",
    price: "499",
    categoryId: id,
    status: "draft",
  };
  const [saved, deleted] = await Promise.all([
    send("/admin/products/new", product),
    send(`/admin/categories/${id}`, { intent: "delete" }),
  ]);
  expect([saved.status < 500, deleted.status < 500]).toEqual([true, true]);
  const { rows } = await db().execute(sql`select count(*)::integer as n from product p
    where p.category_id is not null and not exists (select from category c where c.id = p.category_id)`);
  expect(rows).toEqual([{ n: 0 }]);
});

test("a category is part of another: lists and filters of that show its products; two deep, and moved when merged", async () => {
  const [jeans, sneakers] = [await categoryOf("Jeans"), await categoryOf("Sneakers")];
  await send("/admin/categories/new", { name: "Bottoms", kind: "dress", position: "1" });
  const bottoms = await categoryOf("Bottoms");
  const path = `/admin/categories/${jeans.id}`;
  const asChild = { name: "Jeans", kind: "dress", parentId: bottoms.id, version: jeans.version };
  expect((await send(path, asChild)).status).toBe(303);
  const active = z
    .tuple([z.object({ n: z.number() })])
    .parse(
      (
        await db().execute(
          sql`select count(*)::integer as n from product where category_id = ${jeans.id} and status = 'active'`,
        )
      ).rows,
    )[0].n;
  const list = await open("/category/bottoms");
  expect(textOf(list.html)).toContain(`${active} products`);
  expect(textOf((await open("/shop?all=category")).html)).toContain(`Bottoms ${active}`);
  expect(textOf((await openAsAdmin("/admin/categories?q=jeans")).html)).toContain("Bottoms › Jeans");
  const third = await send(`/admin/categories/${sneakers.id}`, {
    name: "Sneakers",
    kind: "shoes",
    parentId: jeans.id,
    version: sneakers.version,
  });
  expect(await third.text()).toContain("Categories are two deep");
  const deleted = await send(`/admin/categories/${bottoms.id}`, { intent: "delete" });
  expect([deleted.status, await deleted.text()]).toEqual([409, expect.stringContaining("part of it by now")]);
  expect(
    (await send(`/admin/categories/${bottoms.id}`, { intent: "merge", into: jeans.id })).headers.get(
      "Set-Cookie",
    ),
  ).toContain("categoriesMerged");
  expect((await open("/category/bottoms")).location).toBe("/category/jeans");
});

test("products of a category that is part of another come under its offers and rules and are found by its name", async () => {
  await send("/admin/categories/new", { name: "Legwear", kind: "dress" });
  const [legwear, jeans] = [await categoryOf("Legwear"), await categoryOf("Jeans")];
  const counted = async (query: ReturnType<typeof sql>) =>
    z.tuple([z.object({ n: z.number() })]).parse((await db().execute(query)).rows)[0].n;
  const underOffer = () =>
    counted(sql`select count(*)::integer as n from offer_product op join offer o on o.id = op.offer_id
      where o.title = 'Legwear week'`);
  const offered = await send("/admin/offers/new", {
    title: "Legwear week",
    percent: "70",
    categories: "legwear",
    validFrom: "2020-01-01T00:00",
    validTo: "2099-01-01T00:00",
  });
  expect(offered.status).toBe(303);
  expect(await underOffer()).toBe(0);

  const path = `/admin/categories/${jeans.id}`;
  const child = { name: "Jeans", kind: "dress", parentId: legwear.id, version: jeans.version };
  expect((await send(path, child)).status).toBe(303);
  const all = await counted(sql`select count(*)::integer as n from product where category_id = ${jeans.id}`);
  expect([all > 0, await underOffer()]).toEqual([true, all]);
  const active = await counted(
    sql`select count(*)::integer as n from product where category_id = ${jeans.id} and status = 'active'`,
  );
  const rule = new URLSearchParams({
    ...{ "rule.match": "all", "rule.0.field": "category", "rule.0.operator": "in" },
    [`rule.0.value.${legwear.id}`]: "on",
  });
  const { html } = await openAsAdmin(`/admin/rules/products?${rule}`);
  expect(JSON.parse(html)).toMatchObject({ matches: { matched: active } });
  expect(textOf((await open("/shop?q=legwear")).html)).toContain(`${active} products`);

  const { version } = await categoryOf("Jeans");
  expect((await send(path, { name: "Jeans", kind: "dress", parentId: "", version })).status).toBe(303);
  expect(await underOffer()).toBe(0);
  expect(textOf((await open("/shop?q=legwear")).html)).not.toContain(`${active} products`);
});

test("products without an HSN code get that of their category, others keep theirs; its sizes are offered", async () => {
  const kind = "dress";
  const wrong = await send("/admin/categories/new", {
    name: "Lehengas",
    kind,
    hsnCode: "12",
    position: "-1",
  });
  const said = await wrong.text();
  for (const text of ["An HSN code has 4 to 8 digits.", "A number from 0 to 1,000."])
    expect(said).toContain(text);
  await send("/admin/categories/new", { name: "Lehengas", kind, sizeScale: "xs-to-5xl" });
  const { id, version } = await categoryOf("Lehengas");
  const lehenga = { brand: "Rang", price: "2999", categoryId: id, status: "active", "variant.0.stock": "1" };
  await send("/admin/products/new", {
    ...lehenga,
    name: "Own code",
    hsnCode: "6204",
    "variant.0.size": "5XL",
  });
  await send("/admin/products/new", { ...lehenga, name: "No code", "variant.0.size": "XXXL" });
  await send("/admin/products/new", { ...lehenga, name: "No code", "variant.0.size": "3XL" });
  await send(`/admin/categories/${id}`, {
    name: "Lehengas",
    kind,
    sizeScale: "xs-to-5xl",
    hsnCode: "6211",
    version,
  });
  await send("/admin/products/new", { ...lehenga, name: "Later", "variant.0.size": "XS" });
  const later = await categoryOf("Lehengas");
  await send(`/admin/categories/${id}`, { name: "Lehengas", kind, hsnCode: "6217", version: later.version });
  const { rows } = await db().execute(
    sql`select name, hsn_code as code from product where brand = 'Rang' order by name`,
  );
  expect(rows).toEqual([
    { name: "Later", code: "6211" },
    { name: "No code", code: "6211" },
    { name: "Own code", code: "6204" },
  ]);
});

test("a product's page shows the nearest size guide, in centimetres and inches; without one the usual", async () => {
  const tee = await categoryOf("T-Shirts");
  const page = async () => textOf((await open("/product/pocket-logo-essential-tee")).html);
  const guide = { note: "", unit: "cm", categoryId: "", brand: "", sizeScale: "" };
  expect(await page()).not.toContain("Girth");
  const make = (fields: Record<string, string>) => send("/admin/size-guides/new", { ...guide, ...fields });
  expect(
    (await make({ name: "By scale", sizeScale: "s-to-xxl", table: "Size; Scale girth\nM; 90" })).status,
  ).toBe(303);
  expect(await page()).toContain("Scale girth");
  await make({
    name: "By category",
    categoryId: tee.id,
    unit: "in",
    table: "Size; US; Category girth\nM; 8; 10",
  });
  const nearer = await page();
  expect(nearer).toContain("Category girth");
  expect(nearer).toMatch(/M 8 25\.4\s?10\.0/);
  expect(nearer).not.toContain("Scale girth");
  const twice = await make({ name: "Again", categoryId: tee.id, table: "Size; A\nM; 1" });
  expect(await twice.text()).toContain("Another size guide is for the same");
  const wrong = await make({ name: "Wrong", table: "Size; A\nM; 1; 2" });
  const said = await wrong.text();
  for (const text of ["Choose a category, a brand or a size scale", "Each line needs as many cells"])
    expect(said).toContain(text);
});
