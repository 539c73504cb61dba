import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardTable } from "../../../app/http/access/guard-table.ts";
import { type ServedShop, serveShop } from "../../support/served-shop.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, cookieOf, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let served: ServedShop;
let admin: Person;
let ids: string[];
beforeAll(async () => {
  shop = await testShop({ seed: true });
  served = await serveShop(shop);
  admin = await anAdmin(shop);
  const { rows } = await shop.services.db.execute(sql`select id from product limit 1`);
  ids = [String(rows[0]?.id)];
});
afterAll(async () => {
  await served.close();
  await shop.dispose();
});

/** Every name that a form or a list of the shop reads; each gets the zero byte. */
const names =
  "q text name email phone message topic title description comment displayName reason note answer reply code coupon token id ids key status category collection sort page size colour address line1 line2 city state postalCode label why sku words question tags next reviews why-not intent password confirm uri codes order pin days kind who from to action pending subject value".split(
    " ",
  );
const addressOf = (pattern: string) =>
  (pattern === "/*" ? "/no-such-page" : pattern).replace(/[:*]\w*\??/g, ids[0] ?? "");

async function send(path: string, init: RequestInit = {}) {
  const stop = new AbortController();
  const headers = new Headers(init.headers);
  headers.set("Origin", served.address);
  headers.set("Cookie", admin.cookie);
  const answer = await fetch(served.address + path, {
    redirect: "manual",
    ...init,
    headers,
    signal: stop.signal,
  });
  stop.abort();
  // Signing out ends the session.
  if (path.startsWith("/auth/sign-out")) admin = { ...admin, cookie: await cookieOf(shop, admin.email) };
  return answer.status;
}

describe("a zero byte in any text never causes a 5xx", () => {
  test.each([...guardTable.keys()].map((pattern) => ({ pattern })))("$pattern", async ({ pattern }) => {
    const path = addressOf(pattern);
    const query = new URLSearchParams(names.map((name) => [name, `a\u0000b`]));
    for (const address of [`${path}?${query}`, `${path}.data?${query}`, `${path}%00?x=%00`]) {
      expect(await send(address), address.slice(0, 80)).toBeLessThan(500);
    }
    const intents = ["", "note", "reply", "profile", "save"];
    for (const intent of intents) {
      const fields = new URLSearchParams(names.map((name) => [name, `a\u0000b`]));
      fields.set("intent", intent);
      expect(await send(path, { method: "POST", body: fields }), `${path} ${intent}`).toBeLessThan(500);
    }
    const parts = new FormData();
    for (const name of names) parts.append(name, `a\u0000b`);
    parts.append(
      "file\u0000",
      new File(["Handle\u0000,Title\nx\u0000,y"], "na\u0000me.csv", { type: "text/csv" }),
    );
    parts.append("file", new File(["Handle\u0000,Title\nx\u0000,y"], "na\u0000me.csv", { type: "text/csv" }));
    expect(await send(path, { method: "POST", body: parts }), `${path} multipart`).toBeLessThan(500);
    const json = JSON.stringify(Object.fromEntries(names.map((name) => [name, "a\u0000b\ud800"])));
    const type = { "Content-Type": "application/json" };
    expect(await send(path, { method: "POST", body: json, headers: type }), `${path} JSON`).toBeLessThan(500);
  });
});

test("a database error caused by a zero byte is recognised as invalid input", async () => {
  const { isUnstorable } = await import("../../../platform/database/database.server.ts");
  const refused = await shop.services.db
    .execute(sql`select ${"a\u0000b"}::text`)
    .catch((error: unknown) => error);
  expect(isUnstorable(refused)).toBe(true);
  const json = await shop.services.db
    .execute(sql`select ${'{"a":"\\u0000"}'}::jsonb ->> 'a'`)
    .catch((error: unknown) => error);
  expect(isUnstorable(json)).toBe(true);
});

test("what staff type is cut beside an emoji, not within it", async () => {
  const long = (most: number) => `${"a".repeat(most - 1)}😀 and more`;
  const empty = { phone: "", email: "", line1: "", line2: "", postalCode: "", city: "", state: "" };
  const draft = {
    ...empty,
    name: "Asha",
    discount: "",
    discountReason: "",
    shipping: "",
    note: "",
    tags: "",
  };
  const fields = { ...draft, comment: long(500), outsideReference: long(100), intent: "save" };
  const body = new URLSearchParams(fields);
  expect(await send("/admin/orders/new", { method: "POST", body })).toBe(303);
  const { rows } = await shop.services.db.execute(
    sql`select content ->> 'comment' as comment, content ->> 'outsideReference' as reference from draft_order
      where content ->> 'name' = 'Asha'`,
  );
  expect(rows).toEqual([{ comment: "a".repeat(499), reference: "a".repeat(99) }]);
});
