import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "../../../platform/database/embedded.server.ts";
import { asAppRole, onDatabase } from "../../support/cluster/databases.server.ts";
import { eventually } from "../../support/eventually.ts";
import { percentile, seen } from "../../support/faults/seen.server.ts";
import {
  addressFor,
  type FaultShop,
  faultShop,
  figure,
  type Server,
} from "../../support/faults/servers.server.ts";
import { loggedDuring, type TestStandby, testStandby } from "../../support/faults/standby.server.ts";
import { lookingAround, type Visit } from "../../support/faults/visits.server.ts";
import { aShirt, type Piece } from "../../support/orders.server.ts";

let folder: string;
let primary: EmbeddedDatabase;
let standby: TestStandby;
let shop: FaultShop;
let server: Server;
let readUrl: string;
let shirt: Piece;
let asha: { id: string; cookie: string };
let admin: { id: string; cookie: string };

beforeAll(async () => {
  // The path of a unix socket must be short.
  folder = mkdtempSync("/tmp/campus-style-standby-");
  chmodSync(folder, 0o755);
  primary = await startEmbedded({ dataDir: join(folder, "primary"), settings: { log_statement: "all" } });
  shop = await faultShop({ cluster: primary.url("postgres") });
  standby = testStandby(primary, join(folder, "standby"));
  shirt = await aShirt(shop, { price: 10_000 });
  const [one, two] = await shop.buyers(2);
  if (!one || !two) throw new Error("nobody came");
  [asha, admin] = [one, two];
  await shop.services.db.execute(sql`update users set role = 'owner' where id = ${admin.id}`);
  const { rows } = await shop.services.db.execute(sql`select current_database() as name`);
  readUrl = addressFor(asAppRole(standby.url(String(rows[0]?.name))));
  server = await shop.startServer({
    DATABASE_READ_URL: readUrl,
    WORKERS: "2",
    LOG_LEVEL: "info",
  });
});
afterAll(async () => {
  await shop.dispose();
  await standby.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A gauge of a server of two workers: `database_standby_used` is 2 when both use it. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text();
  return Number(new RegExp(`^${name}\\{[^}]*\\} (.+)$`, "m").exec(text)?.[1]);
}
const workersThatUseIt = (count: number) =>
  eventually(async () => expect(await metric("database_standby_used")).toBe(count), { timeout: 30_000 });
const used = () => workersThatUseIt(2);
const leftOut = () => workersThatUseIt(0);

/** The visible text of a page. */
async function words(path: string, cookie = ""): Promise<string> {
  const answer = await fetch(`${server.address}${path}`, { headers: cookie ? { Cookie: cookie } : {} });
  expect(answer.status).toBe(200);
  const html = (await answer.text()).replace(/<script.*?<\/script>/gs, "");
  return html.replace(/<!--.*?-->|<[^>]+>/g, " ").replace(/\s+/g, " ");
}
const health = async () =>
  /Standby for reading (.*?) (?:In order|Action required)/.exec(
    await words("/admin/health", admin.cookie),
  )?.[1];

const productPath = () => `/product/${shirt.slug}`;
const setPrice = (rupees: number) =>
  shop.services.db.execute(sql`update product set price = ${rupees * 100} where id = ${shirt.productId}`);
const onStandby = (statement: string) => onDatabase(standby.url("postgres"), statement);

/** Sets how late the standby replays a commit, in milliseconds, below the second that it may be behind. */
async function delayReplay(ms: number) {
  await onStandby(`alter system set recovery_min_apply_delay = ${ms}`);
  await onStandby("select pg_reload_conf()");
}

const statementsOf = (work: () => Promise<unknown>) =>
  loggedDuring(work, { onPrimary: join(folder, "primary"), onStandby: join(folder, "standby") });

test("the shop starts without its standby, and uses it once it is available", async () => {
  expect(await words(productPath(), asha.cookie)).toContain("₹100");
  await expect.poll(() => health()).toMatch(/^Left out: it does not answer \(ENOENT\)\./);
  await standby.start();
  await used();
  expect(await health()).toMatch(/^Answers lists, product pages and reports\. It was \d+ ms behind\.$/);
});

test.each([
  ["a product page", () => productPath(), /join offer o on o\.id = op\.offer_id/],
  ["the home page", () => "/", /from "collection" order by/],
  ["a category's title", () => "/category/jeans", /select "name" from "category"/],
  ["a search", () => `/shop?q=${randomUUID()}`, /search_lexemes/],
  ["a report", () => "/admin", /facet in \('method', 'state'\)/],
])("%s is read from the standby, the visitor's session from the primary", async (what, path, statement) => {
  const open = () => words(path(), admin.cookie);
  // First fill the in-memory caches of both workers.
  for (let time = 0; time < 6; time++) await open();
  const { onPrimary, onStandby } = await statementsOf(open);
  expect(onStandby).toMatch(statement);
  expect(onPrimary).not.toMatch(statement);
  expect(onPrimary).toMatch(/sessions/);
  expect(onStandby).not.toMatch(/sessions/);
  const count = (log: string) => log.match(/ campus-style LOG: {2}(?:execute|statement)/g)?.length ?? 0;
  seen(
    "standby",
    `${what}: ${count(onPrimary)} statements on the primary, ${count(onStandby)} on the standby`,
  );
});

test("a visitor reads their own write at once, in any process, while others may see the standby's state", async () => {
  const { rows } = await shop.services.db.execute(sql`
    insert into review (product_id, rating, comment, user_id) values (${shirt.productId}, 4, 'Soft', ${admin.id})
    returning id`);
  await delayReplay(500);
  let behind = 0;
  const times = figure(2, 40);
  for (let time = 0; time < times; time++) {
    const sent = await fetch(`${server.address}${productPath()}/helpful`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: asha.cookie, Origin: server.address },
      body: new URLSearchParams({
        intent: time % 2 === 0 ? "helpful" : "take-back",
        review: String(rows[0]?.id),
      }),
    });
    const [written] = sent.headers.getSetCookie().filter((cookie) => cookie.startsWith("written="));
    expect(written).toMatch(/^written=[0-9A-F]+\/[0-9A-F]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=20$/);
    expect(sent.headers.get("Cache-Control")).toBe("private, no-store");
    const mine = `${asha.cookie}; ${written?.split(";")[0]}`;
    const isThere = async (cookie: string) =>
      (await words(productPath(), cookie)).includes("1 person found this helpful");
    const [own, again, other] = await Promise.all([isThere(mine), isThere(mine), isThere(asha.cookie)]);
    expect([own, again]).toEqual([time % 2 === 0, time % 2 === 0]);
    if (other !== own) behind++;
    // Once the standby has it, everybody reads it there.
    await expect.poll(() => isThere(asha.cookie)).toBe(time % 2 === 0);
  }
  expect(behind).toBeGreaterThan(0);
  seen("standby", `${times} writes read at once by who wrote, ${behind} of them not yet on the standby`);
});

