import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { type HealthFacts, healthChecks } from "./health-checks.ts";
import { shopHealth } from "./shop-health.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const line = async (name: string) => (await shopHealth(shop.services)).find((one) => one.name === name);

test("a demo works, and says what a real shop would still need", async () => {
  expect(await line("Database")).toMatchObject({ state: "ok" });
  expect(await line("Online payment")).toMatchObject({
    state: "warn",
    todo: expect.stringContaining("CASHFREE_APP_ID"),
  });
  expect(await line("Public address")).toMatchObject({ todo: expect.stringContaining("PUBLIC_URL") });
  expect((await line("Space for pictures and data"))?.summary).toMatch(/^\d+\.\d GB free\.$/);
});

test("mail that does not go out and a notice nobody dealt with need somebody", async () => {
  await shop.services.db.execute(sql`insert into mail_outbox (id, "to", subject, "text", created_at, last_error)
    values (gen_random_uuid(), 'a@campus.test', 'Hello', 'Hello', now() - interval '30 minutes', 'connection refused')`);
  await shop.services.db.execute(
    sql`insert into payment_notice (id, fingerprint, type, body) values (gen_random_uuid(), 'f', 'PAYMENT', '{}')`,
  );
  expect(await line("Mail")).toMatchObject({
    state: "wrong",
    summary: expect.stringContaining("connection refused"),
  });
  expect(await line("Payment gateway notifications")).toMatchObject({ state: "wrong" });
});

const well: HealthFacts = {
  mode: "live",
  publicUrl: "https://shop.example",
  database: {
    version: "18.4",
    own: "given",
    unsentMails: 0,
    oldestMailMinutes: 0,
    mailError: null,
    lastNoticeAt: new Date("2026-11-21T05:30:00Z"),
    unhandledNotices: 0,
  },
  jobs: { waiting: 0, failed: 0, failedNames: [], oldestMinutes: 0 },
  freeBytes: 50 * 1024 ** 3,
  mailSetUp: "smtp",
  payments: "production",
  gstin: "29ABCDE1234F1Z5",
  untaxed: { products: 0, orders: 0 },
  now: new Date("2026-11-21T06:00:00Z"),
};
const wrong = (over: Partial<HealthFacts>) =>
  healthChecks({ ...well, ...over }).flatMap(({ name, state }) => (state === "wrong" ? [name] : []));

test("products without a GST rate are a warning, orders that wait for their invoice are wrong", () => {
  const lineOf = (untaxed: HealthFacts["untaxed"], gstin: string | null = well.gstin) =>
    healthChecks({ ...well, untaxed, gstin }).find(({ name }) => name === "GST rates");
  expect(lineOf({ products: 1, orders: 0 })).toMatchObject({ state: "warn", summary: "1 product has none." });
  expect(lineOf({ products: 2, orders: 3 })).toMatchObject({
    state: "wrong",
    summary: "2 products have none, 3 orders wait for an invoice.",
  });
  expect(lineOf({ products: 2, orders: 3 }, null)).toBeUndefined();
});

test.each<[string, Partial<HealthFacts>, string[]]>([
  ["all is well", {}, []],
  ["no database", { database: null }, ["Database"]],
  [
    "a job given up",
    { jobs: { waiting: 0, failed: 1, failedNames: ["send-mail"], oldestMinutes: 0 } },
    ["Background jobs"],
  ],
  ["no worker", { jobs: { waiting: 9, failed: 0, failedNames: [], oldestMinutes: 15 } }, ["Background jobs"]],
  ["a full disk", { freeBytes: 1_000 }, ["Space for pictures and data"]],
  ["a live shop in the sandbox", { payments: "sandbox" }, ["Online payment"]],
  ["a live shop without mail", { mailSetUp: "outbox" }, ["Mail"]],
  ["a live shop without encryption", { publicUrl: "http://shop.example" }, ["Public address"]],
])("%s", (_, over, names) => {
  expect(wrong(over)).toEqual(names);
});
