import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { cashOrder } from "../../support/faults/orders-by-http.server.ts";
import { seen } from "../../support/faults/seen.server.ts";
import { type FaultShop, faultShop, figure } from "../../support/faults/servers.server.ts";
import { visit } from "../../support/faults/visits.server.ts";
import { aShirt, brokenRules, putInCart } from "../../support/orders.server.ts";

let shop: FaultShop;
beforeAll(async () => {
  shop = await faultShop();
});
afterAll(() => shop.dispose());

test("SIGTERM under load: the server finishes requests in flight and exits within ten seconds", async () => {
  const rounds = figure(1, 5);
  const count = figure(20, 30);
  let finished = 0;
  let slowest = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await shop.startServer();
    const buyers = await shop.buyers(count);
    // Each buys another product, so that they do not wait for each other.
    for (const buyer of buyers) await putInCart(shop, buyer, await aShirt(shop));
    // Event streams never end by themselves: they are cut, and their screens reconnect.
    const streams = Array.from({ length: 20 }, () =>
      visit(`${server.address}/live?topic=products`, { patience: 20_000 }),
    );
    const orders = buyers.map((buyer) => cashOrder(server, buyer, randomUUID()));
    const looks = Array.from({ length: count }, () => visit(`${server.address}/shop?q=shirt`));
    // By now every request has arrived at the server, and few are answered.
    await pause(figure(100, 250));
    const signalled = performance.now();
    server.terminate();
    // Later connections are refused: they were not in flight.
    const answers = (await Promise.all(orders)).filter(({ message }) => !message?.includes("ECONNREFUSED"));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const seenPages = (await Promise.all(looks)).filter(({ error }) => !error?.includes("ECONNREFUSED"));
    expect(seenPages.filter(({ status }) => status !== 200)).toEqual([]);
    await Promise.all(streams);
    expect(await server.ended).toBe("0");
    slowest = Math.max(slowest, performance.now() - signalled);
    finished += answers.length + seenPages.length;
    const { rows } = await shop.services.db.execute(
      sql`select count(*)::int as orders from orders where user_id in (select (jsonb_array_elements_text(${JSON.stringify(buyers.map(({ id }) => id))}::jsonb))::uuid)`,
    );
    expect(z.array(z.object({ orders: z.number() })).parse(rows)).toEqual([{ orders: answers.length }]);
  }
  seen(
    "stop",
    `${finished} requests under way in ${rounds} stops, none failed; gone after ${(slowest / 1_000).toFixed(1)} s at the most`,
  );
  expect(slowest).toBeLessThan(10_500);
  expect(await brokenRules(shop)).toEqual([]);
});
