import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, brokenRules, putInCart } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { phoneVisits } from "../accounts/phone/phone-visits.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  // A live shop asks staff for a second factor, which is not what is tested here.
  await shop.services.db.execute(sql`update session set second_factor_at = now()`);
});
afterAll(async () => {
  expect(await brokenRules(shop)).toEqual([]);
  await shop.dispose();
});
beforeEach(async () => {
  buyer = await aShopper(shop);
  await shop.services.db.execute(sql`delete from cod_rule`);
  await shop.services.db.execute(sql`delete from rate_limit`);
});

const send = async (path: string, fields: Record<string, string>, as: Person, through = ask) => {
  const answer = await through(path, { ...posted(fields), as });
  return {
    status: answer.status,
    words: textOf(await answer.text()),
    to: answer.headers.get("Location") ?? "",
  };
};
const page = async (path: string, as = buyer, through = ask) =>
  textOf(await (await through(path, { as })).text());

const make = (through = ask, outcome = "confirm-code") =>
  send(
    "/admin/settings/cod/new",
    {
      name: "By a code",
      outcome,
      version: "",
      "rule.match": "all",
      "rule.0.field": "pin",
      "rule.0.operator": "is",
      "rule.0.value": "560",
    },
    admin,
    through,
  );

/** Orders a shirt in cash. Out: the page of the order. */
async function order(phone: string, through = ask): Promise<string> {
  await putInCart(shop, buyer, await aShirt(shop));
  const address = {
    name: "Asha Rao",
    line1: "12, MG Road",
    line2: "",
    postalCode: "560001",
    city: "Bengaluru",
  };
  const shown = await (await through("/checkout", { as: buyer })).text();
  const version = /name="version" value="([^"]*)"/.exec(shown)?.[1] ?? "";
  const fields = { ...address, phone, state: "Karnataka", method: "cod", intent: "place", version };
  const placed = await send("/checkout", { ...fields, key: randomUUID() }, buyer, through);
  expect([placed.status, placed.to]).toEqual([303, expect.stringMatching(/^\/order-confirmation\//)]);
  return placed.to;
}
const codeTo = (phone: string) => phoneVisits(shop, ask).codeTo(phone);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe.each(["demo", "live"] as const)("in a %s shop", (mode) => {
  let inMode: Ask;
  const phone = mode === "demo" ? "+919812340001" : "+919812340002";
  beforeAll(async () => {
    const { services } = shop;
    inMode = await asking({ ...services, site: { ...services.site, mode } });
  });

  test("the owner asks for a code; the shopper types it on the order's page, and staff see it", async () => {
    expect((await make(inMode)).status).toBe(303);
    const path = await order(phone, inMode);
    const office = () => page(`/admin/orders/${path.slice(-36)}`, admin, inMode);
    expect(await page(path, buyer, inMode)).toContain(`We have sent a code to ${phone.slice(3, 5)}xxxx`);
    expect(await office()).toContain("by a code to the phone, typed on the order");
    const code = await codeTo(phone);
    const no = await send(path, { intent: "confirm-code", code: wrong(code) }, buyer, inMode);
    expect([no.status, no.words]).toEqual([422, expect.stringContaining("This code is not right.")]);
    expect(await office()).toContain("The customer has not confirmed this order yet");
    const yes = await send(path, { intent: "confirm-code", code: ` ${code} ` }, buyer, inMode);
    expect([yes.status, yes.to]).toEqual([303, path]);
    expect(await page(path, buyer, inMode)).not.toContain("Please confirm your order");
    expect(await office()).toContain("The customer confirmed it on");
    const again = await send(path, { intent: "confirm-code", code }, buyer, inMode);
    expect([again.status, again.words]).toEqual([409, expect.stringContaining("Nothing to confirm")]);
    expect((await orderOf(shop.services, path.slice(-36)))?.status).toBe("pending");
  });
});

test("many orders that wait for their customers are confirmed by staff from the list of just these", async () => {
  await make();
  const id = (await order("+919812340003")).slice(-36);
  const confirm = { intent: "confirm", id };
  const skipped = await send("/admin/orders?status=pending", confirm, admin);
  expect(skipped.words).toContain(`${id.slice(0, 8)}: Its customer has not confirmed it yet.`);
  expect((await orderOf(shop.services, id))?.status).toBe("pending");
  await send("/admin/orders?work=customer-confirms", confirm, admin);
  expect((await orderOf(shop.services, id))?.status).toBe("confirmed");
});

/** The page of the buyer's newest order shows that a code is on its way, and the code confirms it. */
async function isConfirmedByCode(id: string, phone: string, through = ask) {
  const path = `/order-confirmation/${id}`;
  expect(await page(path, buyer, through)).toContain(`We have sent a code to ${phone.slice(3, 5)}xxxx`);
  const fields = { intent: "confirm-code", code: await codeTo(phone) };
  expect((await send(path, fields, buyer, through)).status).toBe(303);
  expect(await page(path, buyer, through)).not.toContain("Please confirm your order");
}

describe.each(["demo", "live"] as const)("in a %s shop, the code is sent by itself", (mode) => {
  let inMode: Ask;
  const last = mode === "demo" ? "1" : "2";
  beforeAll(async () => {
    const { services } = shop;
    inMode = await asking({ ...services, site: { ...services.site, mode } });
  });

  test("when an order to be paid online is switched to cash, and again when it was meanwhile", async () => {
    await make(inMode);
    const phone = `+91981234010${last}`;
    const { id } = await anOrder(shop, buyer, { method: "online", address: { phone, postalCode: "560001" } });
    const form = { intent: "cod", order: id, next: "/orders" };
    const switched = await send("/orders", form, buyer, inMode);
    expect([switched.status, switched.to]).toEqual([303, `/order-confirmation/${id}`]);
    const code = await codeTo(phone);
    expect(code).toMatch(/^\d{6}$/);
    // Sent twice, the form sends no second code within half a minute.
    await send("/orders", form, buyer, inMode);
    expect(await codeTo(phone)).toBe(code);
    await isConfirmedByCode(id, phone, inMode);
  });

  test("for an order of the server function", async () => {
    await make(inMode);
    const phone = `+91981234020${last}`;
    await putInCart(shop, buyer, await aShirt(shop));
    const place = { address: "12, MG Road", city: "Bengaluru", state: "Karnataka", pincode: "560001" };
    const userDetails = { name: "Asha Rao", phone, address: place };
    const answer = await inMode("/functions/create-cart-order", {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: "http://shop.test" },
      body: JSON.stringify({ userDetails, paymentMethod: "cod" }),
      as: buyer,
    });
    expect(answer.status).toBe(200);
    const { dbOrderId } = z.object({ dbOrderId: z.string() }).parse(await answer.json());
    await isConfirmedByCode(dbOrderId, phone, inMode);
  });
});

test("a switch to cash that needs no code stays on its page", async () => {
  const { id } = await anOrder(shop, buyer, { method: "online" });
  const switched = await send("/orders", { intent: "cod", order: id, next: "/orders" }, buyer);
  expect([switched.status, switched.to]).toEqual([303, "/orders"]);
});

test("a code has five tries and its own order, and another is sent on request", async () => {
  await make();
  const phone = "+919812340003";
  const path = await order(phone);
  const code = await codeTo(phone);
  for (let tries = 0; tries < 5; tries++)
    expect((await send(path, { intent: "confirm-code", code: wrong(code) }, buyer)).status).toBe(422);
  const over = await send(path, { intent: "confirm-code", code }, buyer);
  expect([over.status, over.words]).toEqual([422, expect.stringContaining("does not work any more")]);
  // Somebody else's order is not found, and a code of one order does not confirm another.
  const other = await aShopper(shop);
  expect((await send(path, { intent: "confirm-code", code }, other)).status).toBe(404);
  const second = await order("+919812340004");
  const foreign = await codeTo("+919812340004");
  expect((await send(path, { intent: "confirm-code", code: foreign }, buyer)).status).toBe(422);
  await shop.services.db.execute(sql`update phone_code set sent_at = sent_at - interval '31 seconds'`);
  expect((await send(path, { intent: "send-code", channel: "sms" }, buyer)).status).toBe(303);
  expect((await send(path, { intent: "confirm-code", code: await codeTo(phone) }, buyer)).status).toBe(303);
  expect(await page(second)).toContain("Please confirm your order");
});

test("while no code can be sent the form says so, and a link is sent instead", async () => {
  const { services } = shop;
  const messaging = { ...services.messaging, channels: [] };
  const silent = await asking({ ...services, messaging });
  expect(await page("/admin/settings/cod/new", admin, silent)).toContain("SMS and WhatsApp are not set up");
  await make(silent);
  const path = await order("+919812340005", silent);
  const shown = await page(path, buyer, silent);
  expect(shown).toContain("Open the link that we have sent you");
  expect(shown).not.toContain("by a code that we send");
  expect(await page(`/admin/orders/${path.slice(-36)}`, admin, silent)).toContain(
    "by the link that was sent",
  );
});

test("when the code could not be sent, the order is placed all the same and its page has a button for it", async () => {
  await make();
  const { services } = shop;
  const sendCode = async () => null;
  const broken = await asking({ ...services, messaging: { ...services.messaging, sendCode } });
  const path = await order("+919812340006", broken);
  expect(await page(path)).toContain("Send me a code");
  const no = await send(path, { intent: "send-code" }, buyer, broken);
  expect([no.status, no.words]).toEqual([503, expect.stringContaining("The code could not be sent")]);
  expect((await send(path, { intent: "send-code" }, buyer)).status).toBe(303);
  expect(await page(path)).toContain("We have sent a code to");
});

test("who has still to confirm an order reads it on each of its pages, until it is confirmed", async () => {
  for (const [outcome, words] of [
    ["confirm", "Open the link that we have sent you"],
    ["confirm-code", "the code that we send to your phone"],
  ] as const) {
    await shop.services.db.execute(sql`delete from cod_rule`);
    expect((await make(ask, outcome)).status).toBe(303);
    const path = await order("+919812340077");
    const id = path.slice(-36);
    const pages = ["/orders", `/track/${id}`];
    expect(await page(path)).toContain("We start packing as soon as you have confirmed it.");
    for (const one of pages) expect(await page(one), one).toContain(words);
    expect(await page(path)).toContain("Please confirm your order");
    await shop.services.db.execute(
      sql`update cod_confirmation set confirmed_at = now() where order_id = ${id}`,
    );
    for (const one of [path, ...pages])
      expect(await page(one), one).not.toContain("Please confirm your order");
  }
});
