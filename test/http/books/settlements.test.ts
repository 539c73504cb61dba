import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { settlementSums } from "../../../shop/books/settlement-list.server.ts";
import { dayInIndia } from "../../../shop/dates.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { parcelAmount } from "../../../shop/orders/parcels.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { invalidateSettings } from "../../../shop/settings/settings.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aBuyer, aShirt, putInCart } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  buyer = await aShopper(shop);
  const legal = JSON.stringify({ ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" });
  const settlements = JSON.stringify({
    onlineDays: 5,
    courierDays: 15,
    deliveryCost: 6_500,
    returnCost: 5_500,
  });
  await shop.services.db.execute(sql`insert into setting (key, value) values ('legal', ${legal}::jsonb),
    ('settlements', ${settlements}::jsonb) on conflict (key) do update set value = excluded.value`);
  invalidateSettings(shop.services);
});
afterAll(() => shop.dispose());

const screen = "/admin/books/settlements";

async function upload(
  kind: string,
  text: string,
  {
    as = admin,
    name = "settlement.csv",
    ...more
  }: { as?: Person; name?: string } & Record<string, unknown> = {},
) {
  const body = new FormData();
  for (const [field, value] of Object.entries({ intent: "upload", form: "upload", kind, ...more }))
    body.set(field, String(value));
  body.set("file", new Blob([text]), name);
  const answer = await ask(screen, { method: "POST", headers: { Origin: "http://shop.test" }, body, as });
  const words = textOf(await answer.text());
  return { status: answer.status, to: answer.headers.get("Location") ?? "", words };
}
const open = async (path: string, as = admin) => textOf(await (await ask(path, { as })).text());
const send = async (path: string, fields: Record<string, string>, as = admin) => {
  const answer = await ask(path, { ...posted(fields), as });
  const to = answer.headers.get("Location");
  return { status: answer.status, to, words: textOf(await answer.text()) };
};
const csv = async (query: string) => {
  const text = await (await ask(`/admin/books/download?${query}`, { as: admin })).text();
  const [heading = "", ...lines] = text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  const names = heading.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at] ?? "", cell])));
};

const daysAgo = (days: number) =>
  new Date(shop.services.clock.now().getTime() - days * 86_400_000).toISOString();

/** A paid online order of ₹499.00, `days` ago. */
async function paid(id: string, days = 10): Promise<string> {
  const order = await anOrder(shop, await aBuyer(shop), { method: "online" });
  await shop.services.db.execute(sql`insert into gateway_order (gateway_order_id, order_id, provider, amount, expires_at)
    values (${`g-${id}`}, ${order.id}, 'cashfree', ${order.total}, now())`);
  await shop.services.db.execute(sql`insert into received_payment
    (provider, provider_payment_id, order_id, gateway_order_id, amount, currency, effect, at)
    values ('cashfree', ${id}, ${order.id}, ${`g-${id}`}, ${order.total}, 'INR', 'late', ${daysAgo(days)})`);
  return order.id;
}

/** A delivered order of two pieces for ₹100 and one for ₹300, paid in cash `days` ago. */
async function delivered(awb: string, days = 20): Promise<string> {
  const [one, other] = [await aShirt(shop, { price: 10_000 }), await aShirt(shop, { price: 30_000 })];
  await putInCart(shop, buyer, one, 2);
  const order = await anOrder(shop, buyer, { pieces: [other] });
  await nowIs(shop, order, "shipped", { courier: "Delhivery", trackingNumber: awb });
  await nowIs(shop, order, "delivered");
  await shop.services.db.execute(sql`update parcel set delivered_at = ${daysAgo(days)}
    where order_id = ${order.id}`);
  return order.id;
}

const cashfree = (lines: string[]) =>
  `cf_payment_id,Merchant Order Id,Event Type,Event Amount,Service Charge,Service Tax,Event Settlement Amount,UTR,Settlement Date\n${lines.join("\n")}\n`;
