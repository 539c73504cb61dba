import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anOwnRate } from "../../test/support/money/own-rate.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { invalidateSettings } from "../settings/settings.server.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { TaxRate } from "../tax/rates.ts";
import { type HealthFacts, healthChecks, missingSellerFacts } from "./health-checks.ts";
import { shopHealth } from "./shop-health.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const line = async (name: string) => (await shopHealth(shop.services)).find((one) => one.name === name);

test("a demo shop works, and its health page names the settings that a live shop needs", async () => {
  expect(await line("Database")).toMatchObject({ state: "ok" });
  expect(await line("Online payment")).toMatchObject({
    state: "warn",
    todo: expect.stringContaining("Settings, Keys of providers"),
  });
  expect(await line("Public address")).toMatchObject({ todo: expect.stringContaining("PUBLIC_URL") });
  expect((await line("Space for pictures and data"))?.summary).toMatch(/^\d+\.\d GB free\.$/);
});

test("unsent email and an unprocessed webhook are reported as wrong", async () => {
  await shop.services.db.execute(sql`insert into mail_outbox (id, "to", subject, "text", created_at, last_error)
    values (gen_random_uuid(), 'a@campus.test', 'Hello', 'Hello', now() - interval '30 minutes', 'connection refused')`);
  await shop.services.db.execute(
    sql`insert into payment_webhook (id, fingerprint, type, body) values (gen_random_uuid(), 'f', 'PAYMENT', '{}')`,
  );
  expect(await line("Mail")).toMatchObject({
    state: "wrong",
    summary: expect.stringContaining("connection refused"),
  });
  expect(await line("Payment gateway notifications")).toMatchObject({ state: "wrong" });
});

test("active products without an HSN code or a GST rate are counted, until the shop sets a rate", async () => {
  const { db } = shop.services;
  const registered = async (taxRates: TaxRate[]) => {
    const legal = { ...defaultSettings.legal, gstin: "07DEMOC0000D1ZG" };
    await db.execute(sql`
      insert into setting (key, value) values
        ('legal', ${JSON.stringify(legal)}::jsonb), ('taxRates', ${JSON.stringify(taxRates)}::jsonb)
      on conflict (key) do update set value = excluded.value`);
    invalidateSettings(shop.services);
    return (await line("GST rates"))?.summary;
  };
  expect(await registered([])).toBe("Every product has one.");
  await db.execute(sql`
    insert into product (slug, name, brand, price, status, hsn_code)
    select 'taxed-' || n, 'Taxed', 'Bench', 10000, case when n < 6 then 'active' else 'draft' end, code
    from unnest(array['6109', '6109', '9999', '9999', null, '9998', null]) with ordinality one (code, n)`);
  expect(await registered([])).toBe("3 products have none.");
  expect(await registered([anOwnRate("9999", 18)])).toBe("1 product has none.");
  expect(await registered([anOwnRate("", 18)])).toBe("Every product has one.");
});

const well: HealthFacts = {
  mode: "live",
  publicUrl: "https://shop.example",
  hold: null,
  database: {
    version: "18.4",
    own: "given",
    waitingMails: 0,
    failedMails: 0,
    oldestMailMinutes: 0,
    mailError: null,
    lastWebhookAt: new Date("2026-11-21T05:30:00Z"),
    unhandledWebhooks: 0,
  },
  jobs: { waiting: 0, failed: 0, failedNames: [], oldestMinutes: 0 },
  messages: [{ channel: "sms", templates: true }],
  freeBytes: 50 * 1024 ** 3,
  mailSetUp: "smtp",
  mailbox: null,
  payments: "production",
  gstin: "29ABCDE1234F1Z5",
  isUnregistered: false,
  sellerLacks: [],
  untaxed: { products: 0, orders: 0 },
  now: new Date("2026-11-21T06:00:00Z"),
};
const wrong = (over: Partial<HealthFacts>) =>
  healthChecks({ ...well, ...over }).flatMap(({ name, state }) => (state === "wrong" ? [name] : []));

test("health says one thing about each part, whether the shop backs itself up or not", () => {
  for (const lastBackup of [undefined, null, new Date("2026-11-21T05:00:00Z")]) {
    const names = healthChecks({ ...well, ...(lastBackup !== undefined && { lastBackup }) }).map(
      ({ name }) => name,
    );
    expect(names.filter((name) => name === "Backup")).toHaveLength(1);
    expect(new Set(names).size).toBe(names.length);
  }
});

test("what is not set of the seller is named: wrong in a live shop, a warning in a demo", () => {
  const sellerLacks = missingSellerFacts(defaultSettings);
  expect(sellerLacks).toContain("address");
  const lineOf = (mode: "live" | "demo") =>
    healthChecks({ ...well, mode, sellerLacks }).find(({ name }) => name === "Seller");
  expect(lineOf("live")).toMatchObject({
    state: "wrong",
    summary: expect.stringContaining("grievance officer"),
  });
  expect(lineOf("demo")?.state).toBe("warn");
  expect(healthChecks(well).find(({ name }) => name === "Seller")?.state).toBe("ok");
});

test("only what the law asks for is missing of the seller, and a business without GST lacks no GSTIN", () => {
  expect(missingSellerFacts(defaultSettings)).not.toContain("WhatsApp number");
  const gst = (isUnregistered: boolean) =>
    healthChecks({ ...well, gstin: null, isUnregistered }).find(({ name }) => name === "GSTIN");
  expect(gst(true)).toEqual({
    name: "GSTIN",
    state: "ok",
    summary: "Not registered for GST: customers get receipts.",
  });
  expect(gst(false)).toMatchObject({ state: "warn", todo: expect.stringContaining("Company and tax") });
});

test("emails that wait long are wrong, emails that were given up are a warning with the last answer", () => {
  const mailOf = (over: Partial<NonNullable<HealthFacts["database"]>>) =>
    healthChecks({ ...well, database: well.database && { ...well.database, ...over } }).find(
      ({ name }) => name === "Mail",
    );
  const mailError = "550 no such user";
  expect(mailOf({ failedMails: 2, mailError })).toMatchObject({
    state: "warn",
    summary: "2 could not be delivered. Last answer: 550 no such user",
  });
  expect(mailOf({ waitingMails: 3, failedMails: 2, oldestMailMinutes: 15, mailError })).toMatchObject({
    state: "wrong",
    summary: "3 not sent, the first for 15 minutes. Last answer: 550 no such user",
  });
});

test("products without a GST rate are reported as a warning, orders that wait for their invoice as wrong", () => {
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
    { jobs: { waiting: 0, failed: 1, failedNames: ["send-push"], oldestMinutes: 0 } },
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

test("what is to be done is said for an owner without a shell: no file of the code and no command to type", () => {
  const database = well.database && { ...well.database, failedMails: 1, unhandledWebhooks: 1 };
  const variants: Partial<HealthFacts>[] = [
    { lastBackup: null },
    { lastBackup: new Date("2026-11-20T05:00:00Z") },
    { database, freeBytes: null, publicUrl: null },
    { database: well.database && { ...well.database, lastWebhookAt: null } },
    { mailSetUp: "outbox", payments: null, messages: [] },
  ];
  const asked = variants.flatMap((over) => healthChecks({ ...well, ...over }).map(({ todo }) => todo ?? ""));
  expect(asked.filter((todo) => /\.md\b|`|npm run/.test(todo))).toEqual([]);
  expect(asked.join()).toContain("https://shop.example/functions/payment-webhook");
});