test("a visitor whose write is ahead of the standby reads from the primary, not from the page cache", async () => {
  const { onPrimary, onStandby } = await statementsOf(async () => {
    const answer = await fetch(`${server.address}${productPath()}`, {
      headers: { Cookie: "written=FFFFFFFF/FFFFFFFF" },
    });
    expect(answer.headers.get("Cache-Control")).not.toMatch(/public/);
    await answer.text();
  });
  expect(onPrimary).toMatch(/join offer o on o\.id = op\.offer_id/);
  expect(onStandby).not.toMatch(/join offer o on o\.id = op\.offer_id/);
});

test("a cached page is never rebuilt from a standby that lacks the change that invalidated it", async () => {
  const changes = async (first: number, count: number) => {
    const late: number[] = [];
    for (let rupees = first; rupees < first + count; rupees++) {
      const price = `₹${rupees.toLocaleString("en-IN")}`;
      // On several connections, so from the memory of both workers.
      const isNew = async () => {
        const pages = await Promise.all(Array.from({ length: 6 }, () => words(productPath())));
        return pages.every((page) => page.includes(price));
      };
      expect(await isNew()).toBe(false);
      await setPrice(rupees);
      const changed = performance.now();
      await eventually(async () => expect(await isNew()).toBe(true), { interval: 5 });
      late.push(performance.now() - changed);
    }
    expect(await metric("database_standby_used")).toBe(2);
    return `after ${Math.round(percentile(late, 50))} ms, ${Math.round(Math.max(...late))} at most`;
  };
  const count = figure(2, 40);
  await delayReplay(0);
  const atOnce = await changes(1_001, count);
  await delayReplay(200);
  const late = await changes(2_001, count).finally(() => delayReplay(0));
  seen("standby", `${count} prices changed on a shared page: shown ${atOnce}; replayed 200 ms late: ${late}`);
});

