import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "../../../shop/audit/read-audit.server.ts";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { currentSettings, saveSettings } from "../../../shop/settings/save-settings.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let shopper: Person;
let chosen: [Order, Order, Order];
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  shopper = await aShopper(shop);
});
afterAll(() => shop.dispose());
beforeEach(async () => {
  chosen = [await anOrder(shop, shopper), await anOrder(shop, shopper), await anOrder(shop, shopper)];
});

const gridOf = (orders: readonly Order[]) =>
  `/admin/orders/ship?${new URLSearchParams(orders.map(({ id }) => ["id", id]))}`;
const short = ({ id }: Order) => id.slice(0, 8);
const stateOf = async ({ id }: Order) => (await orderDetail(shop.services, id))?.order;
const awbsIn = (html: string) =>
  [...html.matchAll(/<input[^>]*name="awb-[^>]*>/g)].map(
    ([field]) => /value="([^"]*)"/.exec(field)?.[1] ?? "",
  );

async function send(orders: readonly Order[], fields: Record<string, string>, from = ask) {
  const seen = Object.fromEntries(orders.map(({ id }) => [`seen-${id}`, "pending"]));
  const answer = await from(gridOf(orders), { ...posted({ ...seen, ...fields }), as: admin });
  const html = await answer.text();
  const confirmed = /name="confirmed" value="([^"]*)"/.exec(html)?.[1];
  return {
    status: answer.status,
    location: answer.headers.get("Location"),
    html,
    words: textOf(html),
    confirmed,
  };
}
/** Sends the grid and confirms what it asks. */
async function ship(orders: readonly Order[], fields: Record<string, string>) {
  const asked = await send(orders, { intent: "ship", ...fields });
  if (asked.confirmed === undefined) return { asked: asked.words, ...asked };
  return {
    asked: asked.words,
    ...(await send(orders, { intent: "ship", ...fields, confirmed: asked.confirmed })),
  };
}
const awbs = (orders: readonly Order[], numbers: readonly string[]) =>
  Object.fromEntries(orders.map(({ id }, at) => [`awb-${id}`, numbers[at] ?? ""]));

test("chosen orders lead to a table; a pasted column with a blank line fills it in their order", async () => {
  const body = new URLSearchParams([["intent", "ship"], ...chosen.map(({ id }) => ["id", id])]);
  const led = await ask("/admin/orders", { ...posted({}), body, as: admin });
  expect(led.headers.get("Location")).toBe(gridOf(chosen));
  const filled = await send(chosen, {
    intent: "fill",
    courier: "Delhivery",
    pasted: "AB 100\r\n\r\nAB102\r\n\r\n",
  });
  expect(awbsIn(filled.html)).toEqual(["AB100", "", "AB102"]);
  for (const order of chosen) expect(filled.words).toContain(short(order));
  expect(filled.words).toContain("Bengaluru");
  expect(filled.words).toContain("₹499.00");
});

test("a single order has its AWB and courier in its row alone", async () => {
  const several = (await send(chosen, { intent: "fill" })).words;
  const one = (await send(chosen.slice(0, 1), { intent: "fill" })).words;
  for (const words of ["AWBs to fill in", "As chosen above", "Leave orders without an AWB for later"])
    expect([several.includes(words), one.includes(words)], words).toEqual([true, false]);
  const row = { [`awb-${chosen[0].id}`]: "ONE1", [`courier-${chosen[0].id}`]: "Delhivery" };
  expect((await ship(chosen.slice(0, 1), row)).asked).toContain("Delhivery: 1 parcel");
  expect(await stateOf(chosen[0])).toMatchObject({ status: "shipped", courier: "Delhivery" });
});

test("a CSV fills by order number; a foreign order, a second line and an unknown courier are named by line", async () => {
  const [one, two, three] = chosen;
  const file = `Order,AWB,Courier\r\n#${short(three)},CS300,blue dart\n"${one.id}",CS100,\n`;
  const filled = await send(chosen, { intent: "fill", pasted: file });
  expect(awbsIn(filled.html)).toEqual(["CS100", "", "CS300"]);
  expect(filled.html).toMatch(new RegExp(`courier-${three.id}[^]*?<option value="Blue Dart" selected`));
  const other = await anOrder(shop, shopper);
  const wrong = await send(chosen, {
    intent: "fill",
    pasted: `${short(other)};CS1\n${short(two)};CS2\n${short(two)};CS3\n${short(one)};CS4;Delivery`,
  });
  expect(wrong.status).toBe(400);
  for (const said of [
    `Line 1: none of these orders has the number ${short(other)}.`,
    `Line 3: order ${short(two)} is there twice.`,
    "Line 4: Delivery is not among the couriers in Settings.",
  ])
    expect(wrong.words).toContain(said);
  expect(awbsIn(wrong.html)).toEqual(["", "", ""]);
  expect(wrong.html).toContain("CS4;Delivery");
  expect((await send(chosen, { intent: "fill", pasted: "1\n2\n3\n4" })).words).toContain(
    "Line 4: 4 has no order",
  );
  // A column copied with its heading begins below it, whatever that is called.
  for (const heading of ["AWB Number", "Airway Bills"]) {
    const headed = await send(chosen, { intent: "fill", pasted: `${heading}\nHD1\nHD2\nHD3` });
    expect(awbsIn(headed.html)).toEqual(["HD1", "HD2", "HD3"]);
  }
  expect((await send(chosen, { intent: "fill", pasted: "Order,Number\n1,2" })).words).toContain(
    "Line 1: no column is named AWB",
  );
  const broken = `${short(one)},CS1\n${short(two)},"CS2\n${short(three)},CS3`;
  expect((await send(chosen, { intent: "fill", pasted: broken })).words).toContain(
    "Line 2: a quotation mark is not closed.",
  );
  const hidden = await send(chosen, { intent: "fill", pasted: `\u200b${short(one)},CS\u200b9` });
  expect(awbsIn(hidden.html)).toEqual(["CS9", "", ""]);
});

