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
  expect(await other.text()).toContain("Its products have details of the present kind.");
  const deleted = await send(path, { intent: "delete" });
  expect(deleted.status).toBe(409);
  expect(await deleted.text()).toContain("It has products by now.");
  const empty = await send("/admin/categories/new", { name: " ", kind: "dress" });
  expect(await empty.text()).toContain("Please write something here.");
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
