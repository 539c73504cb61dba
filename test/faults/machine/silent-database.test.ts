import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asAppRole } from "../../support/cluster/databases.server.ts";
import { eventually } from "../../support/eventually.ts";
import { type DatabaseLine, databaseLine } from "../../support/faults/database-line.server.ts";
import { cashOrder } from "../../support/faults/orders-by-http.server.ts";
import { seen } from "../../support/faults/seen.server.ts";
import { addressFor, type FaultShop, faultShop, type Server } from "../../support/faults/servers.server.ts";
import { visit } from "../../support/faults/visits.server.ts";
import { aShirt, brokenRules, type Piece, putInCart } from "../../support/orders.server.ts";

let shop: FaultShop;
let line: DatabaseLine;
let server: Server;
let shirt: Piece;
beforeAll(async () => {
  shop = await faultShop();
  shirt = await aShirt(shop, { stock: 1_000 });
  line = await databaseLine(shop.databaseUrl);
  server = await shop.startServer({
    DATABASE_URL: addressFor(line.url),
    DATABASE_APP_URL: addressFor(asAppRole(line.url)),
  });
});
afterAll(async () => {
  line.close();
  await shop.dispose();
});

test("the database stops responding and another answers at its address: the shop reconnects by itself", async () => {
  const product = `${server.address}/product/${shirt.slug}`;
  await eventually(async () => expect((await visit(product)).status).toBe(200));
  const buyers = await shop.buyers(12);
  for (const buyer of buyers) await putInCart(shop, buyer, shirt);
  // All connections of the pool are in use, or idle to the old server.
  await Promise.all(Array.from({ length: 10 }, () => visit(`${server.address}/shop?q=${randomUUID()}`)));
  line.silence();
  const silent = performance.now();
  const orders = buyers.map(async (buyer) => {
    const key = randomUUID();
    const statuses = new Set<number>();
    const placed = async () => {
      const { status } = await cashOrder(server, buyer, key);
      statuses.add(status);
      expect(status).toBe(200);
    };
    await eventually(placed, { timeout: 60_000, interval: 200 });
    return { statuses, after: performance.now() - silent };
  });
  // Cached pages are served, also once the shop has noticed the outage.
  for (let second = 0; second < 4; second++)
    expect((await visit(product, { patience: 5_000 })).status).toBe(200);
  line.restore();
  const done = await Promise.all(orders);
  expect([...new Set(done.flatMap(({ statuses }) => [...statuses]))].sort()).toEqual([200, 503]);
  const slowest = Math.max(...done.map(({ after }) => after));
  expect(slowest).toBeLessThan(50_000);
  seen(
    "silent-database",
    `all ${done.length} orders placed, the last after ${(slowest / 1_000).toFixed(1)} s`,
  );
  // Pages are served afterwards too.
  await eventually(async () => expect((await visit(product)).status).toBe(200));
  expect(await brokenRules(shop)).toEqual([]);
});