const sums = async () =>
  Object.fromEntries(
    (await settlementSums(shop.services, { kind: "", state: "", month: null, file: "", q: "" })).map(
      ({ state, count, difference }) => [state, [count, difference]],
    ),
  );

test("a provider's file: matched, missing, too little, twice, unknown and refunds, with sums, CSV and a note by hand", async () => {
  const ids = ["7001", "7002", "7003", "7004", "7005"];
  const orders = [];
  for (const id of ids) orders.push(await paid(id, 12));
  await paid("7006", 1);
  const read = await upload(
    "gateway",
    cashfree([
      "7001,,PAYMENT,499.00,9.98,1.80,487.22,UTR1,2026-11-20 10:00:00",
      // By the provider's order, without a payment; and less than the fee explains.
      `g-7002,,PAYMENT,499.00,9.98,1.80,480.00,UTR1,20/11/2026`,
      "7003,,PAYMENT,499.00,0,0,499.00,UTR1,20-Nov-2026",
      "7003,,PAYMENT,499.00,0,0,499.00,UTR2,2026-11-21",
      "9999,nobody,PAYMENT,10.50,0,0,10.50,UTR2,2026-11-21",
      // Nothing was refunded for it here.
      `x,${orders[3]},REFUND,499.00,,,499.00,UTR2,2026-11-21`,
      "Total,,,,,,,,",
    ]),
  );
  expect(read).toMatchObject({ status: 303, to: expect.stringContaining(`${screen}?file=`) });
  // 7004 has only its chargeback, 7005 nothing; 7006 is too young to be missing.
  expect(await sums()).toEqual({
    matched: [2, 0],
    short: [2, -722 - 49_900],
    twice: [1, 49_900],
    unknown: [1, 1_050],
    missing: [2, -99_800],
  });
  const short = await open(`${screen}?state=short`);
  expect(short).toContain("g-7002");
  expect(short).toContain("-₹7.22");
  expect(short).not.toContain("7003");
  const lines = await csv("what=settlements&state=missing");
  expect(lines.map((line) => [line.Reference, line.Expected, line.Difference])).toEqual([
    [expect.stringMatching(/7004|7005/), "499", "-499"],
    [expect.stringMatching(/7004|7005/), "499", "-499"],
  ]);
  expect(await open(`${screen}?q=7006`)).toContain("No lines");

  const empty = await send(screen, { intent: "accept", form: "accept-x", target: "payment 7005", note: "" });
  expect(empty).toMatchObject({ status: 400 });
  expect(
    (await send(screen, { intent: "accept", target: "payment 7005", note: "paid by cheque" })).status,
  ).toBe(200);
  // A colleague with the same screen.
  const late = await send(screen, { intent: "accept", target: "payment 7005", note: "written off" });
  expect(late).toMatchObject({ status: 409 });
  expect(late.words).toContain("Somebody else has settled it");
  expect(await open(`${screen}?state=accepted`)).toContain("paid by cheque");
  expect((await sums()).missing).toEqual([1, -49_900]);
  const { rows } = await shop.services.db.execute(
    sql`select after ->> 'note' as note from audit_entry where action = 'settlement.accept'`,
  );
  expect(rows).toEqual([{ note: "paid by cheque" }]);
});

