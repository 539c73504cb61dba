import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardTable } from "../../../app/http/access/guard-table.ts";
import { type ServedShop, serveShop } from "../../support/served-shop.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, cookieOf, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let served: ServedShop;
let admin: Person;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  served = await serveShop(shop);
  admin = await anAdmin(shop);
  const home = await (await fetch(served.address)).text();
  known["/media/:key/:file"] = [/\/media\/[\w-]+\/\d+\.webp/.exec(home)?.[0] ?? ""];
});
afterAll(async () => {
  await served.close();
  await shop.dispose();
});

/** The Cookie header of a session of the admin that was last renewed two days ago. */
async function due(): Promise<string> {
  const renewed = await shop.services.db.execute(
    sql`update session set expires_at = now() + interval '28 days' where user_id = ${admin.id}`,
  );
  // A route may have ended it.
  if (renewed.rowCount === 0) admin = { ...admin, cookie: await cookieOf(shop, admin.email) };
  return renewed.rowCount === 0 ? due() : admin.cookie;
}

async function ask(path: string, init: RequestInit = {}) {
  const stop = new AbortController();
  const answer = await fetch(served.address + path, { redirect: "manual", ...init, signal: stop.signal });
  stop.abort();
  return {
    status: answer.status,
    rule: answer.headers.get("Cache-Control") ?? "",
    cdn: answer.headers.get("CDN-Cache-Control"),
    cookies: answer.headers.getSetCookie(),
  };
}

const known: Record<string, string[]> = {
  "/media/og/:file": ["/media/og/tan-moccasins.jpg"],
  "/feeds/:file": ["/feeds/google.xml", "/feeds/blog.xml"],
  "/sitemaps/:file": ["/sitemaps/sitemap-products-1.xml", "/sitemaps/sitemap-pages.xml"],
  "/functions/pin-code/:pin": ["/functions/pin-code/560001"],
  "/functions/cards": ["/functions/cards?ids="],
  "/functions/suggest": ["/functions/suggest?q=kurta"],
  "/live": ["/live?topic=products"],
};

function addressesOf(pattern: string): string[] {
  const first = pattern.replace(/\/:\w+\?$/, "") || "/";
  const filled = pattern.replace(/:\w+\??|\*/g, "5f0c9d1e-0000-4000-8000-000000000000");
  return [...new Set([first.includes(":") || first.includes("*") ? filled : first, filled])].concat(
    known[pattern] ?? [],
  );
}

describe("no cacheable response sets a cookie, and a response that sets one is never cacheable", () => {
  test.each([...guardTable.keys()].map((pattern) => ({ pattern })))("$pattern", async ({ pattern }) => {
    for (const path of addressesOf(pattern)) {
      for (const address of [path, path.replace(/(\?|$)/, ".data$1")]) {
        const answer = await ask(address, { headers: { Cookie: await due() } });
        const where = `${address}: ${answer.status} ${answer.rule}`;
        if (answer.cookies.length > 0) {
          expect(answer.rule, where).toBe("private, no-store");
          expect(answer.cdn, where).toBeNull();
        }
        const cacheable = /public|s-maxage/.test(answer.rule);
        expect(cacheable ? answer.cookies : [], where).toEqual([]);
      }
    }
  });

  test("the shop's public responses are among those tested", async () => {
    const cookie = await due();
    const shared: string[] = [];
    for (const path of [...guardTable.keys()].flatMap(addressesOf)) {
      if (/public/.test((await ask(path, { headers: { Cookie: cookie } })).rule)) shared.push(path);
    }
    const wanted = ["/robots.txt", "/sitemap.xml", "/feeds/google.xml", ...Object.values(known).flat()];
    expect(wanted.filter((path) => !shared.includes(path))).toEqual(["/live?topic=products"]);
  });
});

test("robots.txt does not renew the session; the next page does, once", async () => {
  const cookie = await due();
  expect((await ask("/robots.txt", { headers: { Cookie: cookie } })).cookies).toEqual([]);
  const { cookies } = await ask("/faq", { headers: { Cookie: cookie } });
  expect(cookies.join()).toMatch(/session=.*Max-Age=2592000/);
  expect((await ask("/faq", { headers: { Cookie: cookie } })).cookies).toEqual([]);
});

test("logging out with a session that is due for renewal sets no session cookie", async () => {
  const cookie = await due();
  const { cookies } = await ask("/auth/sign-out", {
    method: "POST",
    headers: { Cookie: cookie, Origin: served.address, "Content-Type": "application/x-www-form-urlencoded" },
    body: "x=1",
  });
  expect(cookies.filter((one) => /^session=[^;]/.test(one))).toEqual([]);
});

test("a route with the same response for everybody does not read the session", async () => {
  const sessionless = [...guardTable].flatMap(([pattern, guard]) =>
    guard.sessionless ? addressesOf(pattern) : [],
  );
  expect(sessionless).toContain("/functions/suggest?q=kurta");
  const cookie = await due();
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(served.address + path, { headers, redirect: "manual", signal: AbortSignal.timeout(5_000) });
  await shop.services.db.transaction(async (tx) => {
    // A request that reads a session would wait for this lock.
    await tx.execute(sql`lock table session in access exclusive mode`);
    for (const path of sessionless) {
      const [guest, somebody] = [await ask(path, {}), await ask(path, { Cookie: cookie })];
      expect(somebody.status, path).toBe(guest.status);
      expect(await somebody.text(), path).toBe(await guest.text());
    }
  });
});
