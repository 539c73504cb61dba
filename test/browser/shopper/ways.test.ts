import { expect, test } from "vitest";
import { faultsInEveryShape } from "../../support/accessibility.server.ts";
import { cartBadge, visitAs } from "../../support/cart/cart-visits.server.ts";
import { aShopper } from "../../support/users.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test("a product's breadcrumb leads back to the list that it was opened from, also after a reload", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await visitor.open("/category/women?stock=1");
  await page.locator(".card").first().getByRole("link").click();
  await page.waitForURL("**/product/**");
  await crumbs.getByRole("link", { name: "Women's Collection" }).waitFor();
  await page.reload();
  await crumbs.getByRole("link", { name: "Women's Collection" }).click();
  await page.waitForURL("**/category/women?stock=1");
  await visitor.leave();
});

test("an offline visitor sees an offline message, not a server error", async () => {
  const visitor = await shop.visit({
    screen: phone,
    expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/,
  });
  const { page } = visitor;
  await visitor.open("/shop");
  await page.context().setOffline(true);
  await page.evaluate(() => {
    window.dispatchEvent(new Event("offline"));
  });
  await page.getByRole("link", { name: "Load more" }).click();
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  expect(await page.getByText("it is us").count()).toBe(0);
  await page.context().setOffline(false);
  await visitor.leave();
});

test("a filter in the address is shown on a phone and can be removed", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open("/shop?category=women");
  await page.getByRole("link", { name: "Remove filter Women" }).click();
  await page.waitForURL("**/shop");
  await visitor.leave();
});

test("a product is added from a list in two steps: the card's button opens its sizes, a size adds it", async () => {
  const visitor = await visitAs(shop, await aShopper(shop.shop), { screen: phone });
  const { page } = visitor;
  await visitor.open("/shop?q=maroon+festive+kurta");
  await page.getByRole("button", { name: "Add to Cart: Maroon Festive Kurta" }).click();
  const sheet = page.getByRole("dialog", { name: "Choose a size" });
  await sheet.getByRole("button", { name: "L", exact: true }).waitFor();
  expect(await faultsInEveryShape(page)).toEqual([]);
  await sheet.getByRole("button", { name: "L", exact: true }).click();
  await page.getByText("Maroon Festive Kurta has been added to your cart").waitFor();
  await sheet.waitFor({ state: "detached" });
  await cartBadge(page, "1 item").waitFor();
  await visitor.leave();
});
