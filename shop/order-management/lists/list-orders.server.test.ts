import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { someStaff } from "../../../test/support/access/actors.ts";
import { anOrder, nowIs } from "../../../test/support/ordered/placed-orders.server.ts";
import { aBuyer, aReturnable } from "../../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import type { Order } from "../../orders/orders.ts";
import { addNote } from "../notes-and-emails.server.ts";
import { rollUpCounters, stateCounts } from "./counters.server.ts";
import { exportOrders } from "./export-orders.server.ts";
import { listOrders, ordersPerPage } from "./list-orders.server.ts";
import { listReturns, readReturnQuery } from "./list-returns.server.ts";
import { readOrderQuery } from "./order-query.ts";

let shop: TestShop;
let asha: Order;
beforeAll(async () => {
  shop = await testShop();
  const buyer = await aBuyer(shop);
  asha = await anOrder(shop, buyer);
  const vikram = { name: "Vikram 100%_Rao", phone: "+919123456780", city: "Pune" };
  await nowIs(shop, await anOrder(shop, buyer, { address: vikram }), "shipped");
  // Thirty more, placed at the same time: only the id orders them.
  await shop.services.db.execute(sql`
    insert into orders (kind, method, status, placed_at, subtotal, total, name, email, phone, line1, city, state)
    select 'cart', 'whatsapp', 'cancelled', '2026-03-31T18:30:00Z', 100, 100, '=Many', 'many@campus.test', '', '', '', ''
    from generate_series(1, 30)`);
});
afterAll(() => shop.dispose());

const list = (address: string) => listOrders(shop.services, readOrderQuery(new URLSearchParams(address)));
const names = async (address: string) => (await list(address)).orders.map(({ name }) => name);

test("orders are listed newest first, with the counts of all statuses", async () => {
  const { orders, counts, count } = await list("");
  expect(orders.slice(0, 2).map(({ name }) => name)).toEqual(["Vikram 100%_Rao", "Asha Rao"]);
  expect(orders[1]).toMatchObject({ id: asha.id, itemCount: 1, total: asha.total, phone: "+919876543210" });
  expect(counts).toMatchObject({ all: 32, pending: 1, shipped: 1, cancelled: 30, delivered: 0 });
  expect(count).toEqual({ count: 32, exact: true });
});

test("paging forwards and backwards repeats no order and omits none", async () => {
  const first = await list("status=cancelled");
  const second = await list(`status=cancelled&after=${first.after}`);
  expect([first.before, second.after]).toEqual([null, null]);
  const ids = [...first.orders, ...second.orders].map(({ id }) => id);
  expect(new Set(ids).size).toBe(30);
  const back = await list(`status=cancelled&before=${second.before}`);
  expect(back.orders).toEqual(first.orders);
  expect(back.orders).toHaveLength(ordersPerPage);
  expect(back.before).toBeNull();
});

test.each([
  ["date", ["=Many", "Vikram 100%_Rao"]],
  ["-total", ["Asha Rao", "=Many"]],
  ["total", ["=Many", "Asha Rao"]],
  ["customer", ["=Many", "Vikram 100%_Rao"]],
  ["-customer", ["Vikram 100%_Rao", "=Many"]],
])("sorted by %s each order is on one page, forwards, backwards and in the export", async (sort, ends) => {
  const { db } = shop.services;
  // Asha's is the dearest, and each of its amounts and names is compared with thirty equal ones.
  await db.execute(sql`update orders set subtotal = subtotal + 1, total = total + 1 where id = ${asha.id}`);
  const first = await list(`sort=${sort}`);
  const second = await list(`sort=${sort}&after=${first.after}`);
  expect([first.orders.length, second.orders.length, first.before, second.after]).toEqual([
    25,
    7,
    null,
    null,
  ]);
  const all = [...first.orders, ...second.orders];
  expect(new Set(all.map(({ id }) => id)).size).toBe(32);
  expect([all[0]?.name, all.at(-1)?.name]).toEqual(ends);
  const keyOf = ({ placedAt, total, name }: (typeof all)[number]) =>
    sort.endsWith("date") ? placedAt.getTime() : sort.endsWith("total") ? total : name.toLowerCase();
  const compare = <Key extends string | number>(one: Key, other: Key) =>
    Number(one > other) - Number(one < other);
  const sorted = all.toSorted((one, other) => compare(keyOf(one), keyOf(other)) || compare(one.id, other.id));
  const ids = (some: { id: string }[]) => some.map(({ id }) => id);
  expect(ids(all)).toEqual(ids(sort.startsWith("-") ? sorted.reverse() : sorted));
  const back = await list(`sort=${sort}&before=${second.before}`);
  expect(back.orders).toEqual(first.orders);
  let text = "";
  for await (const part of exportOrders(shop.services, readOrderQuery(new URLSearchParams({ sort }))))
    text += part;
  const exported = text
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.slice(0, 36));
  expect(exported).toEqual(ids(all));
  await db.execute(sql`update orders set subtotal = subtotal - 1, total = total - 1 where id = ${asha.id}`);
});

