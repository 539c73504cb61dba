import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { orderOf } from "../../shop/orders/read-orders.server.ts";
import { seen } from "../support/faults/seen.server.ts";
import { type FaultShop, faultShop, figure, type Server } from "../support/faults/servers.server.ts";
import { aShirt, brokenRules, putInCart, stockOf } from "../support/orders.server.ts";

let shop: FaultShop;
let survivor: Server;
beforeAll(async () => {
  shop = await faultShop();
  survivor = await shop.startServer();
});
afterEach(async () => expect(await brokenRules(shop)).toEqual([]));
afterAll(() => shop.dispose());

const made = z.object({
  dbOrderId: z.string(),
  cashfreeOrder: z.object({ order_id: z.string() }),
});

function order(server: Server, buyer: { cookie: string }, key: string) {
  return fetch(`${server.address}/functions/create-cart-order`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Cookie: buyer.cookie,
      Origin: server.address,
      "Idempotency-Key": key,
    },
    body: JSON.stringify({
      paymentMethod: "online",
      userDetails: {
        name: "A Buyer",
        phone: "9876543210",
        address: { address: "12, MG Road", city: "Bengaluru", state: "Karnataka", pincode: "560001" },
      },
    }),
  });
}

async function ordersOf(buyer: { id: string }): Promise<number> {
  const { rows } = await shop.services.db.execute(sql`select id from orders where user_id = ${buyer.id}`);
  return rows.length;
}

describe.each(["after-reservation", "before-commit", "after-commit", "after-gateway-create"])(
  "killed %s",
  (point) => {
    test("a retry with the same key at another server creates one order, which is paid once", async () => {
      for (let round = 0; round < figure(1, 20); round++) {
        const [buyer] = await shop.buyers(1);
        if (!buyer) throw new Error("no buyer");
        const shirt = await aShirt(shop, { stock: 3 });
        await putInCart(shop, buyer, shirt);
        const doomed = await shop.startServer({ FAIL_POINT: point });
        const key = randomUUID();
        await expect(order(doomed, buyer, key)).rejects.toThrow();
        expect(await doomed.ended).toBe("SIGKILL");
        const answer = await order(survivor, buyer, key);
        expect(answer.status).toBe(200);
        const { dbOrderId, cashfreeOrder } = made.parse(await answer.json());
        expect(await ordersOf(buyer)).toBe(1);
        expect(await stockOf(shop, shirt)).toEqual({ stock: 3, reserved: 1 });
        await shop.gateway.pay(cashfreeOrder.order_id);
        await bring(survivor);
        expect(await orderOf(shop.services, dbOrderId)).toMatchObject({ paymentStatus: "completed" });
        expect(await stockOf(shop, shirt)).toEqual({ stock: 2, reserved: 0 });
      }
      seen("kill", `${figure(1, 20)} ${point}`);
    });
  },
);

test("killed in the webhook: when it is redelivered, the payment counts once", async () => {
  for (let round = 0; round < figure(1, 20); round++) {
    const [buyer] = await shop.buyers(1);
    if (!buyer) throw new Error("no buyer");
    const shirt = await aShirt(shop, { stock: 3 });
    await putInCart(shop, buyer, shirt);
    const { dbOrderId, cashfreeOrder } = made.parse(
      await (await order(survivor, buyer, randomUUID())).json(),
    );
    await shop.gateway.pay(cashfreeOrder.order_id);
    const webhooks = await shop.gateway.webhooks();
    const doomed = await shop.startServer({ FAIL_POINT: "in-webhook" });
    await expect(bring(doomed, webhooks)).rejects.toThrow();
    expect(await doomed.ended).toBe("SIGKILL");
    expect(await orderOf(shop.services, dbOrderId)).toMatchObject({ paymentStatus: "pending" });
    await bring(survivor, webhooks);
    await bring(survivor, webhooks);
    expect(await orderOf(shop.services, dbOrderId)).toMatchObject({ paymentStatus: "completed" });
    expect(await stockOf(shop, shirt)).toEqual({ stock: 2, reserved: 0 });
  }
  seen("kill", `${figure(1, 20)} in the webhook`);
});

test("kill -9 during checkouts: no acknowledged order is lost or duplicated, restarted in under 5 s", async () => {
  let slowest = 0;
  for (let round = 0; round < figure(1, 50); round++) {
    const buyers = await shop.buyers(12);
    const shirt = await aShirt(shop, { stock: 100 });
    for (const buyer of buyers) await putInCart(shop, buyer, shirt);
    const server = await shop.startServer();
    const clicks = buyers.map((buyer) => ({ buyer, key: randomUUID() }));
    const answers = clicks.map(({ buyer, key }) =>
      order(server, buyer, key)
        .then(async (answer) => made.parse(await answer.json()).dbOrderId)
        .catch(() => null),
    );
    await new Promise((later) => setTimeout(later, 20 + Math.random() * 150));
    server.kill();
    const acknowledged = await Promise.all(answers);
    const back = await shop.startServer();
    slowest = Math.max(slowest, back.readyAfter);
    // On a machine that is busy with other things an undisturbed start is slow, too.
    expect(back.readyAfter).toBeLessThan(Math.max(5_000, 2 * survivor.readyAfter));
    for (const [at, { buyer, key }] of clicks.entries()) {
      const again = made.parse(await (await order(back, buyer, key)).json());
      if (acknowledged[at]) expect(again.dbOrderId).toBe(acknowledged[at]);
      expect(await ordersOf(buyer)).toBe(1);
    }
    await back.stop();
  }
  seen("kill", `${figure(1, 50)} during checkouts, the slowest start took ${(slowest / 1_000).toFixed(1)} s`);
});

async function bring(server: Server, webhooks?: Request[]) {
  for (const webhook of webhooks ?? (await shop.gateway.webhooks())) {
    const delivered = webhook.clone();
    const answer = await fetch(`${server.address}/functions/payment-webhook`, {
      method: "POST",
      headers: delivered.headers,
      body: await delivered.text(),
    });
    expect(answer.status).toBe(200);
  }
}
