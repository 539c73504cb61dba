import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { productFacts, productRuleSql } from "../../../shop/catalogue/membership/membership.server.ts";
import {
  type CodRule,
  codDecision,
  codRules,
  codRulesToSort,
  countCodOrders,
} from "../../../shop/cod/cod-rules.server.ts";
import type { CodRuleField } from "../../../shop/cod/cod-rules.ts";
import { actOnParcel } from "../../../shop/order-management/parcel-acts.server.ts";
import { orderVersion } from "../../../shop/order-management/staff-action.server.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { payOnDelivery } from "../../../shop/payments/pay-on-delivery.server.ts";
import { ruleSql } from "../../../shop/rules/rule-sql.server.ts";
import type { Rule } from "../../../shop/rules/rules.ts";
import { currentSettings, saveSettings } from "../../../shop/settings/save-settings.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, checkoutDetails, putInCart } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await testShop();
  // Orders are dated by the database, those of the last 90 days are counted by the shop's clock.
  shop.clock.set(new Date());
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());
beforeEach(async () => {
  buyer = await aShopper(shop);
  await shop.services.db.execute(sql`delete from cod_rule`);
});
async function send(path: string, fields: Record<string, string>) {
  const answer = await ask(path, { ...posted(fields), as: admin });
  return { status: answer.status, words: textOf(await answer.text()) };
}
const form = (field: string, operator: string, value: string) => ({
  "rule.match": "all",
  "rule.0.field": field,
  "rule.0.operator": operator,
  "rule.0.value": value,
});
const make = (
  name: string,
  outcome: string,
  rule: Record<string, string>,
  reason = `${name}: please pay online.`,
) =>
  send("/admin/settings/cod/new", {
    name,
    outcome,
    reason: outcome === "allow" ? "" : reason,
    version: "",
    ...rule,
  });
/** Sends the form that sorts the rules. */
const sort = (rows: readonly { key: string }[], version: string) =>
  send("/admin/settings/cod/sort", {
    version,
    items: rows.map((_, at) => at).join(","),
    ...Object.fromEntries(rows.map(({ key }, at) => [`item.${at}.kind`, key])),
  });
async function sortInReverse() {
  const { rows, version } = await codRulesToSort(shop.services);
  expect((await sort(rows.toReversed(), version)).status).toBe(303);
}
const names = async () => (await codRules(shop.services)).map(({ name }) => name);

/** Orders one shirt in cash at this PIN code through the checkout's form. */
async function order(pin: string, phone = "98123 45670", piece?: Awaited<ReturnType<typeof aShirt>>) {
  await putInCart(shop, buyer, piece ?? (await aShirt(shop)));
  const { version } = checkoutDetails();
  const html = await (await ask("/checkout", { as: buyer })).text();
  const shown = /name="version" value="([^"]*)"/.exec(html)?.[1];
  const address = {
    name: "Asha Rao",
    phone,
    line1: "12, MG Road",
    line2: "",
    postalCode: pin,
    city: "Bengaluru",
  };
  const answer = await ask("/checkout", {
    ...posted({
      ...address,
      state: "Karnataka",
      method: "cod",
      intent: "place",
      key: randomUUID(),
      version: shown ?? version ?? "",
    }),
    as: buyer,
  });
  return {
    page: textOf(html),
    status: answer.status,
    words: textOf(await answer.text()),
    to: answer.headers.get("Location"),
  };
}

test("the owner makes rules that are counted over cash orders, moves and deletes them; what is wrong stands at its field", async () => {
  await anOrder(shop, buyer);
  const wrong = await send("/admin/settings/cod/new", {
    name: "",
    outcome: "refuse",
    reason: "",
    version: "",
    ...form("total", "at-least", "much"),
  });
  expect(wrong.status).toBe(400);
  for (const said of [
    "Please write something here.",
    "Please write what the customer reads.",
    "An amount in rupees",
  ])
    expect(wrong.words).toContain(said);
  const fits = form("pin", "is", "560, 793");
  const counted = await ask(`/admin/rules/cod?${new URLSearchParams(fits)}`, { as: admin });
  const all = /"matched":(\d+),"all":\1\b/.exec(await counted.text())?.[1];
  const said = async (rule: Record<string, string>) =>
    (await send("/admin/settings/cod/new", { name: "", intent: "preview", ...rule })).words;
  expect(await said(form("pin", "is", "111"))).toContain("Matches no cash order of the last 90 days: ");
  expect(await said(fits)).toContain(`Matches every cash order of the last 90 days: all ${all}.`);
  expect((await make("Far", "refuse", form("pin", "is", "793"))).status).toBe(303);
  await make("Large", "refuse", form("total", "at-least", "5000"));
  expect((await make("far", "allow", form("total", "at-most", "1"))).words).toContain(
    "Another rule has this name.",
  );
  const [, large] = await codRules(shop.services);
  await sortInReverse();
  expect(await names()).toEqual(["Large", "Far"]);
  const { rows, version } = await codRulesToSort(shop.services);
  expect((await sort([...rows, { key: "nonsense" }], version)).status).toBe(409);
  expect((await sort(rows.toReversed(), "another")).status).toBe(409);
  expect(await names()).toEqual(["Large", "Far"]);
  const path = `/admin/settings/cod/${large?.id}`;
  const edited = {
    name: "Large",
    outcome: "refuse",
    reason: "Too much.",
    ...form("total", "at-least", "6000"),
  };
  expect((await send(path, { ...edited, version: "1" })).status).toBe(303);
  const late = await send(path, { ...edited, reason: "Much too much.", version: "1" });
  expect([late.status, late.words]).toEqual([409, expect.stringContaining("Much too much.")]);
  await send(path, { intent: "delete" });
  expect(await names()).toEqual(["Far"]);
});

