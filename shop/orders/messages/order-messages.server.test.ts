import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { keptMessages } from "../../../demo/messages.server.ts";
import { users } from "../../../platform/identity/tables.server.ts";
import type { Channel } from "../../../platform/messaging/channels.ts";
import { type MessageProvider, messagingThrough } from "../../../platform/messaging/messaging.server.ts";
import { msg91 } from "../../../platform/messaging/msg91.server.ts";
import { anOrder, nowIs } from "../../../test/support/ordered/placed-orders.server.ts";
import { aBuyer } from "../../../test/support/orders.server.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { system } from "../../access/actor.ts";
import type { Buyer } from "../../checkout/write-order.server.ts";
import { savePreferences } from "../../notifications/preferences.server.ts";
import { saveSettings } from "../../settings/save-settings.server.ts";
import { shortId } from "../orders.ts";
import { sendMessage } from "./send-message.server.ts";
import { orderPhoneMessage } from "./tables.server.ts";

const shop = await testShop();
afterAll(shop.dispose);
const { services } = shop;
const noon = "2026-11-21T06:30:00Z";
const night = "2026-11-21T17:00:00Z";
beforeEach(() => shop.clock.set(noon));

let number = 0;
/** A customer with a mobile number and no email address. */
async function onPhone(): Promise<Buyer & { phone: string }> {
  const phone = `+9198111${String(++number).padStart(5, "0")}`;
  const id = randomUUID();
  await services.db.insert(users).values({ id, name: "Mohan", email: null, verifiedPhone: phone });
  return { kind: "customer", id, name: "Mohan", email: null, phone };
}
/** The texts that a number was sent, oldest first. */
async function sentTo(phone: string, channel?: Channel): Promise<string[]> {
  const all = await keptMessages(services);
  const own = all.filter((one) => one.to === phone && (!channel || one.channel === channel));
  return own.map(({ text }) => text).toReversed();
}
const rowsOf = ({ id }: { id: string }) =>
  services.db
    .select()
    .from(orderPhoneMessage)
    .where(eq(orderPhoneMessage.orderId, id))
    .orderBy(orderPhoneMessage.createdAt);

test("somebody without an email gets an SMS for each step of the order, with what to do and where", async () => {
  const mohan = await onPhone();
  const order = await anOrder(shop, mohan);
  await shop.runDue();
  await nowIs(shop, order, "confirmed");
  await shop.runDue();
  await nowIs(shop, order, "shipped", { courier: "Delhivery", trackingNumber: "1490812345678" });
  await shop.runDue();
  await nowIs(shop, order, "delivered");
  await shop.runDue();
  const id = shortId(order.id);
  const link = `http://localhost:3000/track/${order.id}`;
  expect(await sentTo(mohan.phone, "sms")).toEqual([
    `We have received your order ${id} of Rs. 499. See it here: ${link} - Campus Style`,
    `Your order ${id} is confirmed and we are packing it. See it here: ${link} - Campus Style`,
    `Your order ${id} is on its way with Delhivery 1490812345678. Track it here: ${link} - Campus Style`,
    `Your order ${id} has been delivered. To return, exchange or review it: ${link} - Campus Style`,
  ]);
  expect(shop.sentMail().filter(({ text }) => text.includes(id))).toEqual([]);
  const rows = await rowsOf(order);
  expect(rows.map(({ kind, state, recipient }) => [kind, state, recipient])).toEqual([
    ["placed", "sent", mohan.phone],
    ["confirmed", "sent", mohan.phone],
    ["shipped", "sent", mohan.phone],
    ["delivered", "sent", mohan.phone],
  ]);
  expect(rows.every(({ providerId, sentAt }) => providerId !== null && sentAt !== null)).toBe(true);
});

