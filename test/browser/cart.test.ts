import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { faultsInEveryShape } from "../support/accessibility.server.ts";
import { cartBadge, visitAs } from "../support/cart/cart-visits.server.ts";
import { aShopper } from "../support/users.server.ts";
import { desktop, openShop, phone, restoreLine } from "../support/visitor.server.ts";

const shop = openShop();
const kurta = "/product/maroon-festive-kurta";

const chooseM = (page: Page) => page.locator("label.size", { hasText: /^M$/ }).click();

test("a guest's add to cart is completed after signing in, back on the same page", async () => {
  const asha = await aShopper(shop.shop);
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await visitor.open(kurta);
  await chooseM(page);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await page.getByRole("alert").getByRole("link", { name: "Login" }).click();
  await page.getByLabel("Email").fill(asha.email);
  await page.getByLabel("Password").fill(asha.password);
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(`**${kurta}`);
  await page.getByText("Item added to cart").waitFor();
  await cartBadge(page, "1 item").waitFor();
  await visitor.leave();
});

test("a guest's pending add is sent once, also when the page after it loads slowly", async () => {
  const asha = await aShopper(shop.shop);
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open(kurta);
  await chooseM(page);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await page.getByRole("alert").getByRole("link", { name: "Login" }).click();
  let adds = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/cart.data")) adds++;
  });
  await page.route("**/product/*.data*", async (route) => {
    await new Promise((later) => setTimeout(later, 800));
    await route.continue();
  });
  await page.getByLabel("Email").fill(asha.email);
  await page.getByLabel("Password").fill(asha.password);
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(`**${kurta}`);
  await page.getByText("Item added to cart").waitFor();
  await cartBadge(page, "1 item").waitFor();
  expect(adds).toBe(1);
  await restoreLine(page);
  await visitor.leave();
});

test("two devices show one cart: an add, a changed quantity and a removal appear on both at once", async () => {
  const asha = await aShopper(shop.shop);
  const here = await visitAs(shop, asha, { screen: desktop });
  const there = await visitAs(shop, asha, { screen: phone });
  await there.listen("/cart");
  await here.open(kurta);
  await chooseM(here.page);
  await here.page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await here.page.getByText("Item added to cart").waitFor();
  await there.page.getByRole("link", { name: "Maroon Festive Kurta" }).first().waitFor();
  await here.open("/cart");
  await here.page.getByRole("button", { name: "One more of Maroon Festive Kurta" }).click();
  await cartBadge(here.page, "2 items").waitFor();
  await cartBadge(there.page, "2 items").waitFor();
  await there.page.getByText("Total").last().waitFor();
  await here.page.getByRole("button", { name: "Remove Maroon Festive Kurta" }).click();
  await here.page.getByText("Item removed from cart").waitFor();
  await there.page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
  await here.leave();
  await there.leave();
});

test("a cart change is shown at once, and rolled back with the specified message when it fails", async () => {
  const asha = await aShopper(shop.shop);
  const visitor = await visitAs(shop, asha, { screen: desktop, expected: /Failed to load resource/ });
  const { page } = visitor;
  await visitor.open(kurta);
  await chooseM(page);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await page.getByText("Item added to cart").waitFor();
  await visitor.open("/cart");
  const amount = page.getByRole("form", { name: /^Quantity of/ }).locator("output");
  // The request is delayed, and then sent with an unknown line, which the server refuses.
  await page.route("**/cart.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const body = (route.request().postData() ?? "").replace(
      /[0-9a-f]{8}-[0-9a-f-]{27}/,
      "5f0c9d1e-0000-4000-8000-000000000000",
    );
    await route.continue(route.request().method() === "POST" ? { postData: body } : {});
  });
  await page.getByRole("button", { name: /^One more of/ }).click();
  await expect.poll(() => amount.textContent(), { timeout: 900 }).toBe("2");
  await page.getByText("Failed to update cart").waitFor();
  await expect.poll(() => amount.textContent()).toBe("1");
  // And when the request fails, the page stays and the line is shown again.
  await restoreLine(page);
  await page.route("**/cart.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: /^Remove Maroon/ }).click();
  await page.getByText("Failed to remove item").waitFor();
  await page.getByRole("link", { name: "Maroon Festive Kurta" }).first().waitFor();
  await visitor.leave();
});

test("adding without a size asks for one and moves the focus to the sizes", async () => {
  const visitor = await visitAs(shop, await aShopper(shop.shop), { screen: desktop });
  const { page } = visitor;
  await visitor.open(kurta);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await page.getByText("Please choose a size").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("size");
  await visitor.leave();
});

test("the heart updates the header's wishlist count, and a size is chosen in the wishlist to add to the cart", async () => {
  const visitor = await visitAs(shop, await aShopper(shop.shop), { screen: desktop });
  const { page } = visitor;
  await visitor.open(kurta);
  await page.getByRole("button", { name: "Add to wishlist: Maroon Festive Kurta" }).click();
  await page.getByText("Product added to your wishlist").waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Wishlist, 1 item", exact: true }).waitFor();
  await visitor.open("/wishlist");
  await page.getByRole("combobox", { name: "Size of Maroon Festive Kurta" }).selectOption("M");
  await page.getByRole("button", { name: "Add to Cart: Maroon Festive Kurta" }).click();
  await page.getByText("Maroon Festive Kurta has been added to your cart").waitFor();
  await cartBadge(page, "1 item").waitFor();
  await page.getByRole("button", { name: "Remove Maroon Festive Kurta" }).click();
  await page.getByText("Your wishlist is empty").waitFor();
  await visitor.leave();
});

test("cart and wishlist, empty and filled, have no axe violation at any width or colour scheme", async () => {
  const visitor = await visitAs(shop, await aShopper(shop.shop), { screen: phone });
  const { page } = visitor;
  const look = async (path: string) => {
    await visitor.open(path);
    expect(await faultsInEveryShape(page), path).toEqual([]);
  };
  await look("/cart");
  await look("/wishlist");
  await visitor.open(kurta);
  await chooseM(page);
  await page
    .locator("form#buy, .buy-bar")
    .getByRole("button", { name: "Add to Cart" })
    .locator("visible=true")
    .click();
  await page.getByText("Item added to cart").waitFor();
  await page.getByRole("button", { name: "Add to wishlist: Maroon Festive Kurta" }).click();
  await page.getByText("Product added to your wishlist").waitFor();
  await look("/cart");
  await look("/wishlist");
  await look("/checkout");
  await visitor.leave();
});