test("a courier's file is matched by AWB and by order; an AWB that is entered later is found with the next file", async () => {
  const [first, second] = [await delivered("DL1"), await delivered("DL2")];
  await delivered("DL3");
  const before = await sums();
  const read = await upload(
    "courier",
    `AWB No.;Order Id;COD Amount;Remittance Amount;UTR Number;Remittance Date
dl1;;500.00;500.00;U9;21-11-2026
;#${second.slice(0, 8)};500.00;450.00;U9;21-11-2026
DL9;;500.00;500.00;U9;21-11-2026
`,
  );
  expect(read.status).toBe(303);
  const after = await sums();
  expect(after.matched?.[0]).toBe((before.matched?.[0] ?? 0) + 1);
  expect(after.short).toEqual([3, -722 - 49_900 - 5_000]);
  expect(after.unknown?.[0]).toBe(2);
  expect(await open(`${screen}?kind=courier&state=missing`)).toContain("DL3");

  await delivered("DL9", 16);
  await upload("courier", `AWB,COD Amount\nDL3,500\n`, {
    "column.reference": "AWB",
    "column.gross": "COD Amount",
  });
  const then = await sums();
  expect(then.unknown?.[0]).toBe(1);
  expect(then.matched?.[0]).toBe((after.matched?.[0] ?? 0) + 2);

  const order = await orderOf(shop.services, first);
  const month = order?.placedAt && dayInIndia(order.placedAt).slice(0, 7);
  const cost = (await csv(`what=costs&period=${month}`)).find((line) => line.Order === first);
  // The price includes tax at the rate of the shirts; a parcel costs what the settings say.
  expect(cost).toMatchObject({ "Net sales": "500", Fee: "0", Delivery: "65", "RTO and returns": "0" });
  const parcel = order?.parcels[0];
  if (!order || !parcel) throw new Error("the order has no parcel");
  const page = `/admin/orders/${first}`;
  const version = async () => (await orderDetail(shop.services, first))?.version ?? "";
  const entered = {
    intent: "parcel-cost",
    form: `cost-${parcel.id}`,
    parcel: parcel.id,
    version: await version(),
  };
  expect((await send(page, { ...entered, cost: "80.50" })).status).toBe(303);
  expect(await open(page)).toContain("Delivery -₹80.50");
});

test("an order with two equal payments has both matched, from two files and in any of them; a third line is paid twice", async () => {
  const orderId = await paid("6001", 8);
  await shop.services.db.execute(sql`insert into received_payment
    (provider, provider_payment_id, order_id, amount, currency, effect, at)
    select provider, '6002', order_id, amount, currency, 'duplicate', at from received_payment
    where provider_payment_id = '6001'`);
  const line = (utr: string) => `,${orderId},PAYMENT,499.00,0,0,499.00,${utr},2026-11-21`;
  const seen = async () =>
    (await csv(`what=settlements&kind=gateway&q=${orderId}`))
      .map(({ UTR, State }) => `${UTR} ${State}`)
      .sort();
  const first = await upload("gateway", cashfree([line("A1")]));
  expect(await seen()).toEqual([" Missing", "A1 Matched"]);
  await upload("gateway", cashfree([line("A2"), line("A3")]));
  expect(await seen()).toEqual(["A1 Matched", "A2 Matched", "A3 Paid twice"]);
  // A line that names its payment has it, whatever came before.
  await upload("gateway", cashfree(["6001,,PAYMENT,499.00,0,0,499.00,A4,2026-11-21"]));
  expect(await seen()).toEqual(["A1 Matched", "A2 Paid twice", "A3 Paid twice", "A4 Matched"]);
  const list = `${screen}?kind=gateway&q=${orderId}`;
  const undone = await send(list, { intent: "undo", file: first.to.split("file=")[1] ?? "" });
  expect(undone.to).toBe(list);
  expect(await seen()).toEqual(["A2 Matched", "A3 Paid twice", "A4 Matched"]);
});