test("a repeated job sends nothing again, and one whose result was lost is given up", async () => {
  const mohan = await onPhone();
  const order = await anOrder(shop, mohan);
  await shop.runDue();
  const [row] = await rowsOf(order);
  await sendMessage(services, row?.id ?? "");
  await services.db
    .update(orderPhoneMessage)
    .set({ state: "sending" })
    .where(eq(orderPhoneMessage.orderId, order.id));
  await sendMessage(services, row?.id ?? "");
  expect(await sentTo(mohan.phone)).toHaveLength(1);
  expect(await rowsOf(order)).toMatchObject([{ state: "failed", code: "interrupted" }]);
});

test("with an email there is no message unless asked for, and then by the chosen channel", async () => {
  const phone = "+919812300001";
  const asha = await aBuyer(shop);
  const quiet = await anOrder(shop, asha, { address: { phone } });
  await shop.runDue();
  expect(await rowsOf(quiet)).toEqual([]);
  const order = await anOrder(shop, { ...asha, updatesBy: "whatsapp" }, { address: { phone } });
  await shop.runDue();
  expect(await sentTo(phone, "whatsapp")).toEqual([expect.stringContaining(shortId(order.id))]);
  expect(await sentTo(phone, "sms")).toEqual([]);
  expect(shop.sentMail().filter(({ to }) => to === asha.email)).toHaveLength(2);
});

test("the proved number is told, not the one of who gets the parcel", async () => {
  const mohan = await onPhone();
  await anOrder(shop, mohan, { address: { phone: "+919812300009" } });
  await shop.runDue();
  expect(await sentTo("+919812300009")).toEqual([]);
  expect(await sentTo(mohan.phone)).toHaveLength(1);
});

test("at night an order is answered at once, and what is not urgent waits until nine", async () => {
  const mohan = await onPhone();
  shop.clock.set(night);
  const order = await anOrder(shop, mohan);
  await nowIs(shop, order, "confirmed");
  await shop.runDue();
  expect(await sentTo(mohan.phone)).toEqual([expect.stringContaining("We have received")]);
  shop.clock.set("2026-11-22T03:29:59Z");
  await shop.runDue();
  expect(await sentTo(mohan.phone)).toHaveLength(1);
  shop.clock.set("2026-11-22T03:30:00Z");
  await shop.runDue();
  expect(await sentTo(mohan.phone)).toEqual([expect.anything(), expect.stringContaining("is confirmed")]);
});

test("what is no longer true in the morning is not sent", async () => {
  const mohan = await onPhone();
  shop.clock.set(night);
  const order = await anOrder(shop, mohan);
  await nowIs(shop, order, "confirmed");
  await nowIs(shop, order, "cancelled");
  shop.clock.set("2026-11-22T03:30:00Z");
  await shop.runDue();
  const texts = await sentTo(mohan.phone);
  expect(texts).toEqual([expect.anything(), expect.stringContaining("has been cancelled")]);
  expect((await rowsOf(order)).map(({ kind, state, code }) => [kind, state, code])).toContainEqual([
    "confirmed",
    "dropped",
    "outdated",
  ]);
});

test("a kind that is turned off is not sent, even if queued before", async () => {
  const mohan = await onPhone();
  const order = await anOrder(shop, mohan);
  await nowIs(shop, order, "shipped");
  await savePreferences(services, mohan, [{ kind: "delivery", channel: "phone", enabled: false }]);
  await shop.runDue();
  expect(await sentTo(mohan.phone)).toEqual([expect.stringContaining("We have received")]);
  expect(await rowsOf(order)).toContainEqual(
    expect.objectContaining({ kind: "shipped", state: "dropped", code: "turned-off" }),
  );
});

