import { expect, test } from "vitest";
import { aShopper } from "../../support/users.server.ts";
import { desktop, enterAs, openShop } from "../../support/visitor.server.ts";

const shop = openShop();
const scripts = "**/assets/*.js";

test("a script that cannot be loaded takes its part away, and not the page", async () => {
  const visitor = await shop.visit({ screen: desktop, expected: /404/ });
  const { page } = visitor;
  await visitor.open("/shop");
  await page.route(scripts, (route) => route.fulfill({ status: 404 }));
  const field = page.getByRole("banner").getByLabel("Search for products").first();
  const asked = page.waitForResponse((answer) => answer.url().includes("/assets/suggestions"));
  await field.pressSequentially("kurta");
  await asked;
  // The second try, and what becomes of the page after it.
  await page.waitForResponse((answer) => answer.url().includes("/assets/suggestions"));
  await page.waitForTimeout(500);
  await page.getByRole("heading", { level: 1, name: "Shop All Products" }).waitFor();
  await page.unroute(scripts);
  await field.press("Enter");
  await page.getByRole("heading", { level: 1, name: /kurta/ }).waitFor();
  await visitor.leave();
});

test("a tab whose script cannot be loaded says so, and is there after reloading", async () => {
  const visitor = await shop.visit({ screen: desktop, expected: /404/ });
  const { page } = visitor;
  await enterAs(page, await aShopper(shop.shop));
  await visitor.open("/profile");
  await page.route(scripts, (route) => route.fulfill({ status: 404 }));
  await page
    .getByRole("link", { name: "Addresses" })
    .or(page.getByRole("tab", { name: "Addresses" }))
    .first()
    .click();
  await page.getByText("This part could not be loaded.").waitFor();
  await page.unroute(scripts);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await page.getByRole("heading", { name: "New address" }).waitFor();
  expect(await page.getByText("This part could not be loaded.").count()).toBe(0);
  await visitor.leave();
});
