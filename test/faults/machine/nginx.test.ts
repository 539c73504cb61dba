import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { listen } from "../../support/faults/listening-crowd.server.ts";
import { inFront } from "../../support/faults/nginx.server.ts";
import { cashOrder } from "../../support/faults/orders-by-http.server.ts";
import { percentile, seen } from "../../support/faults/seen.server.ts";
import { type FaultShop, faultShop, figure, freePort } from "../../support/faults/servers.server.ts";
import { aShirt, brokenRules, putInCart, stockOf } from "../../support/orders.server.ts";

let shop: FaultShop | undefined;
let front: Awaited<ReturnType<typeof inFront>> | undefined;
afterAll(async () => {
  await front?.stop();
  await shop?.dispose();
});

test("two servers behind nginx: a race for ten units gives ten orders, and every screen gets every change", async () => {
  const mine = await faultShop();
  shop = mine;
  const [port, ...ports] = await Promise.all([freePort(), freePort(), freePort()]);
  const PUBLIC_URL = `http://localhost:${port}`;
  await Promise.all(
    ports.map((one) => mine.startServer({ PORT: String(one), TRUST_PROXY: "true", PUBLIC_URL })),
  );
  front = await inFront(port, ports.map(String));
  const { address } = front;

  const rounds = figure(1, 10);
  const racers = figure(40, 200);
  const buyers = await shop.buyers(racers);
  for (let round = 0; round < rounds; round++) {
    const shirt = await aShirt(shop, { stock: 10 });
    for (const buyer of buyers) await putInCart(mine, buyer, shirt);
    const answers = await Promise.all(buyers.map((buyer) => cashOrder({ address }, buyer, randomUUID())));
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await stockOf(shop, shirt)).toEqual({ stock: 0, reserved: 0 });
    for (const buyer of buyers) await shop.emptyCart(buyer.id);
  }
  expect(await brokenRules(shop)).toEqual([]);

  const count = figure(40, 400);
  const changes = figure(3, 20);
  const shirt = await aShirt(shop);
  let changedAt = 0;
  const delays: number[] = [];
  const onEvent = (openSince: number) => {
    if (openSince < changedAt) delays.push(performance.now() - changedAt);
  };
  const screens = Array.from({ length: count }, () => listen(() => address, "", { onEvent }));
  const all = () =>
    expect.poll(() => screens.filter(({ open }) => !open).length, { timeout: 30_000 }).toBe(0);
  await all();
  await pause(500);
  for (let change = 0; change < changes; change++) {
    if (change % 3 === 2) for (const screen of screens) if (Math.random() < 0.2) screen.cut();
    changedAt = performance.now();
    const began = changedAt;
    await shop.services.db.execute(sql`update product set price = price + 100 where id = ${shirt.productId}`);
    await all();
    await expect
      .poll(() => screens.filter(({ readAt }) => readAt < began).length, { timeout: 15_000 })
      .toBe(0);
  }
  for (const screen of screens) screen.leave();
  const p99 = Math.round(percentile(delays, 99));
  seen(
    "nginx",
    `${rounds} races of ${racers}: 10 orders each, no 5xx; ${count} streams, ${changes} changes, none missed, p99 ${p99} ms`,
  );
  expect(p99).toBeLessThan(figure(3_000, 500));
});
