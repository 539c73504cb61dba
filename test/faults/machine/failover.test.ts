import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  type PatroniCluster,
  startPatroniCluster,
} from "../../support/faults/failover/patroni-cluster.server.ts";
import { cashOrder } from "../../support/faults/orders-by-http.server.ts";
import { percentile, seen } from "../../support/faults/seen.server.ts";
import { type FaultShop, faultShop, figure, type Server } from "../../support/faults/servers.server.ts";
import { visit } from "../../support/faults/visits.server.ts";
import { aShirt, brokenRules, type Piece, putInCart } from "../../support/orders.server.ts";

// Only in `npm run faults`: it needs Patroni, etcd and HAProxy (tools/faults/fault-rows.mjs).

let cluster: PatroniCluster;
let shop: FaultShop;
let servers: Server[];
let shirt: Piece;
beforeAll(async () => {
  cluster = await startPatroniCluster();
  shop = await faultShop({ cluster: cluster.url });
  shirt = await aShirt(shop, { stock: 100_000 });
  servers = [await shop.startServer(), await shop.startServer()];
}, 300_000);
afterAll(async () => {
  await shop?.dispose();
  await cluster?.stop();
});

const acknowledged: string[] = [];

/** Each buyer retries with one key, at both processes in turn, until the order is placed. */
async function ordering(buyers: { cookie: string }[]) {
  const placed: { asked: number; answered: number }[] = [];
  const others = new Map<number, number>();
  const giveUpAt = performance.now() + 60_000;
  await Promise.all(
    buyers.map(async (buyer, at) => {
      await pause(100 * at);
      const key = randomUUID();
      for (let turn = at; performance.now() < giveUpAt; turn++) {
        const asked = performance.now();
        const server = servers[turn % servers.length] ?? { address: "" };
        const { status, dbOrderId } = await cashOrder(server, buyer, key);
        if (status === 200 && dbOrderId) {
          acknowledged.push(dbOrderId);
          return void placed.push({ asked, answered: performance.now() });
        }
        others.set(status, (others.get(status) ?? 0) + 1);
        await pause(100);
      }
      throw new Error("an order was not placed within a minute");
    }),
  );
  return { placed, others };
}

/** Visits both processes until `over`: when each page was requested, and the status of its response. */
async function looking(over: () => boolean) {
  const visits: { asked: number; status: number }[] = [];
  const paths = ["/", "/shop", `/product/${shirt.slug}`];
  const urls = servers.flatMap(({ address }) => paths.map((path) => `${address}${path}`));
  await Promise.all(
    urls.map(async (url) => {
      for (; !over(); await pause(100)) {
        const asked = performance.now();
        const { status } = await visit(url);
        visits.push({ asked, status });
      }
    }),
  );
  return visits;
}

/** The orders on the current primary, retried past the broken connections to the old one. */
async function storedOrders(): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    try {
      const { rows } = await shop.services.db.execute(sql`select id from orders`);
      return z
        .array(z.object({ id: z.string() }))
        .parse(rows)
        .map(({ id }) => id);
    } catch (error) {
      if (tries === 20) throw error;
      await pause(200);
    }
  }
}

/** What was seen of one disturbance, times in milliseconds. */
type Seen = { stoodStill: number; pages: number };

/** Disturbs the primary while orders are placed, and checks that none is lost and no page fails. */
async function disturbed(disturb: (primary: string) => unknown): Promise<Seen & { primary: string }> {
  const primary = await cluster.settled();
  const buyers = await shop.buyers(40);
  for (const buyer of buyers) await putInCart(shop, buyer, shirt);
  let over = false;
  const visiting = looking(() => over);
  const orders = ordering(buyers);
  await pause(1_500);
  const began = performance.now();
  await disturb(primary);
  const { placed, others } = await orders;
  await pause(1_000);
  over = true;
  const visits = await visiting;
  const all = new Set(await storedOrders());
  expect(acknowledged.filter((id) => !all.has(id))).toEqual([]);
  expect(all.size).toBe(acknowledged.length);
  expect([...others.keys()].filter((status) => status !== 503)).toEqual([]);
  expect(visits.filter(({ status }) => status !== 200)).toEqual([]);
  // The longest time without an order, including orders that were requested before it.
  const answers = [began, ...placed.map(({ answered }) => answered).filter((at) => at > began)].sort(
    (a, b) => a - b,
  );
  const gaps = answers.slice(1).map((at, before) => at - (answers[before] ?? at));
  const stoodStill = Math.max(...gaps);
  expect(stoodStill).toBeLessThan(15_000);
  const meanwhile = visits.filter(({ asked }) => asked > began && asked < began + stoodStill);
  return {
    primary,
    stoodStill,
    pages: meanwhile.length,
  };
}

