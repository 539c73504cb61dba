import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Staff } from "../../../shop/access/actor.ts";
import { aStaffMember } from "../../../test/support/access/actors.ts";
import { atTheLock } from "../../../test/support/at-the-lock.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { anAdmin } from "../../../test/support/users.server.ts";
import { productTabCounts, type StaffProductQuery, staffProducts } from "../edit/staff-products.server.ts";
import { readBulkChange } from "./bulk-change.ts";
import { changeInBulk, undoBulkEdit } from "./bulk-edit.server.ts";

let shop: TestShop;
let admin: Staff;
let ids: string[];
const ports = () => shop.services;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  admin = aStaffMember(await anAdmin(shop));
  const { rows } = await ports().db.execute(sql`select id from product order by id limit 5`);
  ids = rows.map(({ id }) => String(id));
});
afterAll(() => shop.dispose());

/** Everything that a bulk edit may touch. */
const facts = async () =>
  (
    await ports().db.execute(sql`
      select p.id, p.price, p.status, array(select collection_slug from product_collection c
        where c.product_id = p.id order by 1) as collections,
      (select json_agg(json_build_array(v.sku, v.price, v.stock) order by v.sku) from variant v where v.product_id = p.id)
        as variants
      from product p where p.id = any(${sql.param(ids)}::uuid[]) order by p.id`)
  ).rows;

const change = (intent: string, value = "") => {
  const read = readBulkChange(intent, value);
  if (!read) throw new Error(`${intent} ${value} is no change`);
  return read;
};

test.each([
  ["price", "499.50"],
  ["percent", "-20"],
  ["percent", "+15"],
  ["stock", "7"],
  ["stock", "-1000"],
  ["status:archived", ""],
  ["collect:footwear", ""],
  ["uncollect:men", ""],
])("%s %s changes the chosen products, and can be undone completely, once", async (intent, value) => {
  const before = await facts();
  const done = await changeInBulk(ports(), admin, [...ids, "no id"], change(intent, value));
  if (!done.ok) throw new Error(done.refused);
  expect(await facts()).not.toEqual(before);
  const { rows } = await ports().db.execute(sql`
    select count(*)::int as entries from audit_entry where action = 'product.bulk-edit' and subject_id = any(${sql.param(ids)})`);
  expect(Number(rows[0]?.entries)).toBeGreaterThanOrEqual(done.value.changed);
  const undone = await undoBulkEdit(ports(), admin, done.value.undo);
  expect(undone).toEqual({ ok: true, value: { restored: done.value.changed, left: 0 } });
  expect(await facts()).toEqual(before);
  expect(await undoBulkEdit(ports(), admin, done.value.undo)).toMatchObject({ refused: "too-late" });
});

test.each([
  ["percent", "-20", "prices.edit"],
  ["stock", "7", "stock.adjust"],
] as const)("a change of %s can be undone only with the permission for it", async (intent, value, needed) => {
  const before = await facts();
  const done = await changeInBulk(ports(), admin, ids, change(intent, value));
  if (!done.ok) throw new Error(done.refused);
  const edited = await facts();
  const editor = { ...admin, permissions: new Set(admin.permissions) };
  editor.permissions.delete(needed);
  expect(await undoBulkEdit(ports(), editor, done.value.undo)).toMatchObject({ refused: "not-allowed" });
  expect(await facts()).toEqual(edited);
  expect((await undoBulkEdit(ports(), admin, done.value.undo)).ok).toBe(true);
  expect(await facts()).toEqual(before);
});

test("a percentage gives whole rupees, and units reserved for orders stay in stock", async () => {
  const [id = ""] = ids;
  await ports().db.execute(sql`update product set price = 99900 where id = ${id}`);
  await ports().db.execute(sql`update variant set reserved = 1 where product_id = ${id} and stock > 0`);
  await changeInBulk(ports(), admin, [id], change("percent", "-33"));
  await changeInBulk(ports(), admin, [id], change("stock", "-100000"));
  const { rows } = await ports().db.execute(sql`
    select p.price, bool_and(v.stock = v.reserved) as bare from product p join variant v on v.product_id = p.id
    where p.id = ${id} group by p.id`);
  expect(rows).toEqual([{ price: "66900", bare: true }]);
  await ports().db.execute(sql`update variant set reserved = 0 where product_id = ${id}`);
});