test("nothing is sent while one AWB is missing, twice, malformed or another order's", async () => {
  const [one, two, three] = chosen;
  const used = await anOrder(shop, shopper);
  await nowIs(shop, used, "shipped", { trackingNumber: "used-7" });
  const courier = { courier: "Delhivery" };
  for (const [numbers, said] of [
    [["AW-1", "", "AW-3"], `Row 2, order ${short(two)}: Please enter the AWB.`],
    [["AW-1", "aw-1", "AW-3"], `Row 1, order ${short(one)}: Order ${short(two)} has the same AWB.`],
    [["AW-1", "AW-2", "USED-7"], `Row 3, order ${short(three)}: Order ${short(used)} already has this AWB.`],
    [["1.23E+11", "AW-2", "AW-3"], `Row 1, order ${short(one)}: An AWB has 4 to 40`],
    [["AWB Number", "AW-1", "AW-2"], `Row 1, order ${short(one)}: An AWB has 4 to 40`],
  ] as const) {
    const refused = await ship(chosen, { ...courier, ...awbs(chosen, numbers) });
    expect([refused.status, refused.words]).toEqual([400, expect.stringContaining(said)]);
    expect(awbsIn(refused.html)).toEqual([...numbers]);
  }
  const noCourier = await ship(chosen, awbs(chosen, ["AW-1", "AW-2", "AW-3"]));
  expect(noCourier.words).toContain(`Row 1, order ${short(one)}: Please choose a courier.`);
  for (const order of chosen) expect((await stateOf(order))?.status).toBe("pending");
});

test("what is confirmed is sent, with the courier's tracking link, and recorded; rows without an AWB may stay", async () => {
  const [one, two, three] = chosen;
  const fields = { courier: "Delhivery", leave: "on", ...awbs(chosen, ["DL-1/A", "", "EK-3"]) };
  const done = await ship(chosen, { ...fields, [`courier-${three.id}`]: "Ekart" });
  for (const said of [
    "Ship 2 orders?",
    "Delhivery: 1 parcel. Ekart: 1 parcel.",
    "₹998.00 to collect.",
    "1 order without",
  ])
    expect(done.asked).toContain(said);
  expect([done.status, done.location]).toEqual([303, gridOf(chosen)]);
  expect(await stateOf(one)).toMatchObject({
    status: "shipped",
    courier: "Delhivery",
    trackingNumber: "DL-1/A",
    trackingLink: "https://www.delhivery.com/track-v2/package/DL-1%2FA",
  });
  expect((await stateOf(two))?.status).toBe("pending");
  expect((await stateOf(three))?.trackingLink).toBe("https://ekartlogistics.com/shipmenttrack/EK-3");
  const all = { actor: "", action: "", kind: "", q: "", from: "", to: "" };
  const { entries } = await auditLog(shop.services, all, { after: null, before: null });
  expect(entries.find(({ subject }) => subject.id === one.id)).toMatchObject({
    action: "order.status",
    after: { trackingNumber: "DL-1/A" },
  });
});

test("a shop without a mail server does not promise that customers are told", async () => {
  const row = { intent: "ship", courier: "Delhivery", [`awb-${chosen[0].id}`]: "CS901" };
  expect((await send(chosen.slice(0, 1), row)).words).toContain("Each customer is told.");
  const site = {
    mode: "live",
    publicUrl: "http://shop.test",
    setUp: { database: "embedded", ledgers: "owner", mail: "outbox" },
  } as const;
  await shop.services.db.execute(
    sql`update session set second_factor_at = now() where user_id = ${admin.id}`,
  );
  const live = await send(chosen.slice(0, 1), row, await asking({ ...shop.services, site }));
  expect(live.words).toContain("No email is sent: this shop has no mail server yet.");
  expect(live.words).not.toContain("Each customer is told.");
});