test("two parcels of an order that are paid with its number alone are both matched", async () => {
  const order = await anOrder(shop, buyer, {
    pieces: [await aShirt(shop, { price: 20_000 }), await aShirt(shop, { price: 20_000 })],
  });
  const db = shop.services.db;
  for (const number of [1, 2])
    await db.execute(sql`with made as (
        insert into parcel (order_id, number, state, sent_at, delivered_at)
          values (${order.id}, ${number}, 'delivered', ${daysAgo(12)}, ${daysAgo(9)}) returning id)
      insert into parcel_line (parcel_id, order_line_id, quantity)
        select made.id, l.id, l.quantity from made, (select * from order_line where order_id = ${order.id}
          order by id offset ${number - 1} limit 1) l`);
  await upload("courier", `AWB,COD Amount\n${order.id},200\n${order.id},200\n${order.id},200\n`, {
    "column.reference": "AWB",
    "column.gross": "COD Amount",
  });
  const rows = await csv(`what=settlements&kind=courier&q=${order.id}`);
  expect(rows.map(({ State }) => State).sort()).toEqual(["Matched", "Matched", "Paid twice"]);
});

test("what a parcel should bring is the same in the database as in the code", async () => {
  const one = await aShirt(shop, { price: 9_999 });
  await putInCart(shop, buyer, one, 3);
  const order = await anOrder(shop, buyer, { pieces: [await aShirt(shop)] });
  const db = shop.services.db;
  await db.execute(sql`update order_line set discount = 1000 where order_id = ${order.id} and quantity = 3`);
  for (const number of [1, 2, 3])
    await db.execute(sql`with made as (
        insert into parcel (order_id, number) values (${order.id}, ${number}) returning id)
      insert into parcel_line (parcel_id, order_line_id, quantity)
        select made.id, l.id, 1 from made, order_line l where l.order_id = ${order.id} and l.quantity = 3`);
  const now = await orderOf(shop.services, order.id);
  if (!now) throw new Error("the order is gone");
  const { rows } = await db.execute(
    sql`select parcel_amount(id) as amount from parcel where order_id = ${order.id} order by number`,
  );
  expect(
    z
      .array(z.object({ amount: z.coerce.number() }))
      .parse(rows)
      .map(({ amount }) => amount),
  ).toEqual(now.parcels.map((parcel) => parcelAmount(now, parcel)));
});

test("a file that cannot be read as a whole leaves nothing, and says in words and lines why", async () => {
  const before = await sums();
  const bad = await upload(
    "gateway",
    cashfree([
      "1,,PAYMENT,499.00,1,0,498.00,U,2026-11-20",
      "2,,PAYMENT,4.9.9,1,0,498.00,U,2026-11-20",
      "3,,PAYMENT,499.005,1,0,498.00,U,2026-11-20",
      "4,,PAYMENT,499.00,1,0,498.00,U,31-02-2026",
      "5E+11,,PAYMENT,499.00,1,0,498.00,U,2026-11-20",
      '6,,PAYMENT,"499,00",1,0,498.00,U,2026-11-20',
    ]),
  );
  expect(bad.status).toBe(400);
  expect(bad.words).toContain("Line 3 “4.9.9” is no amount (Amount).");
  expect(bad.words).toContain("Line 4 “499.005” is no amount");
  expect(bad.words).toContain("Line 5 “31-02-2026” is no date.");
  expect(bad.words).toContain("Line 6 “5E+11” was shortened by a spreadsheet.");
  expect(bad.words).toContain(
    "Line 7 “499,00” is no amount (Amount). Paise come after a point: 499.00, not 499,00.",
  );

  const other = await upload("gateway", "Wer,Wieviel\n1,2\n");
  expect(other.status).toBe(400);
  expect(other.words).toContain("The file has no column “cf_payment_id”");
  expect(other.words).toContain("Which column is what");
  expect((await upload("gateway", "")).words).toContain("Please choose a CSV file");
  expect((await upload("gateway", 'a,b\n"1,2\n3,4\n')).words).toContain("A quotation mark in line 2");
  expect((await upload("", "a,b\n1,2\n")).words).toContain("Whose file is it?");
  expect(await sums()).toEqual(before);
});

