import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { percentile, seen } from "../../support/faults/seen.server.ts";
import { type FaultShop, faultShop, figure, type Server } from "../../support/faults/servers.server.ts";
import { chance, strangeRequest } from "../../support/faults/strange-requests.ts";
import { visit } from "../../support/faults/visits.server.ts";
import { aDeliveredOrder, aReturnable, aShirt, brokenRules } from "../../support/orders.server.ts";
import { aShopper } from "../../support/users.server.ts";

let shop: FaultShop;
let server: Server;
let temporary: string;
beforeAll(async () => {
  shop = await faultShop();
  temporary = join(shop.folder, "temporary");
  mkdirSync(temporary);
  server = await shop.startServer({ TMPDIR: temporary });
});
afterAll(() => shop.dispose());

async function cookies(): Promise<{ user: string; admin: string }> {
  const [user, admin] = await shop.buyers(2);
  await shop.services.db.execute(sql`update users set role = 'admin' where id = ${admin?.id ?? ""}`);
  return { user: user?.cookie ?? "", admin: admin?.cookie ?? "" };
}

test("strange requests to every address get no 5xx and a quick response", async () => {
  const count = figure(400, 10_000);
  const random = chance(Number(process.hrtime.bigint() % 1_000_000n));
  const buyer = await aShopper(shop);
  await aDeliveredOrder(shop, buyer, [[await aShirt(shop, { stock: 50 }), 1]]);
  let people = await cookies();
  const wrong: string[] = [];
  const took: number[] = [];
  for (let sent = 0; sent < count; sent += 4) {
    // Some of the requests end a session.
    if (sent % 400 === 0) people = await cookies();
    const four = Array.from({ length: 4 }, () => strangeRequest(random, [people.user, people.admin, ""]));
    const answers = await Promise.all(
      four.map((one) =>
        visit(server.address + one.path, {
          ...one,
          headers: { ...one.headers, Origin: server.address },
          stream: one.path.startsWith("/live"),
        }),
      ),
    );
    for (const [at, { status, took: time, error }] of answers.entries()) {
      took.push(time);
      if (status >= 500 || status === 0)
        wrong.push(`${status} ${error ?? ""} ${JSON.stringify(four[at]).slice(0, 400)}`);
    }
  }
  expect(wrong, wrong.slice(0, 5).join("\n")).toEqual([]);
  const slowest = Math.max(...took);
  seen(
    "fuzz",
    `${count} requests, no 5xx, the slowest in ${Math.round(slowest)} ms (p99 ${Math.round(percentile(took, 99))} ms)`,
  );
  expect(slowest).toBeLessThan(figure(5_000, 1_000));
  expect(await brokenRules(shop)).toEqual([]);
});

test("a password is tried ten times at most, however many client addresses are forged", async () => {
  const [victim, other] = [await aShopper(shop), await aShopper(shop)];
  const count = figure(40, 1_000);
  const enter = (email: string, password: string, from: string) =>
    visit(`${server.address}/auth`, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: server.address,
        "X-Forwarded-For": from,
        "X-Client-Address": from,
        Forwarded: `for=${from}`,
      },
      body: `${new URLSearchParams({ intent: "login", email, password })}`,
    });
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) {
    const from = `${at % 250}.${Math.floor(at / 250)}.7.1`;
    statuses.push((await enter(victim.email, `guess ${at}`, from)).status);
    // The limit of a client address is another one; this test is about the limit of the account.
    if (at === 50)
      await shop.services.db.execute(sql`delete from rate_limit where key like 'login:client:%'`);
  }
  const checked = statuses.filter((status) => status === 401).length;
  expect(checked).toBe(10);
  expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
  await shop.services.db.execute(sql`delete from rate_limit where key like 'login:client:%'`);
  expect((await enter(other.email, other.password, "203.0.113.9")).status).toBe(303);
  seen("brute-force", `${count} tries with as many addresses: ${checked} were checked; others came in`);
});

test("uploads that break off leave no files behind", async () => {
  const count = figure(40, 500);
  const { order } = await aReturnable(shop);
  const { admin } = await cookies();
  const before = files();
  const forms: [string, string][] = [
    ["/admin/pictures", "picture"],
    ["/admin/import", "zip"],
    [`/orders/${order.id}/return`, "photos"],
  ];
  for (let sent = 0; sent < count; sent += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const [path = "", field = ""] = forms[(sent + at) % forms.length] ?? [];
        return breakOff(path, field, admin, Math.random() * 900_000);
      }),
    );
  }
  await pause(500);
  expect(files()).toEqual(before);
  expect((await visit(`${server.address}/health`)).status).toBe(200);
  seen("uploads", `${count} broken off: ${files().length - before.length} files left over`);
});

/** Every file of the servers, except what the jobs keep there. */
function files(): string[] {
  return readdirSync(shop.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/backups/"))
    .sort();
}

/** Sends the beginning of a megabyte as a file of a form, and hangs up. */
function breakOff(path: string, field: string, cookie: string, after: number): Promise<void> {
  const head = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${randomUUID()}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return new Promise((gone) => {
    const asked = request(server.address + path, {
      method: "POST",
      agent: false,
      headers: {
        Cookie: cookie,
        Origin: server.address,
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": "1000000",
      },
    });
    asked.on("error", () => undefined);
    asked.on("close", () => gone());
    asked.write(head);
    asked.write(Buffer.alloc(Math.floor(after), 0xff), () => asked.destroy());
  });
}