test("what changed after the confirmation is asked again; what somebody else sent meanwhile is named and stays", async () => {
  const [one, two, three] = chosen;
  const fields = { intent: "ship", courier: "Ekart", ...awbs(chosen, ["MW-1", "MW-2", "MW-3"]) };
  const { confirmed = "" } = await send(chosen, fields);
  const again = await send(chosen, { ...fields, [`awb-${three.id}`]: "MW-4", confirmed });
  expect(again.words).toContain("Ship 3 orders?");
  await nowIs(shop, two, "shipped", { trackingNumber: "OTHER-2" });
  const stale = await send(chosen, { ...fields, confirmed });
  expect(stale.words).toContain(`Row 2, order ${short(two)}: Somebody else has changed this order`);
  expect((await stateOf(one))?.status).toBe("pending");
  expect((await stateOf(two))?.trackingNumber).toBe("OTHER-2");
});

test("an unpaid order asks for a reason in its row; an order that has left and unknown ids are shown, not sent", async () => {
  const unpaid = await anOrder(shop, shopper, { method: "online" });
  const [gone] = chosen;
  await nowIs(shop, gone, "delivered", { trackingNumber: "GONE-1" });
  const path = `${gridOf([unpaid, gone])}&id=nonsense`;
  const page = textOf(await (await ask(path, { as: admin })).text());
  for (const said of [
    "Ship 1 order",
    "This order has not been paid for yet.",
    "GONE-1",
    "Delivered",
    "1 order more",
  ])
    expect(page).toContain(said);
  const fields = { courier: "DTDC", ...awbs([unpaid], ["UP-1"]) };
  expect((await ship([unpaid], fields)).words).toContain("Please enter a reason.");
  await ship([unpaid], { ...fields, [`reason-${unpaid.id}`]: "Paid by bank transfer" });
  expect((await stateOf(unpaid))?.status).toBe("shipped");
  expect(textOf(await (await ask("/admin/orders/ship?id=nonsense", { as: admin })).text())).toContain(
    "No orders found",
  );
});

test("the owner's couriers are chosen from; an order's page makes the link of its courier, unless one is typed", async () => {
  const { version } = await currentSettings(shop.services.db, ["couriers"]);
  const couriers = [{ name: "City Riders", tracking: "https://riders.example/t?n={awb}" }];
  await saveSettings(shop.services, { actor: someStaff, changes: { couriers }, version });
  const [one] = chosen;
  // The shop that answers has settings in memory, and hears of the change.
  await expect
    .poll(async () => (await ask(gridOf([one]), { as: admin })).text())
    .toMatch(/<option value="City Riders" selected/);
  const form = { intent: "status", form: "status", seen: "pending", status: "pending", note: "" };
  const parcel = async (fields: Record<string, string>) => {
    const version = (await orderDetail(shop.services, one.id))?.version ?? "";
    await ask(`/admin/orders/${one.id}`, { ...posted({ ...form, version, ...fields }), as: admin });
    return (await stateOf(one))?.trackingLink;
  };
  const made = "https://riders.example/t?n=R1";
  expect(await parcel({ courier: "city riders", trackingNumber: "R1", trackingLink: "" })).toBe(made);
  expect(await parcel({ courier: "City Riders", trackingNumber: "R2", trackingLink: made })).toMatch(/n=R2$/);
  const own = "https://elsewhere.example/1";
  expect(await parcel({ courier: "City Riders", trackingNumber: "R3", trackingLink: own })).toBe(own);
});

test("labels, pick list and manifest are printed for the chosen orders", async () => {
  const [one, two, three] = chosen;
  await nowIs(shop, one, "shipped", { courier: "Delhivery", trackingNumber: "LBL-1" });
  await nowIs(shop, three, "cancelled");
  const read = async (kind: string) => {
    const path = `/admin/orders/print?kind=${kind}&${new URLSearchParams(chosen.map(({ id }) => ["id", id]))}`;
    const html = await (await ask(path, { as: admin })).text();
    return { html, words: textOf(html) };
  };
  for (const kind of ["labels", "labels-a4"]) {
    const { html, words } = await read(kind);
    expect(html).toContain('aria-label="Bar code LBL-1"');
    expect(html).toContain(`aria-label="Bar code ${short(two)}"`);
    for (const said of ["collect ₹499.00", "12, MG Road", "return to Campus Style", "Cancelled: do not send"])
      expect(words).toContain(said);
  }
  const picked = (await read("pick")).words;
  expect(picked).toContain(short(two));
  expect(picked).not.toContain(short(three));
  const { words } = await read("manifest");
  for (const said of [
    "Delhivery",
    "1 parcel, to collect ₹499.00",
    "LBL-1",
    "Asha Rao, Bengaluru, 560001",
    "No courier",
  ])
    expect(words).toContain(said);
});
