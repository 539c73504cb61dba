import { beforeAll, expect, test } from "vitest";
import { announcementKey, announcementKind } from "../../../shop/publishing/kinds.server.ts";
import { publish } from "../../../shop/publishing/publishing.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";
import { enterAs, openShop, phone } from "../../support/visitor.server.ts";

const open = openShop();
let admin: Person;
beforeAll(async () => {
  admin = await anAdmin(open.shop);
  const content = { text: "Monsoon sale until Sunday", link: "/shop", from: null, to: null };
  const asked = { actor: someStaff, key: announcementKey, version: "0", at: null };
  expect(await publish(open.shop.services, announcementKind, { ...asked, content })).toMatchObject({
    ok: true,
  });
});

test("a visitor closes the announcement by keyboard; the next pages have it closed before they are painted", async () => {
  const visitor = await open.visit({ screen: phone, expected: /ERR_FAILED/ });
  const { page } = visitor;
  await visitor.open("/about");
  const top = () => page.locator("h1").evaluate((one) => one.getBoundingClientRect().top);
  const before = await top();
  await page.getByRole("button", { name: "Close the announcement" }).focus();
  await page.keyboard.press("Enter");
  expect(await page.getByText("Monsoon sale").isVisible()).toBe(false);
  const closed = await top();
  expect(closed).toBeLessThan(before);
  // Without the shop's scripts only the page's own can have hidden it.
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(new URL("/about", page.url()).href, { waitUntil: "load" });
  expect([await page.getByText("Monsoon sale").isVisible(), await top()]).toEqual([false, closed]);
  await visitor.leave();
});

test("staff write, preview, come back and publish a policy", async () => {
  const visitor = await open.visit({ screen: phone });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/content/policies/refund-policy");
  await page.getByLabel("Title", { exact: true }).fill("Returns at {{name}}");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("heading", { level: 1, name: "Returns at Campus Style" }).waitFor();
  await page.getByRole("link", { name: "Back to editing" }).click();
  await page.getByText("Draft differs from what visitors see.").waitFor();
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("Published by Admin (staff)").waitFor();
  await page.getByRole("button", { name: "Back to the default text" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Back to the default text" }).click();
  await page.getByText("Visitors see the default text.").waitFor();
  await visitor.leave();
});

test("the contrast of the brand's colours is told while they are chosen", async () => {
  const visitor = await open.visit({ screen: phone });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/brand");
  const contrast = page.getByRole("region", { name: "Contrast" }).getByRole("status");
  await contrast.getByText("Passes", { exact: true }).waitFor();
  await page.getByLabel("Background colour", { exact: true }).fill("#777777");
  await contrast.getByText("Does not pass").waitFor();
  await page.getByLabel("Background colour: choose").fill("#0f2e25");
  expect(await page.getByLabel("Background colour", { exact: true }).inputValue()).toBe("#0f2e25");
  await contrast.getByText("Passes", { exact: true }).waitFor();
  await visitor.leave();
});
