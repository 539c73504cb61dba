import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { cartOf } from "../../shop/cart/cart-of.server.ts";
import { addToWishlist } from "../../shop/wishlist/wishlist.server.ts";
import { cartBadge, fillCart, visitAs } from "../support/cart/cart-visits.server.ts";
import { aShopper, type Person } from "../support/users.server.ts";
import { desktop, openShop, restoreLine } from "../support/visitor.server.ts";

const shop = openShop();
const kurta = "/product/maroon-festive-kurta";

/** The quantity of each cart line in the database. */
const storedQuantities = async (person: Person) =>
  (await cartOf(shop.shop.services, person.id)).lines.map(({ quantity }) => quantity);

const amount = (page: Page) => page.getByRole("form", { name: /^Quantity of/ }).locator("output");

/** Delays every request for the cart by so many milliseconds. Out: the bodies of the forms, in the order sent. */
async function slowly(page: Page, delay: number): Promise<string[]> {
  const said: string[] = [];
  await page.route("**/cart.data*", async (route) => {
    if (route.request().method() === "POST") said.push(route.request().postData() ?? "");
    await new Promise((later) => setTimeout(later, delay));
    await route.continue();
  });
  return said;
}

test("offline, changes to cart and wishlist fail with a message and are rolled back; online again they work", async () => {
  const asha = await aShopper(shop.shop);
  await fillCart(shop.shop, asha, [2]);
  const visitor = await visitAs(shop, asha, { expected: /Failed to load|ERR_INTERNET_DISCONNECTED|net::/ });
  const { page } = visitor;
  const offline = (off: boolean) => page.context().setOffline(off);

  await visitor.open(kurta);
  await page.locator("label.size", { hasText: /^M$/ }).click();
  await offline(true);
  const add = page.getByRole("button", { name: "Add to Cart", exact: true }).first();
  const heart = page.getByRole("button", { name: "Add to wishlist: Maroon Festive Kurta" });
  await add.click();
  await page.getByText("Failed to add item to cart").waitFor();
  await heart.click();
  await page.getByText("You are offline").waitFor();
  await heart.waitFor();
  await cartBadge(page, "2 items").waitFor();
  await offline(false);
  await add.click();
  await page.getByText("Item added to cart").waitFor();
  await heart.click();
  await page.getByText("Product added to your wishlist").waitFor();

  await visitor.open("/cart");
  await offline(true);
  await page
    .getByRole("button", { name: /^One more of/ })
    .first()
    .click();
  await page.getByText("Failed to update cart").waitFor();
  await expect.poll(() => amount(page).first().textContent()).toBe("2");
  await page
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await page.getByText("Failed to remove item").waitFor();
  await page.getByRole("heading", { name: "Your cart", exact: true }).waitFor();
  await offline(false);
  await page
    .getByRole("button", { name: /^One more of/ })
    .first()
    .click();
  await cartBadge(page, "4 items").waitFor();
  await visitor.leave();
});

test("when requests fail, the cart page stays, with an error and the old quantity", async () => {
  const asha = await aShopper(shop.shop);
  await fillCart(shop.shop, asha, [2]);
  const visitor = await visitAs(shop, asha, { expected: /Failed to load|net::/ });
  const { page } = visitor;
  await visitor.open("/cart");
  // Not only the form, also every later data request fails: the connection is down and the browser does not know.
  await page.route("**/*.data*", (route) => route.abort());
  await page.getByRole("button", { name: /^One more of/ }).click();
  await page.getByText("Failed to update cart").waitFor();
  await expect.poll(() => amount(page).textContent()).toBe("2");
  await page.getByRole("heading", { name: "Your cart", exact: true }).waitFor();
  await visitor.leave();
});

test("on a slow connection, quick clicks on a quantity are combined and end at the last quantity", async () => {
  const asha = await aShopper(shop.shop);
  await fillCart(shop.shop, asha, [2]);
  const visitor = await visitAs(shop, asha);
  const { page } = visitor;
  await visitor.open("/cart");
  const said = await slowly(page, 400);
  const more = page.getByRole("button", { name: /^One more of/ });
  await more.click();
  await more.click();
  await more.click();
  await page.getByRole("button", { name: /^One less of/ }).click();
  expect(await amount(page).textContent()).toBe("4");
  await expect.poll(() => storedQuantities(asha), { timeout: 8_000 }).toEqual([4]);
  await cartBadge(page, "4 items").waitFor();
  expect(await amount(page).textContent()).toBe("4");
  expect(said.map((body) => new URLSearchParams(body).get("quantity"))).toEqual(["3", "4"]);
  await visitor.leave();
});

test("reducing a quantity of one removes the line and shows a message", async () => {
  const asha = await aShopper(shop.shop);
  await fillCart(shop.shop, asha, [1]);
  const visitor = await visitAs(shop, asha);
  const { page } = visitor;
  await visitor.open("/cart");
  await page.getByRole("button", { name: /^One less of/ }).click();
  await page.getByText("Item removed from cart").waitFor();
  await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
  await visitor.leave();
});

test.each([0, 400])(
  "a double click on Remove removes one line only (responses take %i ms)",
  async (delay) => {
    const asha = await aShopper(shop.shop);
    await fillCart(shop.shop, asha, [1, 1, 1]);
    const visitor = await visitAs(shop, asha, { screen: desktop });
    const { page } = visitor;
    await visitor.open("/cart");
    await slowly(page, delay);
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .dblclick({ delay: 60 });
    await page.getByText("Item removed from cart").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await storedQuantities(asha)).toEqual([1, 1]);
    await visitor.leave();
  },
);

