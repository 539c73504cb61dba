import { beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "../../support/accessibility.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";
import { enterAs, openShop, phone } from "../../support/visitor.server.ts";

const open = openShop();
let owner: Person;
beforeAll(async () => {
  owner = await anAdmin(open.shop);
});

test("at 360 px the owner closes the shop with a text and opens it again, and visitors see each", async () => {
  const staff = await open.visit({ screen: phone });
  const visitor = await open.visit({ screen: phone, scripts: false, expected: /status of 503/ });
  await enterAs(staff.page, owner);
  await staff.open("/admin/setup");
  await staff.page.getByLabel("Your text").fill("We are back on 2 January.");
  await staff.page.getByRole("button", { name: "Close the shop" }).click();
  await staff.page.getByRole("heading", { name: "Preview links" }).waitFor();
  expect(await accessibilityFaults(staff.page)).toEqual([]);
  await visitor.open("/shop");
  expect(await visitor.page.locator("h1").textContent()).toBe("We are closed for a while");
  expect(await visitor.page.getByText("We are back on 2 January.").isVisible()).toBe(true);
  expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await staff.open("/");
  await staff.page.getByRole("link", { name: "Set up and open" }).click();
  await staff.page.getByRole("button", { name: "Open the shop" }).click();
  await staff.page.getByText("The shop is open to everybody.").waitFor();
  await visitor.open("/shop");
  expect(await visitor.page.locator("h1").textContent()).not.toBe("We are closed for a while");
  await staff.leave();
  await visitor.leave();
});
