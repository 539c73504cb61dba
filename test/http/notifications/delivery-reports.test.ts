import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keptMessages } from "../../../demo/messages.server.ts";
import { whatsAppReports } from "../../../platform/messaging/whatsapp-reports.server.ts";
import { orderPhoneMessage } from "../../../shop/orders/messages/tables.server.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { type Ask, asking, textOf } from "../../support/ask.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  const reports = whatsAppReports({ appSecret: "secret", verifyToken: "token" });
  ask = await asking({ ...shop.services, messaging: { ...shop.services.messaging, reports } });
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

const path = "/functions/whatsapp-webhook";

/** What Meta posts about a message. */
function report(id: string, status: string, code?: number, secret = "secret"): RequestInit {
  const statuses = [{ id, status, ...(code && { errors: [{ code }] }) }];
  const entry = [{ changes: [{ field: "messages", value: { statuses } }] }];
  const body = JSON.stringify({ object: "whatsapp_business_account", entry });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return { method: "POST", body, headers: { "X-Hub-Signature-256": `sha256=${signature}` } };
}

/** An order whose message is sent on WhatsApp, and its message's id at the provider. */
async function told() {
  const buyer = { ...(await aShopper(shop)), updatesBy: "whatsapp" } as const;
  const order = await anOrder(shop, buyer);
  await shop.runDue();
  const [row] = await shop.services.db
    .select()
    .from(orderPhoneMessage)
    .where(eq(orderPhoneMessage.orderId, order.id));
  const page = async () => textOf(await (await ask(`/admin/orders/${order.id}`, { as: admin })).text());
  return { order, id: row?.providerId ?? "", page };
}

test("a signed report that a message was delivered is shown to staff, once and for all", async () => {
  const { id, page } = await told();
  expect(await page()).toContain("Order received: sent");
  expect((await ask(path, report(id, "delivered", undefined, "forged"))).status).toBe(401);
  expect(await page()).toContain("Order received: sent");
  expect((await ask(path, report(id, "delivered"))).status).toBe(200);
  expect(await page()).toContain("Order received: delivered");
  expect((await ask(path, report(id, "failed", 132_001))).status).toBe(200);
  expect(await page()).toContain("Order received: delivered");
});

test("a message that failed is shown with Meta's code", async () => {
  const { id, page } = await told();
  expect((await ask(path, report(id, "failed", 132_001))).status).toBe(200);
  expect(await page()).toMatch(/Order received: failed WhatsApp to .*? Code 132001/);
});

test("who turns out not to be on WhatsApp gets the message by SMS", async () => {
  const { order, id, page } = await told();
  expect((await ask(path, report(id, "failed", 131_026))).status).toBe(200);
  expect((await ask(path, report(id, "failed", 131_026))).status).toBe(200);
  await shop.runDue();
  const messages = await keptMessages(shop.services);
  const own = messages.filter(({ text }) => text.includes(shortId(order.id)));
  expect(own.map(({ channel }) => channel)).toEqual(["sms", "whatsapp"]);
  expect(await page()).toContain("Order received: sent SMS to +919876543210");
});

test("reports of unknown messages are accepted, and what is no report is refused", async () => {
  expect((await ask(path, report("wamid.of-a-login-code", "delivered"))).status).toBe(200);
  expect((await ask(path, { method: "POST", body: "{}" })).status).toBe(401);
  const verify = (token: string) =>
    ask(`${path}?hub.mode=subscribe&hub.challenge=1158&hub.verify_token=${token}`);
  const answer = await verify("token");
  expect([answer.status, await answer.text()]).toEqual([200, "1158"]);
  expect(answer.headers.get("Content-Type")).toContain("text/plain");
  expect((await verify("guess")).status).toBe(403);
  const withoutKeys = await asking(shop.services);
  expect((await withoutKeys(path, report("wamid.x", "delivered"))).status).toBe(404);
  expect((await withoutKeys(`${path}?hub.mode=subscribe`)).status).toBe(404);
});