test("undo leaves a product unchanged that was edited since", async () => {
  const [, one = "", other = ""] = ids;
  const done = await changeInBulk(ports(), admin, [one, other], change("price", "1234"));
  await ports().db.execute(sql`update product set price = 5, version = version + 1 where id = ${one}`);
  expect(await undoBulkEdit(ports(), admin, done.ok ? done.value.undo : "")).toMatchObject({
    value: { restored: 1, left: 1 },
  });
  const { rows } = await ports().db.execute(sql`select price from product where id = ${one}`);
  expect(rows).toEqual([{ price: "5" }]);
});

test.each(["collect", "uncollect"])(
  "%s with a collection that is deleted at that moment is refused",
  async (what) => {
    const { db } = ports();
    await db.execute(sql`
    insert into collection (slug, name, title, description, position) values ('fading', 'Fading', 'Fading', '', 9)`);
    const done = await atTheLock(
      db,
      (tx) => tx.execute(sql`delete from collection where slug = 'fading'`),
      () => changeInBulk(ports(), admin, ids, change(`${what}:fading`)),
      async () => undefined,
    );
    expect(done).toEqual({ ok: false, refused: "no-collection" });
  },
);

test("empty selections, unknown collections, unknown undo tokens and invalid changes are refused", async () => {
  expect(await changeInBulk(ports(), admin, [], change("price", "5"))).toMatchObject({ refused: "nothing" });
  expect(await changeInBulk(ports(), admin, ids, change("collect:nowhere"))).toMatchObject({
    refused: "no-collection",
  });
  expect(await undoBulkEdit(ports(), admin, "x")).toMatchObject({ refused: "too-late" });
  for (const [intent, value] of [
    ["price", "0"],
    ["price", "-5"],
    ["percent", "-91"],
    ["percent", "1.5"],
    ["stock", "0"],
    ["status:sold", ""],
    ["collect:", ""],
    ["__proto__", "1"],
  ]) {
    expect(readBulkChange(intent ?? "", value ?? ""), `${intent} ${value}`).toBeNull();
  }
});

const query = (over: Partial<StaffProductQuery> = {}): StaffProductQuery => ({
  text: "",
  status: "",
  category: "",
  collection: "",
  stock: "",
  sort: "newest",
  descending: true,
  page: 1,
  size: 25,
  ...over,
});

test("the list is filtered by text, SKU, category, status and stock, sorted, and counted", async () => {
  const find = (over: Partial<StaffProductQuery>) => staffProducts(ports(), query(over));
  const { rows: counted } = await ports().db.execute(sql`select count(*)::int as all from product`);
  const all = await find({});
  expect(all).toMatchObject({ more: true, total: { count: counted[0]?.all, exact: true } });
  expect(all.rows).toHaveLength(25);
  const second = await find({ page: 2 });
  expect(second.rows.map(({ id }) => id)).not.toContain(all.rows[0]?.id);
  expect((await find({ text: "pocket logo essential" })).rows.map(({ slug }) => slug)).toContain(
    "pocket-logo-essential-tee",
  );
  expect((await find({ text: "ran4088-oli" })).rows.map(({ slug }) => slug)).toEqual([
    "pocket-logo-essential-tee",
  ]);
  for (const text of ["%", "_", "\\", "'", "\u0000", "a".repeat(100)]) await find({ text });
  const boots = await find({ category: "boots" });
  expect(new Set(boots.rows.map(({ category }) => category))).toEqual(new Set(["Boots"]));
  expect((await find({ status: "draft" })).rows.every(({ status }) => status === "draft")).toBe(true);
  const out = await find({ stock: "out", size: 100 });
  expect(out.rows.every(({ stock }) => stock === 0)).toBe(true);
  const inStock = await find({ stock: "in", size: 1 });
  expect(inStock.total.count + out.total.count).toBe(counted[0]?.all);
  const names = (await find({ sort: "name", descending: false })).rows.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, "en")));
  const cheap = (await find({ sort: "price", descending: false })).rows.map(({ price }) => price);
  expect(cheap).toEqual(cheap.toSorted((one, other) => one - other));
  expect(await productTabCounts(ports())).toMatchObject({
    all: { count: counted[0]?.all },
    out: { count: out.total.count },
  });
});