test("a standby whose replay stops is not used, the health page says why, and it is used again on resume", async () => {
  await used();
  const before = server.said().length;
  await onStandby("select pg_wal_replay_pause()");
  await setPrice(777);
  const began = performance.now();
  await expect.poll(() => words(productPath(), asha.cookie), { interval: 20 }).toContain("₹777");
  const took = Math.round(performance.now() - began);
  await leftOut();
  await expect.poll(() => health()).toMatch(/^Left out: it is \d+ s behind\. .*read from the primary/);
  expect(await metric("database_standby_lag_bytes")).toBeGreaterThan(0);
  await onStandby("select pg_wal_replay_resume()");
  await used();
  expect(await health()).toMatch(/^Answers lists, product pages and reports\. It was \d+ ms behind\.$/);
  // One log line for each change of state and worker, not for each request.
  const said = server.said().slice(before);
  expect(said.match(/left out/g)).toHaveLength(2);
  expect(said.match(/standby for reading is used/g)).toHaveLength(2);
  seen("standby", `replay stopped: pages right after ${took} ms`);
});

/** Signed-in visitors, whose pages are rendered for each request. */
const underLoad = (during: Promise<unknown>): Promise<Visit[]> => {
  const paths = [productPath(), "/shop?sort=newest", "/shop?q=shirt", "/blog", "/faq"];
  const urls = paths.map((path) => `${server.address}${path}`);
  return lookingAround(urls, during, { visitors: 8, restMs: 10, headers: { Cookie: asha.cookie } });
};

test("stopping the standby under load fails no request, and it is used again by itself", async () => {
  const times = figure(1, 20);
  const all: Visit[] = [];
  const back: number[] = [];
  for (let time = 0; time < times; time++) {
    await used();
    const stopped = (async () => {
      await pause(Math.random() * 300);
      standby.signal("SIGQUIT");
      await leftOut();
      const began = performance.now();
      await used();
      back.push(performance.now() - began);
    })();
    all.push(...(await underLoad(stopped)));
    await stopped;
  }
  expect(all.filter(({ status }) => status !== 200)).toEqual([]);
  const slowest = Math.round(Math.max(...all.map(({ took }) => took)));
  seen(
    "standby",
    `${times} times stopped under load: ${all.length} requests, none failed, the slowest ${slowest} ms; ` +
      `used again after ${Math.round(percentile(back, 50))} ms, ` +
      `${Math.round(Math.max(...back))} at most, as it rests longer after each`,
  );
});

test("a standby that stops responding fails no request and delays none for 5 s", async () => {
  const silent = (async () => {
    standby.signal("SIGSTOP");
    // One request after another: the last ones find the standby already left out.
    const asking = lookingAround(
      [productPath()].map((path) => `${server.address}${path}`),
      pause(300),
      {
        headers: { Cookie: asha.cookie },
      },
    );
    try {
      await leftOut();
      await asking;
      await expect.poll(() => health()).toMatch(/^Left out: it does not answer \(.+\)\./);
    } finally {
      standby.signal("SIGCONT");
    }
  })();
  const visits = await underLoad(silent);
  await silent;
  expect(visits.filter(({ status }) => status !== 200)).toEqual([]);
  const slowest = Math.round(Math.max(...visits.map(({ took }) => took)));
  expect(slowest).toBeLessThan(5_000);
  await used();
  seen("standby", `silent under load: ${visits.length} requests, none failed, the slowest ${slowest} ms`);
});

test("a standby whose role lacks read permission is not used, and no page fails", async () => {
  await onDatabase(shop.databaseUrl, "create role nobody login");
  const barred = await shop.startServer({
    DATABASE_READ_URL: readUrl.replace("user=campus_app", "user=nobody"),
  });
  const opened = async (path: string) =>
    (await fetch(`${barred.address}${path}`, { headers: { Cookie: admin.cookie } })).text();
  const pages: string[] = [];
  await eventually(async () => {
    pages.push(await opened(productPath()));
    const health = await opened("/admin/health");
    expect(health).toContain("it answers with an error (permission denied for table ");
  });
  for (const page of pages) expect(page).toContain(shirt.name);
  await barred.stop();
});
