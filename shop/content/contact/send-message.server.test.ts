import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import type { ContactMessage } from "./contact.ts";
import { sendMessage } from "./send-message.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const mailContext = { shopName: "Campus Style", origin: "https://shop.test", inbox: "hello@shop.test" };
const form: ContactMessage = {
  name: "Asha Rao",
  email: "asha@example.com",
  topic: "returns",
  message: "The kurta is too small.",
};

test("a message is stored, emailed to the shop with a reply address, and acknowledged with its ticket", async () => {
  const outcome = await sendMessage(shop.services, mailContext, form, null);
  expect(outcome).toEqual({ ok: true, value: { ticket: "T-1001" } });
  await shop.runDue();
  const [toShop, toSender] = shop.sentMail();
  expect(toShop).toMatchObject({ to: "hello@shop.test", replyTo: "asha@example.com" });
  expect(toShop?.text).toContain("The kurta is too small.");
  expect(toSender).toMatchObject({
    to: "asha@example.com",
    subject: "We have received your message, T-1001",
  });
  expect(toSender?.text).not.toContain("kurta");
  const { rows } = await shop.services.db.execute(sql`select name, message, status from contact_message`);
  expect(rows).toEqual([{ name: "Asha Rao", message: "The kurta is too small.", status: "open" }]);
});

test("one address can send five messages an hour, and other addresses are not affected", async () => {
  const email = "ravi@example.com";
  const send = () => sendMessage(shop.services, mailContext, { ...form, email }, null);
  const outcomes = await Promise.all(Array.from({ length: 8 }, send));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5);
  expect(await send()).toEqual({ ok: false, refused: "too-many-messages" });
  expect(await sendMessage(shop.services, mailContext, form, null)).toMatchObject({ ok: true });
  shop.clock.forward(3_600_001);
  expect(await send()).toMatchObject({ ok: true });
});
