import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../platform/database/database.server.ts";
import type { OnlinePayments } from "../platform/payments/payments.server.ts";
import { type TestShop, testShop } from "../test/support/test-shop.server.ts";
import { localGateway, throughLocalGateway } from "./gateway.server.ts";

let shop: TestShop;
let online: OnlinePayments;
beforeAll(async () => {
  shop = await testShop();
  const { payments } = shop.services;
  if (!payments.online) throw new Error("A test shop takes payments.");
  online = payments.online;
});
afterAll(() => shop.dispose());

type Post = (request: Request) => Promise<Response>;

/** The gateway of another server process, which shares only the database. */
function gatewayElsewhere(post: Post, db = shop.services.db) {
  const { clock, log } = shop.services;
  return localGateway({ db, clock, log, standardUrl: "http://shop.test/standard", silence: 0, post });
}

const newOrder = () => ({
  orderId: randomUUID(),
  amount: 134_900,
  customer: { id: randomUUID(), name: "Asha Rao", email: "asha@example.com", phone: "9876543210" },
  returnUrl: "http://shop.test/order-confirmation?order_id={order_id}",
  notifyUrl: undefined,
  expiresAt: new Date(shop.clock.now().getTime() + 30 * 60_000),
  requestKey: randomUUID(),
});

async function aPaidOrder(notifyUrl?: string): Promise<void> {
  const asked = { ...newOrder(), notifyUrl };
  await online.createOrder(asked);
  await shop.gateway.pay(asked.orderId);
}

/** A shop that records the webhooks it receives and responds with a status. */
function listening() {
  const received: { attempt: string | null; url: string; body: string; believed: boolean }[] = [];
  const answer = { status: 200 };
  const post: Post = async (request) => {
    const bytes = new Uint8Array(await request.arrayBuffer());
    received.push({
      attempt: request.headers.get("x-webhook-attempt"),
      url: request.url,
      body: new TextDecoder().decode(bytes),
      believed: online.readWebhook(request.headers, bytes).ok,
    });
    return new Response(null, { status: answer.status });
  };
  return { received, answer, post };
}

test("concurrent requests with one key in two processes create one order, and both see its state", async () => {
  const other = connect({ url: shop.databaseUrl, log: shop.services.log });
  try {
    const gateway = gatewayElsewhere(async () => new Response(), other.db);
    const elsewhere = throughLocalGateway(gateway).online;
    const asked = newOrder();
    const made = await Promise.all(
      [online, elsewhere, online, elsewhere].map((one) => one?.createOrder(asked)),
    );
    expect(made[0]).toMatchObject({ ok: true });
    expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1);
    await gateway.choose({ orderId: asked.orderId }, "pay");
    expect(await online.getOrder(asked.orderId)).toMatchObject({ value: { status: "paid" } });
    expect(await shop.gateway.webhooks()).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test("two processes that deliver at once send each webhook once, to the order's URL or the standard one", async () => {
  const { received, post } = listening();
  for (let count = 0; count < 4; count++) await aPaidOrder();
  await aPaidOrder("http://shop.test/own");
  const sent = await Promise.all([gatewayElsewhere(post).deliverDue(), gatewayElsewhere(post).deliverDue()]);
  expect(sent[0] + sent[1]).toBe(5);
  expect(new Set(received.map(({ body }) => body)).size).toBe(5);
  expect(received.map(({ url }) => url).toSorted()).toEqual([
    "http://shop.test/own",
    ...Array.from({ length: 4 }, () => "http://shop.test/standard"),
  ]);
});

test("a webhook that the shop does not accept is signed and sent again after 2, 10 and 30 s, then no more", async () => {
  const { received, answer, post } = listening();
  const gateway = gatewayElsewhere(post);
  answer.status = 302;
  await aPaidOrder();
  for (const wait of [0, 1_000, 1_000, 9_000, 1_000, 30_000, 3_600_000]) {
    shop.clock.forward(wait);
    await gateway.deliverDue();
  }
  expect(received.map(({ attempt }) => attempt)).toEqual(["1", "2", "3", "4"]);
  expect(received.every(({ believed }) => believed)).toBe(true);
});

test("a webhook whose sender hangs is sent by another process, and its later failure causes no error", async () => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()];
  const slow = gatewayElsewhere(() => {
    asked.resolve();
    return answered.promise;
  });
  const { received, post } = listening();
  const other = gatewayElsewhere(post);
  await aPaidOrder();
  const stuck = slow.deliverDue();
  await asked.promise;
  expect(await other.deliverDue()).toBe(0);
  shop.clock.forward(15_000);
  expect(await other.deliverDue()).toBe(1);
  answered.reject(new Error("gone"));
  await stuck;
  shop.clock.forward(3_600_000);
  expect(await other.deliverDue()).toBe(0);
  expect(received).toHaveLength(1);
});

test("once started, the gateway delivers webhooks until it is stopped", async () => {
  const { received, post } = listening();
  await aPaidOrder();
  const delivering = gatewayElsewhere(post).startDelivering();
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  await delivering.stop();
  await aPaidOrder();
  expect(await shop.gateway.webhooks()).toHaveLength(1);
  expect(received).toHaveLength(1);
});
