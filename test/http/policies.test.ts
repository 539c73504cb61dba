import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { insertSeller } from "../../demo/seed/seller.server.ts";
import { longDate } from "../../shop/dates.ts";
import { settingsChangedAt } from "../../shop/settings/settings.server.ts";
import { defaultSettings } from "../../shop/settings/settings.ts";
import { type Ask, asking } from "../support/ask.server.ts";
import { pageFacts, readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  await insertSeller(shop.services.db);
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

test.each([
  ["/terms-and-conditions", "Terms & Conditions", ["You can cancel until the order ships", "Complaints"]],
  ["/refund-policy", "Refund Policy", ["Within 7 days of delivery", "within 48 hours", "5-7 business days"]],
  [
    "/privacy-policy",
    "Privacy Policy",
    ["Digital Personal Data Protection Act, 2023", "72 hours", "Under 18", "under Security in your profile"],
  ],
  [
    "/cookie-policy",
    "Cookie Policy",
    ["When you sign in", "OpenStreetMap", "note of half an hour", "your last searches"],
  ],
])("%s is a text page with a table of contents and a date", async (path, title, words) => {
  const page = await readPage(ask, path);
  expect(page.status).toBe(200);
  const facts = pageFacts(page);
  expect(facts).toMatchObject({ headings: 1, canonical: `http://shop.test${path}` });
  expect(facts.description?.length).toBeGreaterThan(40);
  for (const text of [title, "On this page", ...words]) expect(page.text).toContain(text);
  expect(page.text).toMatch(/Last updated on \d{1,2} \p{L}+ 20\d\d/u);
  const targets = [...page.html.matchAll(/href="#([a-z-]+)"/g)].map((match) => match[1]);
  expect(targets.length).toBeGreaterThan(4);
  for (const id of targets) expect(page.html).toContain(`id="${id}"`);
});

test("terms and about page name the seller, without details that are not set", async () => {
  for (const path of ["/terms-and-conditions", "/about"]) {
    const { text } = await readPage(ask, path);
    for (const words of ["Legal name", "Address", "Grievance officer"]) expect(text).toContain(words);
    expect(text).not.toContain("GSTIN");
  }
});

test("no page contains promises of the specification's older texts", async () => {
  for (const path of ["/terms-and-conditions", "/refund-policy", "/faq"]) {
    const { text } = await readPage(ask, path);
    expect(text).not.toMatch(/30 days|same day|1-2 days|2-3 (business )?days|within 2 hours|over ₹999/i);
  }
});

test("guests get no cookie, on any of these pages", async () => {
  for (const path of ["/", "/cookie-policy", "/contact", "/faq", "/blog"])
    expect((await ask(path)).headers.get("Set-Cookie")).toBeNull();
});

test("a changed policy record changes every text within five seconds", async () => {
  const policy = { ...defaultSettings.policy, returnDays: 14, refundBusinessDays: [2, 3], deliveryFee: 4900 };
  const legal = { ...defaultSettings.legal, legalName: "Booti & Sons <b>", gstin: "07ABCDE1234F1Z5" };
  for (const [key, value] of Object.entries({ policy, legal }))
    await shop.services.db.execute(
      sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = excluded.value`,
    );
  // The built shop reads the settings again when five seconds have passed since the process began to count.
  // Whole milliseconds: with fractions, adding and subtracting 5,000 may give a little less than 5,000.
  const running = Math.ceil(performance.now());
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(running + 5_000);
  const refunds = (await readPage(ask, "/refund-policy")).text;
  expect(refunds).toMatch(/14 days.*2-3 business days/);
  // Its facts are part of a policy, so its date follows their change.
  const changedAt = await settingsChangedAt(shop.services, ["policy", "legal"]);
  expect(refunds).toContain(`Last updated on ${longDate(changedAt ?? "")}`);
  const terms = await readPage(ask, "/terms-and-conditions");
  expect(terms.text).toContain("Delivery costs ₹49");
  expect(terms.text).toContain("07ABCDE1234F1Z5");
  expect(terms.text).toContain("Booti & Sons <b>");
  expect(terms.html).not.toContain("Sons <b>");
  expect((await readPage(ask, "/faq")).text).toContain("₹49 for each order");
  expect((await readPage(ask, "/about")).text).not.toContain("Free delivery");

  await shop.services.db.execute(
    sql`update setting set value = value || '{"freeDeliveryFrom": 99900}' where key = 'policy'`,
  );
  vi.advanceTimersByTime(5_000);
  expect((await readPage(ask, "/terms-and-conditions")).text).toContain(
    "Delivery costs ₹49 an order (free on orders above ₹999) everywhere in India",
  );
  expect((await readPage(ask, "/faq")).text).toContain("and nothing when your items cost ₹999 or more");
  expect((await readPage(ask, "/about")).text).toContain("Free delivery above ₹999");
});
