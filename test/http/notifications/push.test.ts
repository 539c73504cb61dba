import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { shortId } from "../../../shop/orders/orders.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { type PushDevice, pushService } from "../../support/push-stand-in.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let service: Awaited<ReturnType<typeof pushService>>;
beforeAll(async () => {
  [shop, service] = await Promise.all([testShop({ seed: true }), pushService()]);
  ask = await asking(shop.services);
});
afterAll(async () => {
  await service.close();
  await shop.dispose();
});

const path = "/functions/push-subscription";
const turn = (intent: string, as: { cookie: string } | undefined, more: Record<string, string> = {}) =>
  ask(path, { ...posted({ intent, ...more }), as });

async function aDevice(of: Person): Promise<PushDevice> {
  const device = service.device();
  expect((await turn("push-on", of, device.subscription)).status).toBe(200);
  return device;
}

const state = z.object({ publicKey: z.string(), endpoint: z.string().nullable() });
const stateOf = async (of: Person) => state.parse(await (await ask(path, { as: of })).json());

test("a subscribed device is notified of an order with its number and product; a guest cannot subscribe", async () => {
  const asha = await aShopper(shop);
  expect(state.parse(await (await ask(path)).json()).endpoint).toBeNull();
  expect((await turn("push-on", undefined, service.device().subscription)).status).toBe(401);
  expect((await stateOf(asha)).endpoint).toBeNull();
  const device = await aDevice(asha);
  expect(await stateOf(asha)).toMatchObject({ endpoint: device.subscription.endpoint });
  const order = await anOrder(shop, asha, { method: "cod" });
  expect(device.deliveries).toEqual([]);
  await shop.runDue();
  const [delivery] = device.deliveries;
  expect(delivery?.message).toEqual({
    title: `Order ${shortId(order.id)} has been placed`,
    body: order.lines[0]?.name,
    path: `/track/${order.id}`,
    tag: `order-${order.id}`,
  });
  expect(delivery?.key).toBe((await stateOf(asha)).publicKey);
  await shop.runDue();
  expect(device.deliveries).toHaveLength(1);
});

test("a customer who waits for a product is notified when it is back in stock", async () => {
  const asha = await aShopper(shop);
  const device = await aDevice(asha);
  const { db } = shop.services;
  const { rows } = await db.execute(sql`
    insert into stock_notice (variant_id, email, user_id)
    select v.id, ${asha.email}, ${asha.id} from variant v join product p on p.id = v.product_id
    where p.slug = 'tan-moccasins' and v.stock > v.reserved limit 1 returning variant_id`);
  expect(rows).toHaveLength(1);
  await shop.services.jobs.send(db, "send-stock-notices", {});
  await shop.runDue();
  expect(device.deliveries.map(({ message }) => message)).toEqual([
    expect.objectContaining({ title: "Tan Moccasins is back in stock", path: "/product/tan-moccasins" }),
  ]);
});

test("push ends when turned off here or on all devices, at sign-out, and when the browser revoked it", async () => {
  const asha = await aShopper(shop);
  const delivered = async (device: PushDevice) => {
    const before = device.deliveries.length;
    await anOrder(shop, asha, { method: "cod" });
    await shop.runDue();
    return device.deliveries.length > before;
  };
  const first = await aDevice(asha);
  expect(await delivered(first)).toBe(true);
  await turn("push-off", asha);
  expect(await delivered(first)).toBe(false);

  const second = await aDevice(asha);
  const tab = await (await ask("/profile?tab=notifications", { as: asha })).text();
  expect(tab).toMatch(/Stop on all devices \(<!-- -->1<!-- -->\)|Stop on all devices \(1\)/);
  expect((await ask("/profile", { ...posted({ intent: "push-off-all" }), as: asha })).status).toBe(303);
  expect(await delivered(second)).toBe(false);

  const third = await aDevice(asha);
  third.answers(410);
  await delivered(third);
  expect((await stateOf(asha)).endpoint).toBeNull();

  const fourth = await aDevice(asha);
  await ask("/auth/sign-out", { ...posted({}), as: asha });
  expect(await delivered(fourth)).toBe(false);
});

test("an account has ten devices at most, and an endpoint that is not a push service is refused", async () => {
  const asha = await aShopper(shop);
  for (let count = 0; count < 12; count++) await aDevice(asha);
  const { rows } = await shop.services.db.execute(
    sql`select count(*)::integer as devices from push_subscription where user_id = ${asha.id}`,
  );
  expect(rows).toEqual([{ devices: 10 }]);
  const device = service.device().subscription;
  for (const endpoint of [
    "https://10.0.0.1/x",
    "https://localhost/x",
    "file:///etc/passwd",
    "http://intranet/x",
  ])
    expect((await turn("push-on", asha, { ...device, endpoint })).status, endpoint).toBe(400);
  expect((await turn("push-on", asha, { ...device, p256dh: "short" })).status).toBe(400);
  const noPoint = Buffer.alloc(65, 4).toString("base64url");
  expect((await turn("push-on", asha, { ...device, p256dh: noPoint })).status).toBe(400);
});
