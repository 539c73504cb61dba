import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../../../platform/identity/tables.server.ts";
import { messagingThrough } from "../../../platform/messaging/messaging.server.ts";
import { msg91 } from "../../../platform/messaging/msg91.server.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { ordersOf } from "../../../shop/orders/read-orders.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { phoneVisits } from "../accounts/phone/phone-visits.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

type Shopper = { cookie: string; id: string };

/** Somebody who signed in with a mobile number and has given no email. */
async function onPhone(phone: string): Promise<Shopper> {
  const { signIn, usersWith } = phoneVisits(shop, ask);
  const me = await signIn(phone);
  const [user] = await usersWith(`+91${phone}`);
  return { ...me, id: String(user?.id) };
}

const words = async (path: string, as?: { cookie: string }) => textOf(await (await ask(path, { as })).text());
/** The page of the demo's messages, newest first. */
const devMessages = () => words("/dev/messages");

/** Orders a shirt through the checkout's form; `updates` as its radio button sends it. */
async function order(as: Shopper, more: Record<string, string> = {}) {
  await putInCart(shop, as, await aShirt(shop));
  const fields = { name: "Mohan Das", phone: "98111 22233", line1: "12, MG Road", line2: "" };
  const place = { postalCode: "560001", city: "Bengaluru", state: "Karnataka" };
  const answer = await ask("/checkout", {
    ...posted({ ...fields, ...place, key: randomUUID(), method: "cod", intent: "place", ...more }),
    as,
  });
  expect(answer.status).toBe(303);
  const [placed] = await ordersOf(shop.services, as.id);
  if (!placed) throw new Error("no order");
  await shop.runDue();
  return placed;
}

test("whoever orders by phone hears of each step, chooses WhatsApp, and reads no promise of an email", async () => {
  const mohan = await onPhone("9811122201");
  await putInCart(shop, mohan, await aShirt(shop));
  const form = await words("/checkout", mohan);
  expect(form).toContain("Send me delivery updates To 98xxxx2201, only about this order. By SMS On WhatsApp");
  const placed = await order(mohan, { updates: "whatsapp" });
  expect(placed).toMatchObject({ updatesBy: "whatsapp", email: "" });
  const id = shortId(placed.id);
  const received = `We have received your order ${id} of Rs. 998.`;
  expect(await devMessages()).toMatch(new RegExp(`WhatsApp to \\+919811122201 ·.*?${received}`));
  const confirmation = await words(`/order-confirmation/${placed.id}`, mohan);
  expect(confirmation).toContain("We have received your order. You will hear from us on WhatsApp.");
  expect(confirmation).toContain("tell you on WhatsApp when it ships");
  expect(confirmation).not.toMatch(/email you|sent an email/);
  await nowIs(shop, placed, "shipped", { courier: "Delhivery", trackingNumber: "14908" });
  await shop.runDue();
  expect(await devMessages()).toContain(`Your order ${id} is on its way with Delhivery 14908.`);
  const staff = await words(`/admin/orders/${placed.id}`, admin);
  expect(staff).toContain("SMS and WhatsApp Shipped: sent WhatsApp to +919811122201");
  expect(staff).toContain("Order received: sent");
});

test("with an email the phone is told only when asked for, beside the email", async () => {
  const asha = await aShopper(shop);
  await putInCart(shop, asha, await aShirt(shop));
  const page = await (await ask("/checkout", { as: asha })).text();
  expect(textOf(page)).toContain(
    "Only about this order. SMS and WhatsApp messages go to the phone number above. By email By email and SMS By email and on WhatsApp",
  );
  // Nothing is ticked beforehand (E-Commerce Rules 2020, rule 4).
  expect(page).toMatch(/<input type="radio" name="updates" checked="" value=""/);
  const before = await devMessages();
  const quiet = await order(asha);
  expect(quiet.updatesBy).toBe(null);
  expect(await devMessages()).toBe(before);
  const told = await order(asha, { updates: "sms" });
  expect(await devMessages()).toMatch(new RegExp(`SMS to \\+919811122233 ·.*?${shortId(told.id)}`));
  expect(await words(`/order-confirmation/${told.id}`, asha)).toContain(
    "tell you by email and by SMS when it ships",
  );
});

test("a customer turns messages off in the profile, and the confirmation no longer promises them", async () => {
  const mohan = await onPhone("9811122202");
  const placed = await order(mohan, { updates: "sms" });
  const choices = { intent: "notification-settings", "orders phone": "yes", "payments phone": "yes" };
  await ask("/profile?tab=notifications", { ...posted(choices), as: mohan });
  expect(await words(`/order-confirmation/${placed.id}`, mohan)).toContain(
    "show it in My Orders when it ships",
  );
  await nowIs(shop, placed, "shipped");
  await shop.runDue();
  expect(await devMessages()).not.toContain(`Your order ${shortId(placed.id)} is on its way`);
  expect(await words(`/admin/orders/${placed.id}`, admin)).toContain("turned off by the customer");
  // Emails, which the profile did not show, are not turned off by the same form.
  await shop.services.db.update(users).set({ email: "mohan@campus.test" }).where(eq(users.id, mohan.id));
  const profile = await (await ask("/profile?tab=notifications", { as: mohan })).text();
  expect(profile).toMatch(/<input type="checkbox" name="delivery email" checked=""/);
});

test("a shop without templates offers no messages, its settings show the texts to register, and then it offers them", async () => {
  const { services } = shop;
  const sms = msg91({ authKey: "key", templateId: "code", url: "http://127.0.0.1:1/" });
  const live = { log: services.log, callingCodes: ["91"], codesPerDay: 1, staysHere: false };
  const asked = await asking({ ...services, messaging: messagingThrough([sms], live) });
  const read = async (path: string, as: { cookie: string }) => (await asked(path, { as })).text();
  const asha = await aShopper(shop);
  await putInCart(shop, asha, await aShirt(shop));
  expect(await read("/checkout", asha)).not.toContain("Send me delivery updates");
  const health = await read("/admin/health", admin);
  expect(textOf(health)).toContain("No message about an order goes by SMS");
  const path = "/admin/settings?part=messages";
  const page = await read(path, admin);
  expect(textOf(page)).toContain(
    "Your {#alphanumeric#} is on its way with {#alphanumeric#}. Track it here: {#url#} - Campus Style",
  );
  expect(textOf(page)).toContain("##goods##, ##parcel##, ##link##");
  const version = /name="version" value="([^"]*)"/.exec(page)?.[1] ?? "";
  const save = (fields: Record<string, string>) =>
    asked(path, { ...posted({ version, ...fields }), as: admin });
  const refused = await save({ "messages.whatsapp.shipped": "Order Shipped!" });
  expect([refused.status, textOf(await refused.text())]).toEqual([
    400,
    expect.stringContaining("small letters, digits and _ only"),
  ]);
  expect((await save({ "messages.sms.shipped": "65f0c0ffee" })).status).toBe(303);
  expect(textOf(await read("/checkout", asha))).toContain("By email By email and SMS");
  expect(textOf(await read("/admin/health", admin))).toContain("Messages about orders go by SMS.");
});
