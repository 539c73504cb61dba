import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Staff } from "../../../shop/access/actor.ts";
import { aStaffMember } from "../../../test/support/access/actors.ts";
import { atTheLock } from "../../../test/support/at-the-lock.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { anAdmin, aShopper } from "../../../test/support/users.server.ts";
import { savePicture } from "../pictures/save-picture.server.ts";
import { productPage } from "../product.server.ts";
import { deleteProduct } from "./delete-product.server.ts";
import { emptyDraft, type ProductDraft, plainVariant } from "./product-draft.ts";
import { productToEdit } from "./product-to-edit.server.ts";
import { createProduct, updateProduct } from "./save-product.server.ts";
import { variantMatrix } from "./variant-matrix.ts";

let shop: TestShop;
let admin: Staff;
let tShirts = "";
const ports = () => shop.services;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  admin = aStaffMember(await anAdmin(shop));
  const { rows } = await ports().db.execute(sql`select id from category where slug = 't-shirts'`);
  tShirts = String(rows[0]?.id);
});
afterAll(() => shop.dispose());

const blue = { name: "Blue", hex: "#2a3f7e" };
const white = { name: "White", hex: "#f4f3ef" };
const matrix = (sizes: string[], stock: string) =>
  variantMatrix([], sizes, [blue, white]).map((row) => ({ ...row, stock }));

function aDraft(over: Partial<ProductDraft> = {}): ProductDraft {
  return {
    ...emptyDraft,
    name: "Asha's Kurta",
    brand: "Neel Loom",
    price: "999.50",
    originalPrice: "1,499",
    categoryId: tShirts,
    collections: ["women", "no-such"],
    details: { fabric: "Cotton", gender: "women" },
    status: "active",
    variants: matrix(["S", "M"], "3"),
    ...over,
  };
}

async function made(over: Partial<ProductDraft> = {}) {
  const answer = await createProduct(ports(), admin, aDraft(over));
  if (!answer.ok) throw new Error(JSON.stringify(answer.errors));
  const found = await productToEdit(ports(), answer.value.id);
  if (!found) throw new Error("It is not there");
  return found;
}

const actions = async (id: string) =>
  (
    await ports().db.execute(
      sql`select action, before, after from audit_entry where subject_id = ${id} order by id`,
    )
  ).rows;