test("a PIN code that the rules refuse is refused when the order is placed, and after that before; an earlier rule that allows wins", async () => {
  await make("Hills", "refuse", form("pin", "is-not", "560"), "We have no cash courier in the hills.");
  const refused = await order("793001");
  expect(refused.page).toContain("Cash on Delivery Available");
  expect([refused.status, refused.words]).toEqual([
    422,
    expect.stringContaining("We have no cash courier in the hills."),
  ]);
  await shop.services.db.execute(sql`delete from cart_line where user_id = ${buyer.id}`);
  expect((await order("560001")).status).toBe(303);
  await shop.services.db.execute(sql`update address set postal_code = '793001' where user_id = ${buyer.id}`);
  const known = await order("793001");
  expect(known.page).toContain("We have no cash courier in the hills. Talk to us");
  expect(known.page).not.toContain("Cash on Delivery Available");
  const { version } = await currentSettings(shop.services.db, ["contact"]);
  const { contact } = await shopSettings(shop.services);
  const changes = { contact: { ...contact, whatsapp: "+91 98100 00000" } };
  await saveSettings(shop.services, { actor: aStaffMember(), changes, version });
  const reached = async () => textOf(await (await ask("/checkout", { as: buyer })).text());
  await expect.poll(reached).toContain("We have no cash courier in the hills. Talk to us on WhatsApp");
  await shop.services.db.execute(sql`delete from cart_line where user_id = ${buyer.id}`);
  await make("Small", "allow", form("total", "at-most", "5000"));
  await sortInReverse();
  expect((await order("793001")).status).toBe(303);
});

test("a phone number whose cash order came back pays online from then on, also an order that was to be paid online", async () => {
  await make("Came back", "refuse", form("returned", "at-least", "1"));
  const first = await anOrder(shop, buyer, { address: { phone: "+919812300001" } });
  await nowIs(shop, first, "shipped");
  const sent = await orderOf(shop.services, first.id);
  const back = await actOnParcel(shop.services, aStaffMember(), first.id, {
    version: await orderVersion(shop.services.db, first.id),
    parcelId: sent?.parcels[0]?.id ?? "",
    act: "receive",
    outcomes: [{ lineId: sent?.lines[0]?.id ?? "", quantity: 1, disposition: "restocked" }],
  });
  expect(back.ok && back.value.status).toBe("cancelled");
  expect((await order("560001", "98123 00001")).words).toContain("Came back: please pay online.");
  await shop.services.db.execute(sql`delete from cart_line where user_id = ${buyer.id}`);
  const other = await aShopper(shop);
  expect((await order("560001", "98123 00002")).status).toBe(303);
  const online = await anOrder(shop, other, { method: "online", address: { phone: "+919812300001" } });
  expect(await payOnDelivery(shop.services, online.id, other)).toMatchObject({
    ok: false,
    refused: "cod-rule",
  });
});

/** A stored rule that refuses what fits. */
const aRule = (rule: Rule): CodRule => {
  const said = { outcome: "refuse", reason: "No.", advancePercent: null, advanceAmount: null } as const;
  return { id: "1", name: "x", rule, version: 1, ...said };
};

const conditions: [CodRuleField, string, Rule["conditions"][number]["value"], boolean][] = [
  ["pin", "is", ["5600"], true],
  ["pin", "is-not", ["560001"], false],
  ["total", "at-least", 49_900, true],
  ["total", "at-most", 100, false],
  ["first", "yes", null, true],
  ["first", "no", null, false],
  ["returned", "at-least", 1, false],
  ["category", "not-in", ["none"], true],
  ["collection", "in", ["none"], false],
  ["sku", "contains", ["TEST-SHIRT"], true],
  ["sku", "is", ["other"], false],
];