test("a file is read once, also by two at once; it can be removed until something of it was settled by hand", async () => {
  await paid("8001", 9);
  const text = cashfree(["8001,,PAYMENT,499.00,0,0,400.00,U8,2026-11-22"]);
  const before = await sums();
  const both = await Promise.all([upload("gateway", text), upload("gateway", text, { name: "again.csv" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
  const again = await upload("gateway", text);
  expect(again.words).toContain("This file was read on");
  const id = both.find(({ status }) => status === 303)?.to.split("file=")[1] ?? "";
  expect((await send(screen, { intent: "undo", file: id })).status).toBe(303);
  expect((await send(screen, { intent: "undo", file: id })).status).toBe(404);
  expect((await sums()).short).toEqual(before.short);

  const second = await upload("gateway", text);
  const { rows } = await shop.services.db.execute(
    sql`select id from settlement_line where reference = '8001'`,
  );
  const [line] = z.array(z.object({ id: z.coerce.string() })).parse(rows);
  const fields = { intent: "accept", id: line?.id ?? "", seen: "short", note: "accepted difference" };
  const answers = await Promise.all([send(screen, fields), send(screen, { ...fields, note: "me too" })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const kept = await send(screen, { intent: "undo", file: second.to.split("file=")[1] ?? "" });
  expect(kept).toMatchObject({ status: 409 });
  expect(kept.words).toContain("settled by hand");
});

test("headings are kept and can be changed by one at a time", async () => {
  const kept = (words: string) => words.includes("Clear the headings of a kind");
  expect(kept(await open(screen))).toBe(true);
  const [row] = z
    .array(z.object({ version: z.number() }))
    .parse(
      (await shop.services.db.execute(sql`select version from file_columns where kind = 'courier'`)).rows,
    );
  const fields = {
    intent: "columns",
    form: "columns-courier",
    kind: "courier",
    version: String(row?.version),
  };
  const changed = { ...fields, "column.reference": "Docket", "column.net": "Paid" };
  expect((await send(screen, changed)).status).toBe(303);
  expect((await send(screen, changed)).status).toBe(409);
  for (const version of ["99999999999", "-1", "1.5", ""])
    expect((await send(screen, { ...changed, version })).status, version).toBe(409);
  await delivered("DOC1");
  expect((await upload("courier", "Docket,Paid\nDOC1,500.00\n")).status).toBe(303);
  expect(await open(`${screen}?q=DOC1`)).toContain("Matched");
});

test("a long file is read, and pages are answered meanwhile", async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `B${at},,PAYMENT,1.00,0,0,1.00,UB,2026-11-22`);
  const reading = upload("gateway", cashfree(lines));
  let isRead = false;
  let answered = 0;
  void reading.finally(() => {
    isRead = true;
  });
  while (!isRead) {
    await ask("/health");
    answered += Number(!isRead);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { status, to } = await reading;
  expect(status).toBe(303);
  // Were it read in one go, one page at most would be answered before it is.
  expect(answered).toBeGreaterThan(3);
  await send(screen, { intent: "undo", file: to.split("file=")[1] ?? "" });
}, 60_000);

test("staff without the permissions see nothing and change nothing", async () => {
  const db = shop.services.db;
  await db.execute(
    sql`insert into role (key, name, permissions) values ('reader', 'Reader', '{tax.view,orders.view}')`,
  );
  const reader = await anAdmin(shop);
  await db.execute(sql`update users set role = 'reader' where id = ${reader.id}`);
  expect((await ask(screen, { as: reader })).status).toBe(200);
  expect(await open(screen, reader)).not.toContain("Upload a file");
  const before = await sums();
  const refused = await upload("gateway", cashfree(["1,,PAYMENT,1,0,0,1,U,2026-11-22"]), { as: reader });
  expect(refused.status).not.toBe(200);
  for (const fields of [
    { intent: "accept", target: "payment 7004", note: "mine" },
    { intent: "undo", file: "x" },
  ])
    expect((await send(screen, fields, reader)).words).not.toContain("Settled by hand");
  expect(await sums()).toEqual(before);
});
