import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CodRuleField } from "../../../shop/cod/cod-rules.ts";
import type { RuleCondition } from "../../../shop/rules/rules.ts";
import { currentSettings, saveSettings } from "../../../shop/settings/save-settings.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let buyer: Person;
let shirt: Awaited<ReturnType<typeof aShirt>>;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());
beforeEach(async () => {
  await shop.services.db.execute(sql`delete from cod_rule`);
  buyer = await aShopper(shop);
  shirt = await aShirt(shop, { price: 92_900 });
  await putInCart(shop, buyer, shirt);
});

type Condition = [field: CodRuleField, operator: string, value: RuleCondition["value"]];
async function rule(conditions: Condition[], outcome: string, reason = "", match = "all", percent?: number) {
  const written = {
    match,
    conditions: conditions.map(([field, operator, value]) => ({ field, operator, value })),
  };
  await shop.services.db.execute(sql`
    insert into cod_rule (position, name, rule, outcome, reason, advance_percent)
    select count(*), ${randomUUID()}, ${JSON.stringify(written)}::jsonb, ${outcome}, ${reason}, ${percent ?? null}
    from cod_rule`);
}

/** What the checkout says of cash for what is typed, before the order is placed. */
async function told(typed: Record<string, string>, path = "/functions/cash", as: Person | undefined = buyer) {
  const answer = await ask(path, { ...posted(typed), as });
  return answer.status === 200 ? answer.json() : answer.status;
}

test("a PIN code, an amount or an item that the rules refuse is told while the address is typed, with an advance and a confirmation", async () => {
  await rule([["pin", "is", ["793"]]], "refuse", "No cash courier in the hills.");
  await rule([["pin", "is", ["560"]]], "prepay", "", "all", 20);
  await rule([["pin", "is", ["411"]]], "confirm-code", "We ask new customers for a code.");
  expect(await told({ postalCode: "" })).toMatchObject({ outcome: "allow", onDelivery: 92_900 });
  expect(await told({ postalCode: "793 001" })).toMatchObject({
    outcome: "refuse",
    reason: "No cash courier in the hills.",
  });
  expect(await told({ postalCode: "560001" })).toMatchObject({ advance: 18_600, onDelivery: 74_300 });
  expect(await told({ postalCode: "411001" })).toMatchObject({ reason: "We ask new customers for a code." });
  expect(await told({ postalCode: "110001" })).toMatchObject({ outcome: "allow" });
  const buyNow = `/functions/cash/${shirt.slug}`;
  const one = { variant: shirt.variantId, quantity: "2" };
  expect(await told({ ...one, postalCode: "560001" }, buyNow)).toMatchObject({ onDelivery: 148_600 });
  expect(await told(one, "/functions/cash/no-such-product")).toBe(404);
});

test("a product's page says it for a PIN code", async () => {
  await shop.services.db.execute(sql`insert into pin_code (pin, city, state) values
    ('793001', 'Shillong', 'Meghalaya'), ('560001', 'Bengaluru', 'Karnataka'), ('411004', 'Pune', 'Maharashtra')
    on conflict do nothing`);
  await rule([["pin", "is", ["793"]]], "refuse", "No cash courier in the hills.");
  await rule([["pin", "is", ["560"]]], "prepay", "", "all", 20);
  const cash = async (pin: string) => (await ask(`/functions/delivery/${shirt.slug}?pin=${pin}`)).json();
  expect(await cash("793001")).toMatchObject({ cash: "No cash courier in the hills." });
  expect(await cash("560001")).toMatchObject({ cash: "Cash on Delivery with ₹186 paid online in advance" });
  expect(await cash("411004")).toMatchObject({ cash: "Cash on Delivery available" });
});

test("'Complete Your Order' says it with the known address, and goes back to cash for another", async () => {
  await rule([["pin", "is", ["793"]]], "refuse", "No cash courier in the hills.");
  await anOrder(shop, buyer);
  await shop.services.db.execute(sql`insert into address (id, user_id, label, name, phone, line1, postal_code, city, state)
    values (gen_random_uuid(), ${buyer.id}, 'Home', 'Asha', '+919812345670', '1 MG Road', '793001', 'Shillong', 'Meghalaya')`);
  const shown = textOf(await (await ask(`/order/${shirt.slug}`, { as: buyer })).text());
  expect(shown).toContain("No cash courier in the hills. Talk to us");
  expect(shown).not.toContain("Cash on Delivery Available");
});

test("what a phone number did before is told to its owner, and to others only when the order is placed", async () => {
  await rule([["returned", "at-least", 1]], "refuse", "A parcel came back.");
  const phone = "+919812300001";
  const first = await anOrder(shop, await aShopper(shop), { address: { phone } });
  await nowIs(shop, first, "shipped");
  await shop.services.db.execute(
    sql`update parcel set state = 'returned', ended_at = now() where order_id = ${first.id}`,
  );
  const typed = { name: "Asha Rao", line1: "12, MG Road", city: "Pune", state: "Maharashtra" };
  const address = { ...typed, phone: "98123 00001", postalCode: "411004" };
  expect(await told(address)).toMatchObject({ outcome: "allow" });
  await shop.services.db.execute(sql`insert into address (id, user_id, label, name, phone, line1, postal_code, city, state)
    values (gen_random_uuid(), ${buyer.id}, 'Home', 'Asha', ${phone}, '1 MG Road', '411004', 'Pune', 'Maharashtra')`);
  const checkout = async (fields: Record<string, string> = {}) => {
    const answer = await ask("/checkout", { ...(fields.intent && posted(fields)), as: buyer });
    return textOf(await answer.text());
  };
  expect(await checkout()).not.toContain("A parcel came back.");
  const sent = { ...address, method: "cod", key: randomUUID() };
  expect(await checkout({ ...sent, coupon: "NONE", intent: "coupon" })).not.toContain("A parcel came back.");
  expect(await checkout({ ...sent, line1: "", intent: "place" })).not.toContain("A parcel came back.");
  expect(await checkout({ ...sent, intent: "place" })).toContain("A parcel came back.");
  await shop.services.db.execute(sql`update users set verified_phone = ${phone} where id = ${buyer.id}`);
  expect(await told(address)).toMatchObject({ outcome: "refuse", reason: "A parcel came back." });
});

test("a rule that cannot fit whatever the phone number is decides nothing, and one that fits anyway decides", async () => {
  await rule(
    [
      ["first", "yes", null],
      ["total", "at-least", 500_000],
    ],
    "refuse",
    "Too large for a first order.",
  );
  await rule(
    [
      ["returned", "at-least", 3],
      ["pin", "is", ["793"]],
    ],
    "refuse",
    "Not in the hills.",
    "any",
  );
  expect(await told({ postalCode: "793001" })).toMatchObject({ reason: "Not in the hills." });
  expect(await told({ postalCode: "411001" })).toMatchObject({ outcome: "allow" });
});

test("the settings' PIN codes without cash are told in the same way", async () => {
  const { version } = await currentSettings(shop.services.db, ["policy"]);
  const { policy } = await shopSettings(shop.services);
  const changes = { policy: { ...policy, codNotAtPins: ["793"] } };
  await saveSettings(shop.services, { actor: aStaffMember(), changes, version });
  const reason = async () => (await told({ postalCode: "793001" })).reason;
  await expect.poll(reason).toBe("Cash on delivery is not available at this PIN code.");
});
