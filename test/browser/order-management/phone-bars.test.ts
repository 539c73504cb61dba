import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "../../support/accessibility.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { desktop, enterAs, openShop, phone } from "../../support/visitor.server.ts";

const open = openShop();
let admin: Person;
let shopper: Person;
beforeAll(async () => {
  admin = await anAdmin(open.shop);
  shopper = await aShopper(open.shop, { name: "Leela Nair" });
});

test("on a phone the chosen orders have a bar of two actions and more, an order its next step, and the menu counts live", async () => {
  const one = await anOrder(open.shop, shopper);
  // More than a screen holds: the bar stays at its foot.
  for (let more = 0; more < 2; more++) await anOrder(open.shop, shopper);
  const long = { name: "Thiruvananthapuram Venkataraghavan", city: "Thiruvananthapuram" };
  await anOrder(open.shop, shopper, { address: long });
  const visitor = await open.visit({ screen: phone });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/orders");
  const rows = page.locator(".list-table tbody tr");
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  for (const height of heights) expect(height).toBeLessThanOrEqual(76);
  // All that is needed to go through the orders of a day, also where a name is long.
  const row = rows.filter({ hasText: one.id.slice(0, 8) });
  for (const words of ["Asha Rao", "Bengaluru", one.id.slice(0, 8), "under 1 h", "₹"])
    expect(await row.getByText(words).first().isVisible(), words).toBe(true);
  expect(await row.getByRole("button", { name: /^Confirm/ }).isVisible()).toBe(true);
  expect(await row.locator(".badge[data-short='COD due']").isVisible()).toBe(true);
  // What is not the primary action of the head waits behind "More".
  const drafts = page.getByRole("link", { name: "Drafts" });
  expect(await drafts.isVisible()).toBe(false);
  await page.locator("header").getByRole("button", { name: "More" }).press("Enter");
  await drafts.waitFor();
  await page.keyboard.press("Escape");
  await drafts.waitFor({ state: "hidden" });
  await page.getByLabel("Select all on this page").first().check();
  const bar = page.getByRole("form", { name: "With the selected rows" });
  expect(await bar.getByRole("button").allTextContents()).toEqual(["Ship", "Packing slips", "More"]);
  const bottom = await bar.evaluate((form) => innerHeight - form.getBoundingClientRect().bottom);
  expect(Math.abs(bottom)).toBeLessThan(2);
  await bar.getByRole("button", { name: "More" }).click();
  await bar.getByRole("combobox", { name: "New status" }).waitFor();

  await visitor.listen(`/admin/orders/${one.id}`);
  const step = page.getByRole("button", { name: `Confirm, order ${one.id.slice(0, 8)}` });
  const box = await step.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(phone.height - 40);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await step.click();
  const ship = page.getByRole("link", { name: `Ship, order ${one.id.slice(0, 8)}` });
  await ship.waitFor();
  // Another order comes: the menu counts it without a reload.
  await page.getByRole("button", { name: "Menu" }).click();
  const counter = page.getByRole("dialog").getByRole("link", { name: /^Orders/ });
  await counter.getByText("4").waitFor();
  await anOrder(open.shop, shopper);
  await counter.getByText("5").waitFor();
  await page.keyboard.press("Escape");
  await ship.click();
  await page.waitForURL(/\/admin\/orders\/ship\?id=/);
  await visitor.leave();
});

test("the list of orders is sorted from a phone, which has no column heads, and keeps its order", async () => {
  const named = (name: string) => anOrder(open.shop, shopper, { address: { name } });
  await named("Zoya Ali");
  await named("Aarav Sen");
  const visitor = await open.visit({ screen: phone });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/orders");
  const first = page.locator(".list-table tbody tr").first();
  await first.getByText("Aarav Sen").waitFor();
  await page.locator("summary", { hasText: "Filter and sort" }).press("Enter");
  await page.getByRole("combobox", { name: "Sort" }).selectOption("Customer, Z to A");
  await first.getByText("Zoya Ali").waitFor();
  expect(await page.locator("summary .badge").filter({ hasText: "Customer, Z to A" }).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  expect(await accessibilityFaults(page)).toEqual([]);
  await visitor.open("/admin/orders");
  await first.getByText("Zoya Ali").waitFor();
  // On a wide screen the head of the column says it, and the search keeps its place.
  await page.setViewportSize(desktop);
  const searchWidth = async () =>
    (await page.getByRole("searchbox", { name: "Search orders" }).boundingBox())?.width;
  const sorted = await searchWidth();
  await page.locator("th[aria-sort=descending]").getByText("Customer").waitFor();
  await page.setViewportSize(phone);
  await visitor.open("/admin/orders?sort=-date");
  await first.getByText("Aarav Sen").waitFor();
  await page.setViewportSize(desktop);
  expect(await searchWidth()).toBe(sorted);
  await visitor.leave();
});

test.each([
  { width: 1024, scheme: "dark" },
  { width: 1280, scheme: "light" },
] as const)(
  "at $width px an order's next step is its one primary action, beside the title",
  async ({ width, scheme }) => {
    const order = await anOrder(open.shop, shopper);
    const visitor = await open.visit({ screen: { ...desktop, width }, scheme });
    const { page } = visitor;
    await enterAs(page, admin);
    await visitor.open(`/admin/orders/${order.id}`);
    const short = order.id.slice(0, 8);
    const head = page.locator(".office-head");
    const confirm = head.getByRole("button", { name: `Confirm, order ${short}` });
    expect((await confirm.boundingBox())?.y).toBeLessThan(200);
    expect(await accessibilityFaults(page)).toEqual([]);
    const primary = await confirm.evaluate((button) => getComputedStyle(button).backgroundColor);
    const alike = await page
      .locator(".office-main .btn:visible")
      .evaluateAll(
        (all, colour) => all.filter((one) => getComputedStyle(one).backgroundColor === colour).length,
        primary,
      );
    expect(alike).toBe(1);
    await confirm.press("Enter");
    const ship = head.getByRole("link", { name: `Ship, order ${short}` });
    await ship.press("Enter");
    await page.waitForURL(/\/admin\/orders\/ship\?id=/);
    await visitor.leave();
  },
);

test("a long name and a long email address make no screen wider than a phone", async () => {
  const email = `${"a".repeat(60)}@${"b".repeat(50)}.example`;
  const long = await aShopper(open.shop, { name: "W".repeat(80), email });
  const order = await anOrder(open.shop, long);
  const { rows } = await open.shop.services.db.execute(sql`
    insert into contact_message (id, name, email, topic, message, user_id, created_at)
    values (gen_random_uuid(), ${long.name}, ${email}, 'other', 'Hello', ${long.id}, now())
    returning conversation_id`);
  const visitor = await open.visit({ screen: phone });
  await enterAs(visitor.page, admin);
  for (const path of [
    `/admin/orders/${order.id}`,
    `/admin/messages/${rows[0]?.conversation_id}`,
    `/admin/customers/${long.id}`,
    `/admin/customers/${long.id}/merge`,
    `/admin/users/${long.id}`,
  ]) {
    await visitor.open(path);
    await visitor.page.locator("main").getByText("W".repeat(80)).first().waitFor();
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(
      0,
    );
  }
});