function summary(all: Seen[]): string {
  const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
  const still = all.map(({ stoodStill }) => stoodStill);
  const pages = all.reduce((total, one) => total + one.pages, 0);
  return `no order for ${seconds(percentile(still, 50))} s (median), ${seconds(Math.max(...still))} s (most), ${pages} pages 200`;
}

test("the primary is killed while orders are placed: no acknowledged order is lost or duplicated", async () => {
  const times = figure(1, 20);
  const kills: Seen[] = [];
  const machines: Seen[] = [];
  let slowestReturn = 0;
  for (let time = 0; time < times; time++) {
    const wholeMachine = time % 2 === 1;
    const one = await disturbed((primary) => cluster.kill(primary, wholeMachine));
    (wholeMachine ? machines : kills).push(one);
    cluster.revive(one.primary);
    const reviving = performance.now();
    expect(await cluster.settled()).not.toBe(one.primary);
    slowestReturn = Math.max(slowestReturn, performance.now() - reviving);
  }
  seen("failover", `PostgreSQL killed ${kills.length} times: ${summary(kills)}`);
  if (machines.length > 0)
    seen("failover", `with its Patroni ${machines.length} times: ${summary(machines)}`);
  seen(
    "failover",
    `the killed node a replica again ${(slowestReturn / 1_000).toFixed(1)} s after its start at the most`,
  );
});

test("a frozen primary is replaced, and no order is lost when it resumes", async () => {
  const hung: Seen[] = [];
  for (let time = 0; time < figure(1, 3); time++) {
    const one = await disturbed((primary) => cluster.freeze(primary));
    cluster.thaw(one.primary);
    expect(await cluster.settled()).not.toBe(one.primary);
    hung.push(one);
  }
  seen("failover", `frozen ${hung.length} times: ${summary(hung)}`);
});

test("a planned switchover pauses orders for less than 15 s", async () => {
  const switched: Seen[] = [];
  for (let time = 0; time < figure(1, 3); time++) {
    const standby = async () =>
      (await cluster.members()).find(({ role }) => role === "sync_standby")?.name ?? "";
    let to = "";
    switched.push(
      await disturbed(async (primary) => {
        to = await standby();
        await cluster.switchOver(primary, to);
      }),
    );
    expect(await cluster.settled()).toBe(to);
  }
  seen("failover", `switched over ${switched.length} times: ${summary(switched)}`);
});

/** How many buyers have one mail of their one order, and how many another number. */
async function mails() {
  const { rows } = await shop.services.db.execute(sql`
    select count(*) filter (where n = 1)::int as once, count(*) filter (where n > 1)::int as more
    from (select count(m.id) as n from orders o join users u on u.id = o.user_id
      left join mail_outbox m on m."to" = u.email group by o.id) counted`);
  return rows[0];
}

test("after all failovers the invariants hold, and each order has one email", async () => {
  expect(await brokenRules(shop)).toEqual([]);
  // Jobs that a failover interrupted are retried, and none has its effect twice.
  await expect.poll(mails, { timeout: 180_000 }).toEqual({ once: acknowledged.length, more: 0 });
  const count = (await storedOrders()).length;
  expect(count).toBe(acknowledged.length);
  seen("failover", `${count} orders acknowledged and all there, each once, with one mail each`);
});
