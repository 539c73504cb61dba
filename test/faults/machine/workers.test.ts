import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { seen } from "../../support/faults/seen.server.ts";
import { type FaultShop, faultShop, type Server } from "../../support/faults/servers.server.ts";
import { lookingAround, type Visit, visit } from "../../support/faults/visits.server.ts";

const count = 2;
let shop: FaultShop;
let server: Server;
beforeAll(async () => {
  shop = await faultShop();
  server = await shop.startServer({ WORKERS: String(count), PAGE_CACHE_MB: "2", LOG_LEVEL: "info" });
  await eventually(() => expect(server.said()).toContain("Campus Style runs at"), { timeout: 30_000 });
});
afterAll(() => shop.dispose());

/** The workers' process ids by their number, the oldest first. */
function workers(number?: number): number[] {
  return execFileSync("ps", ["-A", "--sort=start_time", "-o", "ppid=,pid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+) .*--worker=(\d+)/.exec(line)?.slice(1).map(Number) ?? [])
    .filter(([parent, , its]) => parent === server.pid && (number === undefined || its === number))
    .flatMap(([, pid]) => pid ?? []);
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text();
  return Number(new RegExp(`^${name}\\{[^}]*\\} (.+)$`, "m").exec(text)?.[1]);
}

/** The processor time of a process in hundredths of a second. */
function processorTime(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = rest.split(" ").slice(11, 13).map(Number);
  return user + system;
}

const pages = () => ["/", "/shop", "/health", "/shop?q=shirt"].map((path) => `${server.address}${path}`);
const failed = (visits: Visit[]) => visits.filter(({ status }) => status !== 200);

/** Visitors on keep-alive connections, and visitors with a new connection for each request. */
async function underLoad(during: Promise<unknown>): Promise<Visit[]> {
  let over = false;
  const ended = during.finally(() => {
    over = true;
  });
  const alone = async () => {
    const visits: Visit[] = [];
    while (!over) {
      visits.push(await visit(`${server.address}/shop`));
      await pause(10);
    }
    return visits;
  };
  const all = await Promise.all([
    lookingAround(pages(), ended, { visitors: 8, restMs: 40 }),
    alone(),
    alone(),
  ]);
  await ended;
  return all.flat();
}

async function queueJob(): Promise<() => Promise<boolean>> {
  const { db } = shop.services;
  const { rows } = await db.execute(
    sql`insert into jobs.job (name, data) values ('roll-up-counters', '{}') returning id`,
  );
  const id = String(rows[0]?.id);
  return async () => {
    const found = await db.execute(sql`select state from jobs.job where id = ${id}`);
    return found.rows[0]?.state === "completed";
  };
}

test("all workers serve one port, with their metrics summed and the page cache divided", async () => {
  expect(workers()).toHaveLength(count);
  const before = workers().map(processorTime);
  // On a busy machine one worker may take most of the connections; in the end each has rendered pages.
  let asked = 0;
  await expect
    .poll(
      async () => {
        await Promise.all(
          Array.from({ length: 40 }, () => visit(`${server.address}/shop?min=${asked++}&max=5000`)),
        );
        return Math.min(...workers().map((pid, at) => processorTime(pid) - (before[at] ?? 0)));
      },
      { timeout: 30_000, interval: 1 },
    )
    .toBeGreaterThan(5);
  // Every worker reports the same sum, once the pages rendered ahead of requests are done.
  const sums = () => Promise.all(Array.from({ length: 8 }, () => metric("pages_made_for_everybody")));
  await expect.poll(async () => new Set(await sums()).size).toBe(1);
  expect((await sums())[0]).toBeGreaterThan(count);
  expect(await metric("pages_in_memory_bytes")).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test("jobs run only in the first worker", async () => {
  const [first = 0, second = 0] = [...workers(1), ...workers(2)];
  try {
    process.kill(first, "SIGSTOP");
    const done = await queueJob();
    await pause(2_500);
    expect(await done()).toBe(false);
    process.kill(second, "SIGSTOP");
    process.kill(first, "SIGCONT");
    await expect.poll(done).toBe(true);
  } finally {
    for (const pid of [first, second]) process.kill(pid, "SIGCONT");
  }
});

test("a killed worker is restarted, and only its requests in flight fail", async () => {
  const [victim = 0] = workers(1);
  const killed = (async () => {
    await pause(300);
    process.kill(victim, "SIGKILL");
    await expect.poll(() => server.said()).toContain("a worker died and is started again");
    await expect.poll(() => workers(1).length).toBe(1);
    const done = await queueJob();
    await expect.poll(done, { timeout: 20_000 }).toBe(true);
  })();
  const visits = await underLoad(killed);
  expect(workers(1)).not.toContain(victim);
  // Each visitor has one request under way at most.
  expect(failed(visits).length).toBeLessThanOrEqual(10);
  // The others, and those that fail, do not wait for the dead worker.
  expect(Math.max(...visits.map(({ took }) => took))).toBeLessThan(10_000);
  seen("workers", `kill -9 of one of two under load: ${failed(visits).length} of ${visits.length} failed`);
});

test("workers are replaced one after another without a failed request", async () => {
  const before = workers();
  const replaced = (async () => {
    process.kill(server.pid, "SIGUSR2");
    await expect
      .poll(() => server.said().split("a worker was replaced").length, { timeout: 40_000 })
      .toBe(count + 1);
  })();
  const visits = await underLoad(replaced);
  expect(failed(visits)).toEqual([]);
  const now = workers();
  expect(now).toHaveLength(count);
  expect(now.filter((pid) => before.includes(pid))).toEqual([]);
  await expect.poll(await queueJob()).toBe(true);
  seen("workers", `two replaced under load: ${visits.length} requests, none failed`);
});

test("SIGTERM ends the server and all workers within ten seconds, and requests in flight are answered", async () => {
  const under = Array.from({ length: 30 }, (_, n) => visit(`${server.address}/shop?q=coat${n}`));
  await pause(100);
  const stopping = performance.now();
  server.terminate();
  const visits = (await Promise.all(under)).filter(({ error }) => !error?.includes("ECONNREFUSED"));
  expect(failed(visits)).toEqual([]);
  expect(await server.ended).toBe("0");
  expect(performance.now() - stopping).toBeLessThan(10_500);
  expect(workers()).toEqual([]);
});