test("each field means the same for the order that is placed and for those that are counted", async () => {
  await shop.services.db.execute(
    sql`update orders set placed_at = placed_at - interval '100 days', created_at = created_at - interval '100 days'`,
  );
  const phone = "+919812300077";
  const one = await anOrder(shop, buyer, { address: { phone, postalCode: "560001" } });
  for (const [field, operator, value, fits] of conditions) {
    const rule: Rule = { match: "all", conditions: [{ field, operator, value }] };
    const known = aRule(rule);
    const { outcome } = await codDecision(shop.services, [known], {
      phone,
      pin: one.address.postalCode,
      total: one.total,
      items: one.lines,
      orderId: one.id,
    });
    expect([field, operator, outcome === "refuse"]).toEqual([field, operator, fits]);
    expect(await countCodOrders(shop.services, rule)).toEqual({ matched: fits ? 1 : 0, all: 1 });
  }
});

const nameRow = z.tuple([z.object({ id: z.string(), name: z.string() })]);
const oneOf = async (query: SQL) => nameRow.parse((await shop.services.db.execute(query)).rows)[0];

test("a category means the same in rules for cash, for new and counted orders, and in rules about products: with its parts", async () => {
  const { db } = shop.services;
  await db.execute(
    sql`update orders set placed_at = placed_at - interval '100 days' where placed_at is not null`,
  );
  const made = (slug: string, parent: string | null = null) =>
    oneOf(sql`insert into category (slug, name, kind, parent_id)
      values (${slug}, ${slug}, 'dress', ${parent}) returning id, name`);
  const [ethnic, western] = [await made("ethnic"), await made("western")];
  const kurtas = await made("kurtas", ethnic.id);
  const placed = await anOrder(shop, buyer);
  const [{ productId = "" } = {}] = placed.lines;
  await db.execute(sql`update product set category_id = ${kurtas.id} where id = ${productId}`);
  const asked: [operator: string, category: string, fits: boolean][] = [
    ["in", kurtas.id, true],
    ["in", ethnic.id, true],
    ["in", western.id, false],
    ["not-in", ethnic.id, false],
    ["not-in", western.id, true],
  ];
  for (const [operator, category, fits] of asked) {
    const rule: Rule = { match: "all", conditions: [{ field: "category", operator, value: [category] }] };
    const own = aRule(rule);
    const order = { phone: "+919812300078", pin: "560001", total: 100, items: placed.lines };
    const said = [
      (await codDecision(shop.services, [own], order)).outcome === "refuse",
      (await countCodOrders(shop.services, rule)).matched === 1,
      (await matchingProducts(rule)).includes(productId ?? ""),
    ];
    expect([operator, category, ...said]).toEqual([operator, category, fits, fits, fits]);
  }
});

/** The products that a collection by this rule has. */
async function matchingProducts(rule: Rule): Promise<string[]> {
  const now = new Date(shop.services.clock.now());
  const { rows } = await shop.services.db.execute(
    sql`select f.id from (${productFacts(now, null)}) f where ${ruleSql(rule, productRuleSql, now)}`,
  );
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
}

test("a rule still fits after its collection got another address and its category was merged", async () => {
  const { db } = shop.services;
  const shirt = await aShirt(shop);
  const collection = await oneOf(sql`select id, name from collection where slug = 'men'`);
  const made = (slug: string) =>
    oneOf(sql`insert into category (slug, name, kind) values (${slug}, ${slug}, 'dress') returning id, name`);
  const [category, tops] = [await made("vests"), await made("tops")];
  await db.execute(sql`update product set category_id = ${category.id} where id = ${shirt.productId}`);
  await db.execute(sql`insert into product_collection (product_id, collection_slug)
    values (${shirt.productId}, 'men') on conflict do nothing`);
  const of = (field: string, id: string) => ({
    ...form(field, "in", ""),
    [`rule.0.value.${id}`]: "on",
  });
  await make("Menswear", "refuse", of("collection", collection.id));
  await make("Vests", "refuse", of("category", category.id));
  await db.execute(sql`update collection set slug = 'gentlemen' where slug = 'men'`);
  expect((await order("560001", "98123 45670", shirt)).words).toContain("Menswear: please pay online.");
  await db.execute(sql`delete from cod_rule where name = 'Menswear'`);
  await db.execute(sql`select merge_category(${category.id}, ${tops.id})`);
  await db.execute(sql`delete from cart_line where user_id = ${buyer.id}`);
  expect((await order("560001", "98123 45670", shirt)).words).toContain("Vests: please pay online.");
  await make("Menswear", "allow", of("collection", collection.id));
  const list = textOf(await (await ask("/admin/settings/cod", { as: admin })).text());
  expect(list).toContain(`All of: Collection of an item is one of ${collection.name}`);
  await db.execute(sql`update collection set slug = 'men' where slug = 'gentlemen'`);
});

