import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Staff } from "../../../shop/access/actor.ts";
import { aStaffMember } from "../../../test/support/access/actors.ts";
import { aBuyer, aShirt, checkoutDetails, putInCart } from "../../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { anAdmin } from "../../../test/support/users.server.ts";
import { placeOrder } from "../../checkout/place-order.server.ts";
import { adjustStock } from "./adjust-stock.server.ts";
import { stockCounts, stockLedger, stockRows } from "./inventory.server.ts";

let shop: TestShop;
let admin: Staff;
let variantId = "";
const ports = () => shop.services;
const adjust = (delta: string, expected: number | string, reason = "Counted again") =>
  adjustStock(ports(), admin, { variantId, delta, expected: String(expected), reason });
const stock = async () => (await stockLedger(ports(), variantId))?.variant.stock ?? -1;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  admin = aStaffMember(await anAdmin(shop));
  const { rows } = await ports().db.execute(sql`select id from variant where sku = 'RAN4088-NAV-L'`);
  variantId = String(rows[0]?.id);
});
afterAll(() => shop.dispose());

test("an adjustment is recorded with actor and reason, and the ledger has the stock after each", async () => {
  const before = await stock();
  expect(await adjust("5", before, "Goods received")).toMatchObject({
    ok: true,
    value: { stock: before + 5 },
  });
  expect(await adjust("-2", before + 5, "Damaged")).toMatchObject({ ok: true });
  const ledger = await stockLedger(ports(), variantId);
  expect(ledger?.moves.slice(0, 2)).toMatchObject([
    {
      delta: -2,
      reason: "Damaged",
      actor: { kind: "staff", id: admin.id, name: "Admin" },
      after: before + 3,
    },
    { delta: 5, reason: "Goods received", after: before + 5 },
  ]);
  expect(ledger?.moves.at(-1)).toMatchObject({ after: ledger?.moves.at(-1)?.delta });
  const { rows } = await ports().db.execute(
    sql`select action from audit_entry where subject_id = ${variantId}`,
  );
  expect(rows).toEqual([{ action: "stock.adjust" }, { action: "stock.adjust" }]);
});

test("of twenty identical forms sent concurrently, one changes the stock", async () => {
  const before = await stock();
  const answers = await Promise.all(Array.from({ length: 20 }, () => adjust("1", before)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, refused: "changed", stock: before + 1 });
  expect(await stock()).toBe(before + 1);
});

test("units reserved for orders cannot be removed, and invalid input is refused", async () => {
  await ports().db.execute(sql`update variant set reserved = 2 where id = ${variantId}`);
  const now = await stock();
  expect(await adjust(String(-now + 1), now)).toMatchObject({ refused: "too-few" });
  for (const delta of ["0", "", "1.5", "x", "1e9"])
    expect(await adjust(delta, now)).toMatchObject({ refused: "wrong" });
  expect(await adjust("1", now, "  ")).toMatchObject({ refused: "wrong" });
  expect(
    await adjustStock(ports(), admin, { variantId: randomUUID(), delta: "1", expected: "0", reason: "x" }),
  ).toMatchObject({ refused: "not-found" });
  expect(await stock()).toBe(now);
});

test("the stock list counts who waits for each variant", async () => {
  await ports().db.execute(sql`insert into stock_notice (variant_id, email) values
    (${variantId}, 'leela@campus.test'), (${variantId}, 'asha@campus.test')`);
  const base = { text: "ran4088", show: "", sort: "sku", descending: false, page: 1, size: 50 } as const;
  const { rows } = await stockRows(ports(), base);
  expect(rows.length).toBeGreaterThan(1);
  for (const { id, waiting } of rows) expect(waiting).toBe(id === variantId ? 2 : 0);
  await ports().db.execute(sql`delete from stock_notice`);
});