async function picture(background: string) {
  const bytes = await sharp({ create: { width: 50, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
  const stored = await savePicture(ports(), bytes);
  if (!stored.ok) throw new Error(stored.refused);
  return stored.value.key;
}

describe("a new product", () => {
  test("is on sale as it was entered, with generated SKUs, stock moves and an audit entry", async () => {
    const key = await picture("#2a3f7e");
    const { id, slug, draft } = await made({ pictures: [{ key, alt: "Front", colour: "Blue" }] });
    expect(slug).toBe("ashas-kurta");
    const page = await productPage(ports(), slug);
    expect(page).toMatchObject({
      price: { paid: 999_50, struck: 1499_00 },
      collections: ["women"],
      sizes: ["S", "M"],
      stock: 12,
      pictures: [{ key, alt: "Front", colour: "Blue" }],
    });
    expect(page?.details).toContainEqual({ label: "Sizes", value: "S, M" });
    expect(page?.details).toContainEqual({ label: "Colours", value: "Blue, White" });
    const tag = id.slice(0, 4).toUpperCase();
    expect(draft.variants.map(({ sku }) => sku)).toEqual([
      `ASH-${tag}-BLU-S`,
      `ASH-${tag}-BLU-M`,
      `ASH-${tag}-WHI-S`,
      `ASH-${tag}-WHI-M`,
    ]);
    const moves = await ports().db.execute(sql`
      select m.delta, m.actor_kind, m.actor_name, m.code from stock_movement m join variant v on v.id = m.variant_id where v.product_id = ${id}`);
    expect(moves.rows).toHaveLength(4);
    expect(moves.rows[0]).toEqual({
      delta: 3,
      actor_kind: "staff",
      actor_name: "Admin",
      code: "product-form",
    });
    expect(await actions(id)).toMatchObject([{ action: "product.create", after: { name: "Asha's Kurta" } }]);
  });

  test("has what it and a size of it cost, also in its audit entries; an empty field takes it away", async () => {
    const [small, medium] = matrix(["S", "M"], "3");
    if (!small || !medium) throw new Error("no sizes");
    const variants = [small, { ...medium, price: "1,099", cost: "480.50" }];
    const { id, draft } = await made({ cost: "450", variants });
    expect([draft.cost, ...draft.variants.map(({ cost }) => cost)]).toEqual(["450.00", "", "480.50"]);
    const saved = await updateProduct(ports(), admin, id, { ...draft, cost: "" });
    expect(saved.ok).toBe(true);
    expect((await productToEdit(ports(), id))?.draft.cost).toBe("");
    expect(await actions(id)).toMatchObject([
      { action: "product.create", after: { cost: 450_00, variants: [{ cost: null }, { cost: 480_50 }] } },
      { action: "product.update", before: { cost: "450.00" }, after: { cost: "" } },
    ]);
  });

  test("in an Indian script gets an address in Latin letters", async () => {
    expect((await made({ name: "नीला कुर्ता" })).slug).toBe("nila-kurta");
  });

  test("gets its own slug when a name is used twice, also concurrently", async () => {
    const both = await Promise.all([made({ name: "Twin" }), made({ name: "Twin" }), made({ name: "हिंदी" })]);
    expect(new Set(both.map(({ slug }) => slug)).size).toBe(3);
  });

  test("has one variant when it has no options", async () => {
    const { draft } = await made({ variants: [{ ...plainVariant, stock: "7" }] });
    expect(draft.variants).toMatchObject([{ size: "", colour: "", stock: "7" }]);
  });

  test.each<[string, Partial<ProductDraft>, string]>([
    ["no name", { name: "  " }, "name"],
    ["no price", { price: "" }, "price"],
    ["a price of nothing", { price: "0" }, "price"],
    ["three decimals", { price: "1.999" }, "price"],
    ["a price in words", { price: "1e3" }, "price"],
    ["a cost of nothing", { cost: "0" }, "cost"],
    ["an own cost in words", { variants: [{ ...plainVariant, cost: "two", stock: "1" }] }, "variant.0.cost"],
    ["no stock", { variants: [{ ...plainVariant, stock: "" }] }, "variant.0.stock"],
    ["half a piece", { variants: [{ ...plainVariant, stock: "1.5" }] }, "variant.0.stock"],
    ["less than nothing", { variants: [{ ...plainVariant, stock: "-1" }] }, "variant.0.stock"],
    ["no variant", { variants: [] }, "variants"],
    ["a size that is none", { variants: [{ ...plainVariant, size: "XXXXL", stock: "1" }] }, "variant.0.size"],
    [
      "a pair twice",
      { variants: [0, 1].map(() => ({ ...plainVariant, size: "S", stock: "1" })) },
      "variant.1.size",
    ],
    [
      "a colour without shade",
      { variants: [{ ...plainVariant, colour: "Red", stock: "1" }] },
      "variant.0.colour",
    ],
    [
      "somebody else's SKU",
      { variants: [{ ...plainVariant, sku: "ran4088-oli-xxl", stock: "1" }] },
      "variant.0.sku",
    ],
    ["a gender that is none", { details: { gender: "cat" } }, "detail.gender"],
    ["an unknown picture", { pictures: [{ key: "f".repeat(32), alt: "", colour: "" }] }, "pictures"],
    ["an HSN code in letters", { hsnCode: "ABCD" }, "hsnCode"],
  ])("with %s is refused and not stored", async (_, over, field) => {
    const count = async () => (await ports().db.execute(sql`select count(*) from product`)).rows;
    const before = await count();
    const answer = await createProduct(ports(), admin, aDraft(over));
    expect(answer).toMatchObject({ ok: false, refused: "wrong", errors: { [field]: expect.any(String) } });
    expect(await count()).toEqual(before);
  });
});

describe("an edit", () => {
  test("stores the changed fields, keeps the ids of variants, and lets two variants swap size and SKU", async () => {
    const { id, draft } = await made({ name: "Swap" });
    const [one, other, ...rest] = draft.variants;
    if (!one || !other) throw new Error("no variants");
    const answer = await updateProduct(ports(), admin, id, {
      ...draft,
      name: "Swapped",
      variants: [
        { ...one, size: "M", sku: other.sku, stock: "5" },
        { ...other, size: "S", sku: one.sku },
        ...rest.slice(1),
      ],
    });
    expect(answer.ok).toBe(true);
    const now = await productToEdit(ports(), id);
    expect(now?.draft.variants).toMatchObject([
      { id: one.id, size: "M", sku: other.sku, stock: "5" },
      { id: other.id, size: "S", sku: one.sku, stock: "3" },
      { id: rest[1]?.id },
    ]);
    const [, update] = await actions(id);
    expect(update).toMatchObject({
      action: "product.update",
      before: { name: "Swap" },
      after: { name: "Swapped" },
    });
    expect(update?.after).not.toHaveProperty("price");
  });

  test("by a second admin is refused with what the first one saved, and may then overwrite it", async () => {
    const { id, draft } = await made({ name: "Contested" });
    expect(await updateProduct(ports(), admin, id, { ...draft, price: "800" })).toMatchObject({ ok: true });
    const second = await updateProduct(ports(), admin, id, { ...draft, name: "Mine" });
    expect(second).toMatchObject({
      refused: "changed",
      now: { draft: { price: "800.00", name: "Contested" } },
    });
    const version = second.ok || second.refused !== "changed" ? "" : second.now.draft.version;
    expect(await updateProduct(ports(), admin, id, { ...draft, version, name: "Mine" })).toMatchObject({
      ok: true,
    });
    expect((await productToEdit(ports(), id))?.draft).toMatchObject({ name: "Mine", price: "999.50" });
  });

  test("succeeds exactly once when twenty are sent concurrently", async () => {
    const { id, draft } = await made({ name: "Race" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        updateProduct(ports(), admin, id, { ...draft, name: `Race ${at}` }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("changes stock by the difference, so units sold meanwhile stay sold", async () => {
    const { id, draft } = await made({ name: "Sold", variants: [{ ...plainVariant, stock: "10" }] });
    await ports().db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      select id, sku, -4, 'customer', 'order' from variant where product_id = ${id}`);
    const variants = draft.variants.map((row) => ({ ...row, stock: "12" }));
    expect(await updateProduct(ports(), admin, id, { ...draft, variants })).toMatchObject({ ok: true });
    expect((await productToEdit(ports(), id))?.draft.variants).toMatchObject([{ stock: "8" }]);
  });

  test("can neither delete reserved units nor remove them from stock", async () => {
    const { id, draft } = await made({ name: "Held" });
    const [first] = draft.variants;
    await ports().db.execute(sql`update variant set reserved = 2 where id = ${first?.id}`);
    const without = { ...draft, variants: draft.variants.slice(1) };
    expect(await updateProduct(ports(), admin, id, without)).toMatchObject({
      errors: { variants: expect.stringContaining("set aside") },
    });
    const none = { ...draft, variants: draft.variants.map((row) => ({ ...row, stock: "1" })) };
    expect(await updateProduct(ports(), admin, id, none)).toMatchObject({
      errors: { "variant.0.stock": expect.stringContaining("2 of them set aside") },
    });
    expect(await deleteProduct(ports(), admin, id)).toMatchObject({ refused: "reserved" });
  });

  test("cannot leave less than nothing, and does not speak of orders where none waits", async () => {
    const { id, draft } = await made({ name: "Sold meanwhile" });
    const seen = Number(draft.variants[0]?.stock);
    await ports().db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
      select id, sku, ${1 - seen}, 'customer', 'order' from variant where id = ${draft.variants[0]?.id}`);
    const variants = draft.variants.map((row, at) => (at === 0 ? { ...row, stock: "0" } : row));
    expect(await updateProduct(ports(), admin, id, { ...draft, variants })).toMatchObject({
      errors: { "variant.0.stock": "Only 1 in stock." },
    });
  });

  test.each(["", "x", randomUUID()])("of the unknown id %j is refused as not found", async (id) => {
    expect(await updateProduct(ports(), admin, id, aDraft({ version: "1" }))).toMatchObject({
      refused: "not-found",
    });
    expect(await deleteProduct(ports(), admin, id)).toMatchObject({ refused: "not-found" });
  });
});

test("a product is saved without the collection that is deleted at that moment", async () => {
  const { db } = ports();
  await db.execute(sql`
    insert into collection (slug, name, title, description, position) values ('fading', 'Fading', 'Fading', '', 9)`);
  const saved = await atTheLock(
    db,
    (tx) => tx.execute(sql`delete from collection where slug = 'fading'`),
    () => createProduct(ports(), admin, aDraft({ collections: ["men", "fading"] })),
    async () => undefined,
  );
  const { draft } = (saved.ok && (await productToEdit(ports(), saved.value.id))) || {};
  expect(draft?.collections).toEqual(["men"]);
});

test("a deleted product is removed from carts and wishlists, and its order lines are unchanged", async () => {
  const { id, draft } = await made({ name: "Goes" });
  const asha = await aShopper(shop);
  const variant = draft.variants[0]?.id;
  await ports().db.execute(sql`insert into wishlist_entry (user_id, product_id) values (${asha.id}, ${id})`);
  await ports().db.execute(sql`insert into cart_line (user_id, variant_id, quantity, price_seen)
    values (${asha.id}, ${variant}, 1, 99950)`);
  const order = await ports().db.execute(sql`
    with o as (insert into orders (user_id, kind, method, subtotal, total, placed_at)
      values (${asha.id}, 'cart', 'cod', 99950, 99950, now()) returning id)
    insert into order_line (order_id, position, product_id, variant_id, name, slug, sku, unit_price, quantity, total)
    select id, 0, ${id}, ${variant}, 'Goes', 'goes', 'SKU', 99950, 1, 99950 from o returning id`);
  expect(await deleteProduct(ports(), admin, id)).toMatchObject({ ok: true, value: { name: "Goes" } });
  const left = await ports().db.execute(sql`
    select (select count(*)::int from cart_line where user_id = ${asha.id}) as cart,
      (select count(*)::int from wishlist_entry where user_id = ${asha.id}) as wishes,
      (select name from order_line where id = ${String(order.rows[0]?.id)}) as line,
      (select count(*)::int from stock_movement where variant_id = ${variant}) as moves`);
  expect(left.rows).toEqual([{ cart: 0, wishes: 0, line: "Goes", moves: 1 }]);
  expect(await actions(id)).toMatchObject([{}, { action: "product.delete", before: { name: "Goes" } }]);
});

describe("measures of a product", () => {
  const measures = { "S.chest": "48", "M.chest": "52", "M.length": "70.5", "XXL.chest": "60", "S.nose": "5" };

  test("are stored by size and shown on its page; those of unknown sizes and kinds are dropped", async () => {
    const saved = await made({ measures });
    expect(saved.draft.measures).toEqual({ "S.chest": "48", "M.chest": "52", "M.length": "70.5" });
    const page = await productPage(ports(), saved.slug);
    expect(page?.measures?.columns).toEqual(["Size", "Chest", "Length"]);
    expect(page?.measures?.rows).toEqual([
      ["S", "48", "–"],
      ["M", "52", "70.5"],
    ]);
  });

  test("are deleted when their field is emptied, and the audit log has the old values", async () => {
    const saved = await made({ measures });
    const draft = { ...saved.draft, measures: { ...saved.draft.measures, "M.length": "" } };
    expect(await updateProduct(ports(), admin, saved.id, draft)).toMatchObject({ ok: true });
    expect((await productToEdit(ports(), saved.id))?.draft.measures).toEqual({
      "S.chest": "48",
      "M.chest": "52",
    });
    expect((await actions(saved.id)).at(-1)).toMatchObject({
      before: { measures: { "M.length": "70.5" } },
      after: { measures: { "M.chest": "52" } },
    });
  });

  test("that are not a length are refused with an error at their field", async () => {
    const answer = await createProduct(ports(), admin, aDraft({ measures: { "S.chest": "1,2,3" } }));
    expect(answer).toMatchObject({ errors: { "measure.S.chest": expect.stringMatching(/Centimetres/) } });
  });
});
