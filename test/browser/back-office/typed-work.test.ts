import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "../../support/accessibility.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";
import { enterAs, openShop } from "../../support/visitor.server.ts";

const shop = openShop();
let admin: Person;
beforeAll(async () => {
  admin = await anAdmin(shop.shop);
});

const endSession = () => shop.shop.services.db.execute(sql`delete from session where user_id = ${admin.id}`);

async function logIn(page: Page, person = admin) {
  await page.waitForURL("**/auth?**");
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

test("unsaved input of the product form is restored after the session ends and the admin logs in again", async () => {
  const visitor = await shop.visit({ expected: /401|403/ });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/products/new");
  await page.getByLabel("Name", { exact: true }).fill("Monsoon Cap");
  await page.getByLabel("Description").fill("First line\nSecond line");
  await page.getByLabel("Price", { exact: true }).fill("399");
  await page.getByLabel("Status").selectOption("active");
  await page.getByLabel("Category", { exact: true }).selectOption({ label: "T-Shirts" });
  await page.getByLabel("Fabric").fill("Cotton cambric");
  await page.getByLabel("Gender").selectOption("women");
  await page.getByLabel("Name of the new colour").fill("Indigo");
  await page.getByRole("button", { name: "Create the variants table" }).click();
  await page
    .getByLabel(/^Stock of Indigo/)
    .first()
    .fill("2");
  await endSession();
  await page.getByRole("button", { name: "Create Product" }).last().click();
  await logIn(page);
  await page.waitForURL("**/admin/products/new");
  await page.getByText("Your unsaved changes are back").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Monsoon Cap");
  expect(await page.getByLabel("Description").inputValue()).toBe("First line\nSecond line");
  expect(
    await page
      .getByLabel(/^Stock of Indigo/)
      .first()
      .inputValue(),
  ).toBe("2");
  expect(await page.getByLabel("Fabric").inputValue()).toBe("Cotton cambric");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Create Product" }).last().click();
  await page.getByText("Product created successfully").waitFor();
  await visitor.open("/admin/products/new");
  expect(await page.getByText("Your unsaved changes are back").count()).toBe(0);
  // The shop shows the line break.
  await visitor.open("/product/monsoon-cap");
  const shown = page.locator(".product-details p");
  expect(await shown.evaluate((text) => getComputedStyle(text).whiteSpace)).toBe("pre-line");
  await visitor.leave();
});

test("a form that gets no answer keeps what was typed and shows its message, until the next try begins", async () => {
  admin = await anAdmin(shop.shop);
  const visitor = await shop.visit({ expected: /Failed to load|ERR_FAILED|fetch/ });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/products/new");
  await page.getByLabel("Name", { exact: true }).fill("Unlucky Cap");
  await page.getByLabel("Price", { exact: true }).fill("399");
  await page.route("**/admin/products/new.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Create Product" }).last().click();
  const toast = page.locator(".toast.wrong", { hasText: "Failed to create product" });
  await toast.waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Unlucky Cap");
  await page.unroute("**/admin/products/new.data*");
  await page.route("**/admin/products/new.data*", () => undefined);
  await page.getByRole("button", { name: "Create Product" }).last().click();
  await toast.waitFor({ state: "detached", timeout: 2_000 });
  await visitor.leave();
});

test("unsaved settings are restored after a new login, and deleted when signing out", async () => {
  admin = await anAdmin(shop.shop);
  const visitor = await shop.visit({ expected: /401|403/ });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/settings?part=shop");
  await page.getByLabel("Tagline").fill("Typed before the session ended");
  await endSession();
  await page.getByRole("button", { name: "Save settings" }).click();
  await logIn(page);
  await page.waitForURL("**/admin/settings?part=shop");
  await page.getByText("Your unsaved changes are back").waitFor();
  expect(await page.getByLabel("Tagline").inputValue()).toBe("Typed before the session ended");
  await page.getByRole("button", { name: "Discard them" }).click();
  expect(await page.getByLabel("Tagline").inputValue()).not.toContain("Typed before");

  await page.getByLabel("Tagline").fill("Typed before a reload");
  page.once("dialog", (asked) => asked.accept());
  await page.reload();
  // Nobody was logged out.
  await page.getByText("This page was left before they were saved").waitFor();
  expect(await page.getByLabel("Tagline").inputValue()).toBe("Typed before a reload");
  await page.getByRole("button", { name: "Discard them" }).click();

  await page.getByLabel("Tagline").fill("Typed before signing out");
  await page.getByRole("button", { name: "Sign out" }).first().click();
  const leave = page.getByRole("button", { name: "Leave without saving" });
  await leave.or(page.getByText("Logged out").first()).first().waitFor();
  if (await leave.isVisible()) await leave.click();
  await page.waitForURL("**/");
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Typed before");
  await visitor.leave();
});

test("unsaved input of one staff member is not shown to another who logs in afterwards", async () => {
  admin = await anAdmin(shop.shop);
  const other = await anAdmin(shop.shop);
  const visitor = await shop.visit({ expected: /401|403/ });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/settings?part=shop");
  await page.getByLabel("Tagline").fill("Typed by the first of the two");
  await endSession();
  await page.getByRole("button", { name: "Save settings" }).click();
  await logIn(page, other);
  await page.waitForURL("**/admin/settings?part=shop");
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Save settings" }).waitFor();
  expect(await page.getByText("Your unsaved changes are back").count()).toBe(0);
  expect(await page.getByLabel("Tagline").inputValue()).not.toContain("Typed by the first");
  await visitor.leave();
});

test("a form that adds to a list is empty once it was sent; what is refused stays", async () => {
  const visitor = await shop.visit({ expected: /400/ });
  const { page } = visitor;
  await enterAs(page, await anAdmin(shop.shop));
  await visitor.open("/admin/content/redirects");
  const from = page.getByLabel("From", { exact: true });
  const to = page.getByLabel("To", { exact: true });
  await from.fill("no-address");
  await to.fill("/shop");
  await page.getByRole("button", { name: "Save redirect" }).click();
  await page.getByText("that begins with /").waitFor();
  expect([await from.inputValue(), await to.inputValue()]).toEqual(["no-address", "/shop"]);
  await from.fill("/products/old-cap");
  await page.getByRole("button", { name: "Save redirect" }).click();
  await page.getByText("/products/old-cap").first().waitFor();
  await expect.poll(async () => [await from.inputValue(), await to.inputValue()]).toEqual(["", ""]);
  await visitor.leave();
});
