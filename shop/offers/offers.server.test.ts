import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { atTheLock } from "../../test/support/at-the-lock.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { lockCategoryAddresses } from "../catalogue/category-addresses.server.ts";
import { deleteCollection } from "../catalogue/edit/edit-collection.server.ts";
import { productPage } from "../catalogue/product.server.ts";
import { deleteOffer, saveOffer, startOrEndOffer } from "./edit-offer.server.ts";
import { offerFields, readOffer } from "./offer-form.ts";
import { listOffers, offerToEdit } from "./offers.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

const admin = aStaffMember({ name: "Meera" });
const offer = (over: Record<string, string>) => {
  const read = readOffer(
    new Map(
      Object.entries({
        title: "Night sale",
        percent: "90",
        validFrom: "2026-11-20T00:00",
        validTo: "2026-12-01T00:00",
        ...over,
      }),
    ),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
};
const save = (over: Record<string, string>, id: string | null = null, version = "") =>
  saveOffer(shop.services, { actor: admin, id, version, offer: offer(over) });

async function aProduct() {
  const { rows } = await shop.services.db.execute(sql`
    select p.id, p.slug, c.slug as category, (select collection_slug from product_collection where product_id = p.id limit 1) as collection
    from product p join category c on c.id = p.category_id where p.status = 'active' order by p.slug limit 1`);
  const [row] = z
    .array(z.object({ id: z.string(), slug: z.string(), category: z.string(), collection: z.string() }))
    .parse(rows);
  if (!row) throw new Error("no product");
  return row;
}
const percentNow = async (slug: string) => (await productPage(shop.services, slug))?.offer?.percent ?? 0;

test("an offer for a category applies to its products at once, and ends at once", async () => {
  const { slug, category } = await aProduct();
  const saved = await save({ categories: category });
  if (!saved.ok) throw new Error(saved.refused);
  expect(await percentNow(slug)).toBe(90);
  expect((await startOrEndOffer(shop.services, { actor: admin, id: saved.value.id, action: "end" })).ok).toBe(
    true,
  );
  expect(await percentNow(slug)).not.toBe(90);
  const ended = await offerToEdit(shop.services.db, saved.value.id);
  expect(ended && offerFields(ended.offer).validTo).toBe("2026-11-21T11:29");
  expect(
    await startOrEndOffer(shop.services, { actor: admin, id: saved.value.id, action: "end" }),
  ).toMatchObject({
    refused: "not-now",
  });
});

test("an offer for a collection applies to a product only while it is in the collection", async () => {
  const { id, slug, collection } = await aProduct();
  const saved = await save({ collections: collection, percent: "91" });
  if (!saved.ok) throw new Error(saved.refused);
  expect(await percentNow(slug)).toBe(91);
  const { db } = shop.services;
  await db.execute(
    sql`delete from product_collection where product_id = ${id} and collection_slug = ${collection}`,
  );
  expect(await percentNow(slug)).not.toBe(91);
  await db.execute(
    sql`insert into product_collection (product_id, collection_slug) values (${id}, ${collection})`,
  );
  expect(await percentNow(slug)).toBe(91);
  expect((await deleteOffer(shop.services, { actor: admin, id: saved.value.id })).ok).toBe(true);
  expect(await percentNow(slug)).not.toBe(91);
});

test("an offer can name a slug and start early; unknown slugs are reported, an outdated edit is refused", async () => {
  const { slug } = await aProduct();
  const saved = await save({ products: slug, percent: "92", validFrom: "2026-11-25T00:00" });
  if (!saved.ok) throw new Error(saved.refused);
  const { id } = saved.value;
  expect(await percentNow(slug)).not.toBe(92);
  await startOrEndOffer(shop.services, { actor: admin, id, action: "start" });
  expect(await percentNow(slug)).toBe(92);
  expect(await save({ products: `${slug}, nothing-such` })).toMatchObject({
    refused: "unknown-scope",
    field: "products",
    names: ["nothing-such"],
  });
  expect(await save({ products: slug }, id, "1")).toEqual({ ok: false, refused: "changed-meanwhile" });
  const now = await offerToEdit(shop.services.db, id);
  expect(now && offerFields(now.offer)).toMatchObject({
    products: slug,
    percent: "92",
    validFrom: "2026-11-21T11:30",
  });
});

test("an offer that is ended at the moment of its start no longer applies", async () => {
  const { slug } = await aProduct();
  const saved = await save({ products: slug, percent: "91", validFrom: "2026-11-25T00:00" });
  if (!saved.ok) throw new Error(saved.refused);
  const { id } = saved.value;
  await startOrEndOffer(shop.services, { actor: admin, id, action: "start" });
  expect((await startOrEndOffer(shop.services, { actor: admin, id, action: "end" })).ok).toBe(true);
  shop.clock.forward(2);
  expect(await percentNow(slug)).not.toBe(91);
});

test("the list counts by state, and every action is in the audit log", async () => {
  const { offers, counts } = await listOffers(shop.services, {
    q: "night",
    state: "running",
    page: 1,
    size: 50,
  });
  expect(offers.map(({ percent }) => percent)).toEqual([92]);
  expect(counts.running).toBeGreaterThan(0);
  const { rows } = await shop.services.db.execute(sql`select distinct action from audit_entry order by 1`);
  expect(rows.map(({ action }) => action)).toEqual([
    "offer.create",
    "offer.delete",
    "offer.end",
    "offer.start",
  ]);
});

test.each([
  [{ title: "" }, "title"],
  [{ percent: "0" }, "percent"],
  [{ percent: "10.5" }, "percent"],
  [{ validTo: "2026-02-31T00:00" }, "validTo"],
  [{ validTo: "2026-11-19T00:00" }, "validTo"],
])("%j is refused with an error at its field", (over, field) => {
  const fields = {
    title: "T",
    percent: "5",
    validFrom: "2026-11-20",
    validTo: "2026-11-21",
    products: "a",
    ...over,
  };
  const read = readOffer(new Map(Object.entries(fields)));
  expect(read.ok ? [] : Object.keys(read.errors)).toEqual([field]);
});

test("an offer for a collection that is deleted at that moment is refused", async () => {
  const { db } = shop.services;
  await db.execute(sql`
    insert into collection (slug, name, title, description, position) values ('fading', 'Fading', 'Fading', '', 9)`);
  const saved = await atTheLock(
    db,
    lockCategoryAddresses,
    () => save({ collections: "fading" }),
    (tx) => deleteCollection({ db: tx, clock: shop.services.clock }, { actor: admin, slug: "fading" }),
  );
  expect(saved).toEqual({ ok: false, refused: "unknown-scope", field: "collections", names: ["fading"] });
});