const mailRows = z.array(z.object({ subject: z.string(), text: z.string() }));

/** The mails about an order, the first first. */
async function mailsAbout(id: string) {
  const { rows } = await shop.services.db.execute(
    sql`select subject, text from mail_outbox where text like ${`%${id}%`} order by created_at, number`,
  );
  return mailRows.parse(rows);
}

test("a rule asks the customer to confirm by a link; until then staff see that the order waits", async () => {
  await make("New numbers", "confirm", form("pin", "is", "560"), "");
  await make("Far", "refuse", form("pin", "is", "793"));
  const placed = await order("560001");
  expect(placed.to).toMatch(/^\/order-confirmation\/|^\/orders?\//);
  const { rows } = await shop.services.db.execute(
    sql`select id from orders where user_id = ${buyer.id} and placed_at is not null`,
  );
  const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(rows);
  // One mail, which leads to the link and does not thank for an order that is not certain yet.
  const mails = await mailsAbout(id);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Please confirm order /)]);
  const path = /\/confirm\/[A-Za-z0-9_-]{43}/.exec(mails[0]?.text ?? "")?.[0] ?? "";
  const office = async () => textOf(await (await ask(`/admin/orders/${id}`, { as: admin })).text());
  expect(await office()).toContain("The customer has not confirmed this order yet");
  const list = async (asked = `?q=${id}`) =>
    textOf(await (await ask(`/admin/orders${asked}`, { as: admin })).text());
  const dashboard = async () => textOf(await (await ask("/admin", { as: admin })).text());
  expect(await dashboard()).toContain("1 cash-on-delivery order that its customer has not confirmed");
  const waiting = await (await ask("/admin/orders?work=customer-confirms", { as: admin })).text();
  expect(new Set(waiting.match(/\/admin\/orders\/[0-9a-f-]{36}/g))).toEqual(new Set([`/admin/orders/${id}`]));
  expect(await list()).toContain("customer has not confirmed");
  expect(await list("?status=to-send")).not.toContain(id.slice(0, 8));
  expect(await list(`/ship?id=${id}`)).toContain("Customer has not confirmed"); // Whoever opens it sees what was ordered, and neither name nor address.
  const page = textOf(await (await ask(path)).text());
  expect(page).toContain("Yes, please send it");
  expect(page).not.toMatch(/Asha|MG Road|98123/);
  expect((await ask(path)).headers.get("Cache-Control")).toContain("no-store");
  for (let twice = 0; twice < 2; twice++) {
    const answer = await ask(path, posted({}));
    expect(textOf(await answer.text())).toContain("Confirmed. Thank you!");
  }
  expect(await office()).toContain("The customer confirmed it on");
  expect(await list()).not.toContain("customer has not confirmed");
  expect(await list("?status=to-send")).toContain(id.slice(0, 8));
  expect((await office()).match(/Confirmed by the customer/g)).toHaveLength(1);
  expect((await orderOf(shop.services, id))?.status).toBe("pending");
  expect((await ask(`/confirm/${"x".repeat(43)}`)).status).toBe(404);
  expect((await ask(`/confirm/${"x".repeat(43)}`, posted({}))).status).toBe(404);
});

test("a link to confirm says so when its order was cancelled, and an order that no rule asks about is only thanked for", async () => {
  await make("New numbers", "confirm", form("pin", "is", "560"), "Please confirm by the link that we send.");
  const asked = await anOrder(shop, buyer, { address: { postalCode: "560001" } });
  await order("560001");
  await putInCart(shop, buyer, await aShirt(shop));
  expect(textOf(await (await ask("/checkout", { as: buyer })).text())).toContain(
    "Please confirm by the link that we send.",
  );
  const link = async (id: string) => /\/confirm\/[\w-]{43}/.exec((await mailsAbout(id))[0]?.text ?? "")?.[0];
  const path = await link(asked.id);
  expect(path).toBeDefined();
  await shop.services.db.execute(sql`update orders set status = 'cancelled' where id = ${asked.id}`);
  const late = await ask(path ?? "", posted({}));
  expect([late.status, textOf(await late.text())]).toEqual([
    409,
    expect.stringContaining("Nothing to confirm"),
  ]);
  const plain = await anOrder(shop, buyer, { address: { postalCode: "110001" } });
  expect(await link(plain.id)).toBeUndefined();
});