test("a search and filters keep the sort order", async () => {
  expect(await names("q=rao&sort=customer")).toEqual(["Asha Rao", "Vikram 100%_Rao"]);
  expect(await names("method=cod&sort=-customer")).toEqual(["Vikram 100%_Rao", "Asha Rao"]);
  expect((await list("sort=price&after=1_2")).orders[0]?.name).toBe("Vikram 100%_Rao");
});

test.each([
  ["the beginning of the id", () => asha.id.slice(0, 8), "Asha Rao"],
  ["a part of the name in any case", () => "vIKRam", "Vikram 100%_Rao"],
  ["the phone as people write it", () => "091234 56780", "Vikram 100%_Rao"],
  ["signs that mean something to the database", () => "100%_r", "Vikram 100%_Rao"],
])("an order is found by %s", async (_by, word, name) => {
  const { orders, count } = await list(`q=${encodeURIComponent(word())}`);
  expect(orders.map((order) => order.name)).toEqual([name]);
  expect(count).toEqual({ count: 1, exact: true });
});

test("an order is found by every number that is written on it, and by part of a SKU", async () => {
  const { db } = shop.services;
  const order = await anOrder(shop, await aBuyer(shop), {
    address: { name: "Nila Iyer", phone: "+919555501234", city: "Fort Kochi" },
  });
  await nowIs(shop, order, "processing", { trackingNumber: "Awb-77001" });
  const gateway = "cs_find_me_1";
  await db.execute(sql`insert into gateway_order (gateway_order_id, order_id, provider, amount, expires_at)
    values (${gateway}, ${order.id}, 'cashfree', 100, now())`);
  await db.execute(sql`insert into received_payment (provider, provider_payment_id, order_id, amount, currency, effect)
    values ('cashfree', '5114910634577', ${order.id}, 100, 'INR', 'late')`);
  await db.execute(sql`insert into invoice (kind, order_id, number, financial_year, issued_at, total, snapshot)
    values ('invoice', ${order.id}, 'FI/2627/000042', '2627', now(), 100, '{}'),
      ('credit-note', ${order.id}, 'FN/2627/000007', '2627', now(), 100, '{}')`);
  await db.execute(sql`update orders set coupon_code = 'NILA10', channel = 'instagram', tags = '{gift}'
    where id = ${order.id}`);
  await db.execute(sql`update order_line set sku = 'KURTA-Teal-XL' where order_id = ${order.id}`);
  for (const typed of [
    ...[order.id, `#${order.id.slice(0, 8).toUpperCase()}`, "AWB-77001", "awb-770"],
    ...["fi/2627/000042", "FN/2627/000007", "5114910634577", gateway, "nila10", "teal-x"],
    // As they are read out on the phone, and what the list shows of an order.
    ...["000042", "fi/2627/0000", "fort kochi", "Instagram", "Gift"],
    ...["+91 95555 01234", "095555-01234", "(+91) 95555 01234", "95555", "nila iy"],
  ])
    expect(await names(`q=${encodeURIComponent(typed)}`), typed).toEqual(["Nila Iyer"]);
  // An AWB that is also the beginning of another one: the exact one is meant.
  const longer = await anOrder(shop, await aBuyer(shop), { address: { name: "Longer Number" } });
  await nowIs(shop, longer, "processing", { trackingNumber: "AWB-770012" });
  expect(await names("q=awb-77001")).toEqual(["Nila Iyer"]);
  expect((await names("q=awb-770")).sort()).toEqual(["Longer Number", "Nila Iyer"]);
  for (const typed of ["awb-7%", "_", "teal_x", "')--"])
    expect(await names(`q=${encodeURIComponent(typed)}`)).toEqual([]);
  await db.execute(sql`update orders set placed_at = null where id in (${order.id}, ${longer.id})`);
});