/** The shop with these providers, whose templates are registered as `templates`. */
function through(...providers: MessageProvider[]) {
  const rules = { log: services.log, callingCodes: ["91"], codesPerDay: 1, staysHere: false };
  return { ...services, messaging: messagingThrough(providers, rules) };
}
async function register(messages: { sms: Record<string, string>; whatsapp: Record<string, string> }) {
  await services.db.execute(sql`delete from setting where key = 'messages'`);
  const saved = await saveSettings(services, {
    actor: system("a test"),
    changes: { messages },
    version: "",
  });
  expect(saved.ok).toBe(true);
}
/** A provider that accepts or refuses everything, and notes what it was asked. */
function provider(channel: Channel, refused?: "unreachable" | "refused") {
  const asked: unknown[] = [];
  const made: MessageProvider = {
    key: `test-${channel}`,
    channel,
    sendCode: () => Promise.reject(new Error("not a code")),
    async sendTemplate(message) {
      asked.push(message);
      return refused ? { ok: false, refused, detail: "131026" } : { ok: true, id: `id of ${channel}` };
    },
  };
  return { asked, made };
}

test("a provider that does not answer is tried five times and then the message has failed", async () => {
  await register({ sms: { placed: "1107" }, whatsapp: {} });
  const order = await anOrder(shop, await onPhone());
  const [row] = await rowsOf(order);
  const dead = through(msg91({ authKey: "key", templateId: "code", url: "http://127.0.0.1:1/" }));
  for (let attempt = 1; attempt <= 4; attempt++) {
    await sendMessage(dead, row?.id ?? "");
    expect(await rowsOf(order)).toMatchObject([{ state: "queued", attempts: attempt, code: "none" }]);
  }
  await sendMessage(dead, row?.id ?? "");
  await sendMessage(dead, row?.id ?? "");
  expect(await rowsOf(order)).toMatchObject([{ state: "failed", attempts: 5, code: "none", channel: "sms" }]);
  // The jobs of the tries that are left find it done.
  shop.clock.forward(24 * 60 * 60_000);
  expect(await shop.runDue()).toContain("send-order-message");
  expect(await rowsOf(order)).toMatchObject([{ state: "failed", attempts: 5 }]);
});

test("a refused message has failed at once, and who is not on WhatsApp gets an SMS", async () => {
  await register({ sms: { placed: "1107" }, whatsapp: { placed: "order_placed" } });
  const mohan = await onPhone();
  const [first, second] = [
    await anOrder(shop, mohan),
    await anOrder(shop, { ...mohan, updatesBy: "whatsapp" }),
  ];
  const [refusing, whatsApp, sms] = [
    provider("sms", "refused"),
    provider("whatsapp", "unreachable"),
    provider("sms"),
  ];
  await sendMessage(through(refusing.made), (await rowsOf(first))[0]?.id ?? "");
  expect(await rowsOf(first)).toMatchObject([{ state: "failed", code: "131026", channel: "sms" }]);
  await sendMessage(through(sms.made, whatsApp.made), (await rowsOf(second))[0]?.id ?? "");
  expect(whatsApp.asked).toMatchObject([{ template: "order_placed", to: mohan.phone }]);
  expect(sms.asked).toMatchObject([
    {
      template: "1107",
      variables: [
        ["order", shortId(second.id)],
        ["amount", "499"],
        ["link", `http://localhost:3000/track/${second.id}`],
      ],
    },
  ]);
  expect(await rowsOf(second)).toMatchObject([{ state: "sent", channel: "sms", providerId: "id of sms" }]);
});

test("without a template nothing is sent by a channel", async () => {
  await register({ sms: {}, whatsapp: { placed: "order_placed" } });
  const order = await anOrder(shop, await onPhone());
  const [sms, whatsApp] = [provider("sms"), provider("whatsapp")];
  await sendMessage(through(sms.made), (await rowsOf(order))[0]?.id ?? "");
  expect(await rowsOf(order)).toMatchObject([{ state: "dropped", code: "no-template" }]);
  const other = await anOrder(shop, await onPhone());
  await sendMessage(through(sms.made, whatsApp.made), (await rowsOf(other))[0]?.id ?? "");
  expect(await rowsOf(other)).toMatchObject([{ state: "sent", channel: "whatsapp" }]);
  expect(sms.asked).toEqual([]);
});