test("the stock list is filtered by SKU, text, low stock and out of stock", async () => {
  const base = { text: "", show: "", sort: "sku", descending: false, page: 1, size: 50 } as const;
  expect((await stockRows(ports(), { ...base, text: "ran4088-nav-l" })).rows).toMatchObject([
    { id: variantId, reserved: 2 },
  ]);
  expect((await stockRows(ports(), { ...base, text: "pocket logo" })).total.count).toBeGreaterThan(4);
  const byLeft = async (show: "low" | "out") =>
    (await stockRows(ports(), { ...base, show, sort: "left", size: 100 })).rows;
  const left = async (show: "low" | "out") => (await byLeft(show)).map((row) => row.stock - row.reserved);
  // Units of orders are not left: with one of many it is among the first.
  const { rows: ordered } = await ports().db.execute(sql`update variant set reserved = stock - 1
    where id = (select id from variant where reserved = 0 order by stock desc, sku limit 1) returning id`);
  expect((await byLeft("low")).map(({ id }) => id)).toContain(ordered[0]?.id);
  const low = await left("low");
  expect(low.every((pieces) => pieces >= 1 && pieces <= 5)).toBe(true);
  expect(new Set(low).size).toBeGreaterThan(1);
  expect(low).toEqual(low.toSorted((a, b) => a - b));
  expect((await left("out")).every((pieces) => pieces === 0)).toBe(true);
  const counts = await stockCounts(ports());
  expect(counts.low.count).toBe((await stockRows(ports(), { ...base, show: "low" })).total.count);
});

test.each([false, true])(
  "pages of the stock list follow one another without a gap (descending: %s)",
  async (descending) => {
    const base = { text: "", show: "low", sort: "left", descending } as const;
    const all = (await stockRows(ports(), { ...base, page: 1, size: 2_000 })).rows.map(({ id }) => id);
    const ids: string[] = [];
    for (let page = 1; ; page++) {
      const found = await stockRows(ports(), { ...base, page, size: 200 });
      ids.push(...found.rows.map(({ id }) => id));
      if (!found.more) break;
      expect(found.rows).toHaveLength(200);
    }
    expect(all.length).toBeGreaterThan(400);
    expect(ids).toEqual(all);
  },
);

test("subscribers of a sold-out variant are notified once, when it is back in stock", async () => {
  await ports().db.execute(sql`update variant set reserved = 0 where id = ${variantId}`);
  expect(await adjust(String(-(await stock())), await stock())).toMatchObject({ ok: true });
  for (const email of ["asha@campus.test", "Ravi@campus.test"])
    await ports().db.execute(
      sql`insert into stock_notice (variant_id, email) values (${variantId}, ${email})`,
    );
  const sendNotices = async () => {
    await ports().jobs.send(ports().db, "send-stock-notices", {});
    await shop.runDue();
    return shop.sentMail().map(({ to, subject }) => `${to}: ${subject}`);
  };
  expect(await sendNotices()).toEqual([]);
  await adjust("3", 0, "Goods received");
  const sent = await sendNotices();
  expect(sent.sort()).toEqual([
    "Ravi@campus.test: Pocket Logo Essential Tee is back in stock",
    "asha@campus.test: Pocket Logo Essential Tee is back in stock",
  ]);
  expect(await sendNotices()).toHaveLength(2);
});

test("a sale names its order in the ledger, an adjustment names none", async () => {
  const [shirt, buyer] = await Promise.all([aShirt(shop), aBuyer(shop)]);
  await putInCart(shop, buyer, shirt, 2);
  const placed = await placeOrder(ports(), buyer, checkoutDetails());
  if (!placed.ok) throw new Error(placed.refused);
  await adjustStock(ports(), admin, { ...shirt, delta: "1", expected: "3", reason: "Found one" });
  const ledger = await stockLedger(ports(), shirt.variantId);
  expect(ledger?.moves.slice(0, 2)).toMatchObject([
    { delta: 1, orderId: null, after: 4 },
    { delta: -2, orderId: placed.value.id, after: 3 },
  ]);
});