test("the header's counts change before the server responds, and are rolled back when the request fails", async () => {
  const asha = await aShopper(shop.shop);
  await fillCart(shop.shop, asha, [2]);
  const visitor = await visitAs(shop, asha, { expected: /Failed to load|net::/ });
  const { page } = visitor;
  const wishBadge = (name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });
  await visitor.open(kurta);
  const held: (() => void)[] = [];
  await page.route("**/{cart,wishlist}.data*", (route) => {
    held.push(() => void route.abort());
  });
  const refuse = async () => {
    await expect.poll(() => held.length, { timeout: 5_000 }).toBe(1);
    held.pop()?.();
  };
  await page.getByRole("button", { name: "Add to wishlist: Maroon Festive Kurta" }).click();
  await wishBadge("Wishlist, 1 item").waitFor();
  await refuse();
  await wishBadge("Wishlist").waitFor();
  await page.locator("label.size", { hasText: /^M$/ }).click();
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await cartBadge(page, "3 items").waitFor();
  await refuse();
  await cartBadge(page, "2 items").waitFor();
  await visitor.leave();
});

test("a guest's pending add shows an error when it fails after sign-in, and can be tried again", async () => {
  const asha = await aShopper(shop.shop);
  const [product] = await fillCart(shop.shop, asha, [1]);
  const visitor = await visitAs(shop, asha, { expected: /Failed to load|net::/ });
  const { page } = visitor;
  await visitor.open(`/cart?${new URLSearchParams({ pending: "1", intent: "add", ...product })}`);
  await page.route("**/cart.data*", (route) => route.abort());
  const button = page.getByRole("main").getByRole("button", { name: "Add to Cart" });
  await button.click();
  await page.getByRole("alert").getByText("Failed to add item to cart").waitFor();
  await restoreLine(page);
  await button.click();
  await page.getByText("Item added to cart").waitFor();
  await visitor.leave();
});

test("a change between loading the page and opening its event stream is shown too", async () => {
  const asha = await aShopper(shop.shop);
  const visitor = await visitAs(shop, asha);
  const { page } = visitor;
  await visitor.open("/cart");
  const listening = page.waitForRequest((request) => request.url().includes("/live?"));
  await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
  await fillCart(shop.shop, asha, [3]);
  await listening;
  await cartBadge(page, "3 items").waitFor();
  await visitor.leave();
});

test("'Add All to Cart' skips and names a product that needs a size, until one is chosen on its card", async () => {
  const asha = await aShopper(shop.shop);
  const { rows } = await shop.shop.services.db.execute(sql`
    (select p.id, p.name from product p where p.status = 'active' and exists (select 1 from variant v
      where v.product_id = p.id and v.size is not null and v.stock > 0 group by v.size having count(*) > 1)
      order by p.id limit 1)
    union all
    (select p.id, p.name from product p where p.status = 'active'
      and (select count(*) filter (where v.size is null and v.stock > 0) = 1 and count(*) = 1 from variant v
        where v.product_id = p.id) order by p.id limit 1)`);
  const [tee, bag] = z.array(z.object({ id: z.string(), name: z.string() })).parse(rows);
  for (const { id } of [tee, bag].filter((one) => one !== undefined))
    await addToWishlist(shop.shop.services, asha, id);
  const visitor = await visitAs(shop, asha);
  const { page } = visitor;
  await visitor.open("/wishlist");
  await page.getByRole("button", { name: "Add All to Cart" }).click();
  await page.getByText("1 added to your cart, 1 skipped").waitFor();
  await page.getByText(`Choose a size: ${tee?.name}`).waitFor();
  await cartBadge(page, "1 item").waitFor();
  await page.getByRole("combobox", { name: `Colour of ${tee?.name}` }).selectOption({ index: 1 });
  await page.getByRole("combobox", { name: `Size of ${tee?.name}` }).selectOption({ index: 1 });
  await page.getByRole("button", { name: `Add to Cart: ${tee?.name}` }).click();
  await page.getByText(`${tee?.name} has been added to your cart`).waitFor();
  await cartBadge(page, "2 items").waitFor();
  // What is chosen on the cards counts for all of them, too.
  await page.getByRole("button", { name: "Add All to Cart" }).click();
  await page.getByText("All of your wishlist is in your cart").first().waitFor();
  await cartBadge(page, "4 items").waitFor();
  await visitor.leave();
});

test("change events during a page load do not restart the load", async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  await visitor.listen("/");
  const notify = () => shop.shop.services.db.execute(sql`select pg_notify('live', '{"topic":"settings"}')`);
  // The event stream receives events from here on.
  const first = page.waitForResponse((answer) => answer.url().includes(".data"));
  await notify();
  await (await first).finished();
  const path = (url: string) => new URL(url).pathname;
  const begunAnew: string[] = [];
  const answered: string[] = [];
  page.on("requestfailed", (request) => begunAnew.push(path(request.url())));
  page.on("requestfinished", (request) => answered.push(path(request.url())));
  await page.route("**/*.data*", async (route) => {
    await new Promise((later) => setTimeout(later, 1_500));
    await route.continue();
  });
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Shop", exact: true })
    .click();
  await page.getByTestId("skeleton").first().waitFor();
  await notify();
  // Once for the page, and once more for the change event, which is not forgotten.
  await expect.poll(() => answered.filter((one) => one === "/shop.data").length, { timeout: 15_000 }).toBe(2);
  // Leaving the home page may cancel a reload of it that an earlier event started.
  expect(begunAnew).not.toContain("/shop.data");
  await visitor.leave();
});
