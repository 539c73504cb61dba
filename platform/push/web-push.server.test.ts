import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pushService } from "../../test/support/push-stand-in.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { isPublicAddress, isPublicHttps, lookupPublic } from "../network/public-address.server.ts";
import { vapidKeys } from "./vapid-keys.server.ts";
import { webPush } from "./web-push.server.ts";

let shop: TestShop;
let service: Awaited<ReturnType<typeof pushService>>;
beforeAll(async () => {
  [shop, service] = await Promise.all([testShop(), pushService()]);
});
afterAll(async () => {
  await service.close();
  await shop.dispose();
});

let contact = "shop@campus.test";
const pushOf = (local: boolean) =>
  webPush({ db: shop.services.db, secret: "s".repeat(32), contact: () => contact, local });
const message = { title: "Order 1 is on its way", body: "Tan Moccasins", path: "/track/1", tag: "order-1" };

test("a message is signed with the shop's key and can be read by its device alone", async () => {
  const push = pushOf(true);
  const device = service.device();
  expect(await push.send(device.subscription, message)).toBe("sent");
  const [delivery] = device.deliveries;
  expect(delivery).toMatchObject({ message, ttl: "86400", key: await push.publicKey() });
  expect(delivery?.topic).toMatch(/^[\w-]{32}$/);
  expect(delivery?.claims).toMatchObject({ aud: service.origin, sub: "mailto:shop@campus.test" });
  // The owner enters another sender in the back office.
  contact = "orders@shop.in";
  await push.send(device.subscription, message);
  expect(device.deliveries.at(-1)?.claims).toMatchObject({ sub: "mailto:orders@shop.in" });
});

test.each([
  [404, "gone"],
  [410, "gone"],
  [403, "gone"],
  [400, "gone"],
  [413, "gone"],
])("with response %i the device counts as gone", async (status, outcome) => {
  const device = service.device();
  device.answers(status);
  expect(await pushOf(true).send(device.subscription, message)).toBe(outcome);
});

test("a device whose key is no point on the curve counts as gone", async () => {
  const { subscription } = service.device();
  const p256dh = Buffer.alloc(65, 4).toString("base64url");
  expect(await pushOf(true).send({ ...subscription, p256dh }, message)).toBe("gone");
});

test.each([429, 500, 302])("with response %i sending throws, so that it is retried", async (status) => {
  const device = service.device();
  device.answers(status);
  await expect(pushOf(true).send(device.subscription, message)).rejects.toThrow(`answers ${status}`);
});

test("the key pair is created once and stored encrypted, and another secret creates another pair", async () => {
  const { db } = shop.services;
  await db.execute(sql`delete from push_key`);
  const [first, second] = await Promise.all([vapidKeys(db, "a".repeat(32)), vapidKeys(db, "a".repeat(32))]);
  expect(second).toEqual(first);
  const { rows } = await db.execute(sql`select * from push_key`);
  expect(JSON.stringify(rows)).not.toContain(first.privateKey);
  const other = await vapidKeys(db, "b".repeat(32));
  expect(other.publicKey).not.toBe(first.publicKey);
  expect(await vapidKeys(db, "b".repeat(32))).toEqual(other);
});

test("a live shop sends to https on public hosts only", () => {
  const push = pushOf(false);
  for (const good of [
    "https://fcm.googleapis.com/fcm/send/a:b",
    "https://updates.push.services.mozilla.com/wpush/v2/x",
  ])
    expect(push.accepts(good), good).toBe(true);
  for (const bad of [
    "http://fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://localhost/x",
    "not an address",
    "https://10.0.0.7/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://db.internal/",
    "https://a.b:8443/",
    "https://user:pass@push.services.mozilla.com/",
    "http://127.0.0.1:4812/x",
    `https://a.dev/${"x".repeat(1000)}`,
  ])
    expect(push.accepts(bad), bad).toBe(false);
  expect(isPublicHttps("https://printer.local./")).toBe(false);
});

test("a host name that resolves to a private address is refused at lookup", async () => {
  for (const address of ["8.8.8.8", "172.15.0.1", "2607:f8b0::1"])
    expect(isPublicAddress(address)).toBe(true);
  for (const address of ["127.0.0.1", "10.1.2.3", "172.31.0.1", "169.254.169.254", "192.168.0.1", "0.0.0.0"])
    expect(isPublicAddress(address), address).toBe(false);
  for (const address of ["::1", "fd00::1", "fe80::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"])
    expect(isPublicAddress(address), address).toBe(false);
  for (const all of [true, false]) {
    const refusal = await new Promise<unknown>((found) =>
      lookupPublic("localhost", { all }, (error) => found(error?.message)),
    );
    expect(refusal).toBe("localhost is not on the public internet");
  }
});
