import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type EmbeddedDatabase, startEmbedded } from "../../../platform/database/embedded.server.ts";
import { cashOrder } from "../../support/faults/orders-by-http.server.ts";
import { seen } from "../../support/faults/seen.server.ts";
import { type FaultShop, faultShop, figure, type Server } from "../../support/faults/servers.server.ts";
import { visit } from "../../support/faults/visits.server.ts";
import { aShirt, brokenRules, putInCart } from "../../support/orders.server.ts";

let folder: string;
let postgres: EmbeddedDatabase;
let shop: FaultShop;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "campus-style-stopping-"));
  chmodSync(folder, 0o755);
  // As in the shop itself: acknowledged writes are on the disk, and PostgreSQL is restarted when it stops.
  postgres = await startEmbedded({ dataDir: folder });
  shop = await faultShop({ cluster: postgres.url("postgres") });
  server = await shop.startServer();
});
afterAll(async () => {
  await shop.dispose();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test("PostgreSQL stops under load: acknowledged orders stay, the rest get 503, and the shop recovers", async () => {
  const times = figure(1, 20);
  const acknowledged: string[] = [];
  const others = new Map<number, number>();
  let slowest = 0;
  for (let time = 0; time < times; time++) {
    const shirt = await aShirt(shop, { stock: 10_000 });
    const buyers = await shop.buyers(figure(12, 30));
    for (const buyer of buyers) await putInCart(shop, buyer, shirt);
    const stopping = performance.now();
    let over = false;
    // Each retries with one key until the order is placed, as the page does.
    const orders = buyers.map(async (buyer) => {
      await pause(Math.random() * 400);
      for (const key = randomUUID(); !over; await pause(50)) {
        const { status, dbOrderId } = await cashOrder(server, buyer, key);
        others.set(status, (others.get(status) ?? 0) + 1);
        if (status === 200 && dbOrderId) return acknowledged.push(dbOrderId);
      }
      return undefined;
    });
    await pause(200);
    process.kill(postgres.pid(), "SIGQUIT");
    const backAt = await databaseAnswers();
    const answeredAt = await serverAnswers();
    slowest = Math.max(slowest, answeredAt - backAt);
    const giveUp = setTimeout(() => {
      over = true;
    }, 30_000);
    await Promise.all(orders);
    clearTimeout(giveUp);
    expect(over, `after ${Math.round(performance.now() - stopping)} ms`).toBe(false);
  }
  const { rows } = await shop.services.db.execute(sql`select id from orders`);
  const stored = new Set(
    z
      .array(z.object({ id: z.string() }))
      .parse(rows)
      .map(({ id }) => id),
  );
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(stored.size).toBe(acknowledged.length);
  const answers = [...others].map(([status, count]) => `${count} x ${status}`).join(", ");
  seen(
    "database",
    `${times} stops, ${acknowledged.length} orders, each there once; ${answers}; back after ${Math.round(slowest)} ms at most`,
  );
  expect(
    [...others.keys()].filter((status) => ![200, 503].includes(status)),
    answers,
  ).toEqual([]);
  expect(slowest).toBeLessThan(figure(5_000, 2_000));
  expect(await brokenRules(shop)).toEqual([]);
});

test("PostgreSQL stops responding: the shop still exits on SIGTERM within 25 s", async () => {
  const silenced = await shop.startServer();
  const children = readFileSync(`/proc/${postgres.pid()}/task/${postgres.pid()}/children`, "utf8");
  const processes = [postgres.pid(), ...children.trim().split(" ").map(Number)];
  for (const pid of processes) process.kill(pid, "SIGSTOP");
  const began = performance.now();
  try {
    // A request in flight holds a connection of the pool for good.
    const asked = visit(`${silenced.address}/shop?q=${randomUUID()}`);
    await pause(300);
    silenced.terminate();
    await Promise.race([silenced.ended, pause(60_000)]);
    expect(performance.now() - began).toBeLessThan(25_000);
    await asked;
  } finally {
    for (const pid of processes) process.kill(pid, "SIGCONT");
  }
});

/** When the database accepts statements again. The pool's first connections after a stop are dead. */
async function databaseAnswers(): Promise<number> {
  for (let tries = 0; tries < 1_200; tries++) {
    await pause(25);
    const found = await shop.services.db.execute(sql`select 1`).catch(() => undefined);
    if (found) return performance.now();
  }
  throw new Error("PostgreSQL did not come back");
}

async function serverAnswers(): Promise<number> {
  for (let tries = 0; tries < 1_200; tries++) {
    const { status, error } = await visit(`${server.address}/shop?q=${randomUUID()}`);
    if (status === 200) return performance.now();
    expect(status, `${error} ${server.said()}`).toBe(503);
    await pause(25);
  }
  throw new Error("the server did not come back");
}