test("an order is found by the words of its notes, those to its customer and those that only staff see", async () => {
  const { db } = shop.services;
  const order = await anOrder(shop, await aBuyer(shop), { address: { name: "Meera Nair" } });
  const actor = someStaff;
  const text = "Wants it on Saturday 5%:\nring the NEIGHBOUR first";
  expect((await addNote(shop.services, actor, order.id, { key: randomUUID(), text })).ok).toBe(true);
  await db.execute(sql`update orders set note = 'Packed with a Marigold ribbon' where id = ${order.id}`);
  for (const typed of ["neighbour", "ring saturday", "Saturday 5%: ring", "marigold", "ribbon PACKED a"])
    expect(await names(`q=${encodeURIComponent(typed)}`), typed).toEqual(["Meera Nair"]);
  // Words of two notes, signs that mean something to the database, and words that are too short for the index.
  for (const typed of ["marigold saturday", "saturd_y", "on 5%"])
    expect(await names(`q=${encodeURIComponent(typed)}`), typed).toEqual([]);
  await db.execute(sql`update orders set placed_at = null where id = ${order.id}`);
});

test("orders are filtered by status, payment, method and Indian days; unknown values are ignored", async () => {
  expect(await names("status=pending")).toEqual(["Asha Rao"]);
  expect(await names("payment=pending&method=cod&status=shipped")).toEqual(["Vikram 100%_Rao"]);
  expect((await list("from=2026-04-01&to=2026-04-01")).count.count).toBe(30);
  expect((await list("to=2026-03-31")).count.count).toBe(0);
  expect((await list("status=lost&from=never&after=%00&method=gold")).count.count).toBe(32);
  expect(await names("q=zz")).toEqual([]);
});

test("the stored counts are exact, also after a roll-up", async () => {
  await rollUpCounters(shop.services);
  const before = await stateCounts(shop.services, "order");
  await nowIs(shop, asha, "confirmed");
  const after = await stateCounts(shop.services, "order");
  expect(before.get("pending")).toBe(1);
  expect([after.get("pending"), after.get("confirmed")]).toEqual([0, 1]);
});

test("the export has the filtered orders, with spreadsheet formulas escaped", async () => {
  const query = readOrderQuery(new URLSearchParams("method=whatsapp"));
  let text = "";
  for await (const part of exportOrders(shop.services, query)) text += part;
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toContain("Order ID,Placed,Status");
  expect(lines).toHaveLength(31);
  expect(lines[1]).toContain(",2026-04-01 00:00:00,Cancelled,Nothing to pay,whatsapp,'=Many,");
});

test("return requests are listed by state", async () => {
  const { ask } = await aReturnable(shop);
  expect((await ask(1)).ok).toBe(true);
  const listed = (address: string) =>
    listReturns(shop.services, readReturnQuery(new URLSearchParams(address)));
  const { returns, counts } = await listed("state=open");
  expect(returns).toMatchObject([{ state: "requested", kind: "return", name: "Asha Rao", itemCount: 1 }]);
  expect(counts).toMatchObject({ all: 1, open: 1, requested: 1 });
  expect((await listed("state=closed")).returns).toEqual([]);
});

test("return requests are found by what their orders are found by, counted in each tab", async () => {
  const { ask, order } = await aReturnable(shop);
  expect((await ask(1)).ok).toBe(true);
  const search = async (q: string) => {
    const { returns, counts } = await listReturns(
      shop.services,
      readReturnQuery(new URLSearchParams({ q, state: "open" })),
    );
    return { found: returns.map(({ orderId }) => orderId), all: counts.all };
  };
  expect(await search(order.id.slice(0, 8))).toEqual({ found: [order.id], all: 1 });
  const { found, all } = await search("asha rao");
  expect(found).toContain(order.id);
  expect(all).toBe(found.length);
  // An order without a return, and nothing at all.
  expect(await search("many")).toEqual({ found: [], all: 0 });
  expect(await search("zz")).toEqual({ found: [], all: 0 });
});

test("a search with several pages is counted in total and by tab, and its pages do not overlap", async () => {
  const first = await list("q=many");
  expect([first.orders.length, first.count]).toEqual([ordersPerPage, { count: 30, exact: true }]);
  // They are cancelled: none is to be sent.
  expect(first.counts).toMatchObject({ all: 30, cancelled: 30, pending: 0, "to-send": 0, shipped: 0 });
  const second = await list(`q=many&after=${first.after}`);
  expect([second.orders.length, second.count]).toEqual([30 - ordersPerPage, { count: 30, exact: true }]);
  expect((await list(`q=many&before=${second.before}`)).orders).toEqual(first.orders);
});
