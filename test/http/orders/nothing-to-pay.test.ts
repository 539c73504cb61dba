import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { currentSettings, saveSettings } from "../../../shop/settings/save-settings.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { anAddress, aShirt, checkoutDetails, putInCart } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
let shirt: Awaited<ReturnType<typeof aShirt>>;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());
beforeEach(async () => {
  await shop.services.db.execute(sql`delete from cod_rule`);
  buyer = await aShopper(shop);
  shirt = await aShirt(shop, { price: 92_900 });
  await givenAway(shirt);
  await putInCart(shop, buyer, shirt);
});

/** An offer takes the whole price off. */
async function givenAway({ productId }: typeof shirt) {
  await shop.services.db.execute(sql`
    with made as (
      insert into offer (title, discount_percent, valid_from, valid_to)
      values ('Gift', 100, '2020-01-01', '2099-01-01') returning id)
    insert into offer_product (offer_id, product_id) select id, ${productId}::uuid from made`);
}

async function free(method: "cod" | "online") {
  const placed = await placeOrder(shop.services, buyer, checkoutDetails({ method }));
  if (!placed.ok) throw new Error(placed.refused);
  expect(placed.value.total).toBe(0);
  return placed.value;
}

const page = async (path: string, as: Person = buyer) => textOf(await (await ask(path, { as })).text());
const lastMail = async () => {
  await shop.runDue();
  const mails = shop.sentMail().filter(({ to }) => to === buyer.email);
  return mails.at(-1);
};

async function everyCashOrderIs(outcome: string) {
  const rule = JSON.stringify({
    match: "all",
    conditions: [{ field: "first", operator: "is", value: true }],
  });
  await shop.services.db.execute(sql`
    insert into cod_rule (position, name, rule, outcome, reason) values (0, 'All', ${rule}::jsonb, ${outcome}, 'No.')`);
}

test("the checkout asks nobody how they pay nothing, and places the order", async () => {
  await everyCashOrderIs("refuse");
  const html = await (await ask("/checkout", { as: buyer })).text();
  const words = textOf(html);
  expect(words).toContain("Nothing to pay");
  expect(words).not.toMatch(/Pay ₹0|Cash on Delivery Available|Pay online|UPI works/);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const { country: _, name, ...address } = anAddress;
  const [firstName, lastName] = name.split(" ");
  const placed = await ask("/checkout", {
    ...posted({
      ...address,
      line2: address.line2 ?? "",
      name,
      firstName: firstName ?? "",
      lastName: lastName ?? "",
      key: field("key"),
      version: field("version"),
      method: field("method"),
      intent: "place",
    }),
    as: buyer,
  });
  expect(placed.headers.get("location")).toContain("/order-confirmation/");
});

test.each(["cod", "online"] as const)(
  "an order of ₹0 (%s) is nothing to pay wherever it is read",
  async (method) => {
    const order = await free(method);
    const mail = await lastMail();
    expect(mail?.subject).toBe(`Order ${order.id.slice(0, 8)} has been placed`);
    expect(mail?.text).toContain("There is nothing to pay");
    expect(mail?.text).not.toMatch(/keep the amount ready|waiting for your payment|Pay for your order/);
    const pages = [
      await page(`/order-confirmation/${order.id}`),
      await page(`/track/${order.id}`),
      await page("/orders"),
      await page(`/admin/orders/${order.id}`, admin),
      await page(`/admin/orders/print?id=${order.id}`, admin),
    ];
    for (const words of pages) {
      expect(words).toContain("Nothing to pay");
      expect(words).not.toMatch(/\bPaid\b|Cash on [dD]elivery, due|Payment pending|Pay ₹0/);
    }
  },
);

test("a cancelled one gives nothing back, and does not say so", async () => {
  const order = await free("cod");
  await nowIs(shop, order, "cancelled");
  expect((await lastMail())?.text).toContain("you do not have to pay anything");
  for (const words of [await page(`/track/${order.id}`), await page(`/admin/orders/${order.id}`, admin)]) {
    expect(words).toContain("Nothing to pay");
    expect(words).not.toMatch(/Refunded|We are refunding/);
  }
});

test("rules and limits of cash are not asked about an order without cash", async () => {
  await everyCashOrderIs("confirm");
  const order = await free("cod");
  expect(await page(`/track/${order.id}`)).not.toMatch(/confirm your order/i);
  await shop.services.db.execute(sql`delete from cod_rule`);
  const { version } = await currentSettings(shop.services.db, ["policy"]);
  const { policy } = await shopSettings(shop.services);
  const changes = { policy: { ...policy, codNotAtPins: [anAddress.postalCode.slice(0, 3)] } };
  await saveSettings(shop.services, { actor: aStaffMember(), changes, version });
  buyer = await aShopper(shop);
  await putInCart(shop, buyer, shirt);
  await free("cod");
  await expect(anOrder(shop, buyer)).rejects.toThrow("cod-pin");
});
