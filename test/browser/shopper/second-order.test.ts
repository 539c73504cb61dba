import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { keptMessages } from "../../../demo/messages.server.ts";
import { saveAddress } from "../../../shop/accounts/customer/addresses.server.ts";
import { ordersOf } from "../../../shop/orders/read-orders.server.ts";
import { faultsInEveryShape } from "../../support/accessibility.server.ts";
import { anAddress, aShirt, putInCart } from "../../support/orders.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";
import { enterAs, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
const kurta = "/product/maroon-festive-kurta";

const newest = async (person: Pick<Person, "id">) => (await ordersOf(shop.shop.services, person.id))[0];
const inView = (page: Page, words: string) =>
  expect
    .poll(() =>
      page
        .getByText(words)
        .filter({ visible: true })
        .last()
        .evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= window.innerHeight;
        }),
    )
    .toBe(true);

async function signInByPhone(page: Page, number: string) {
  await page.getByRole("textbox", { name: "Mobile number" }).fill(number);
  await page.getByRole("button", { name: "Get a code" }).click();
  await page.getByLabel("Code").waitFor();
  const [message] = await keptMessages(shop.shop.services);
  await page.getByLabel("Code").fill(/^\d{6}/.exec(message?.text ?? "")?.[0] ?? "none");
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
}

test("after a first order by phone sign-in, the second takes two taps from the cart, all details in view", async () => {
  const visitor = await shop.visit({ screen: phone, expected: /status of 401/ });
  const { page } = visitor;
  await visitor.open(kurta);
  await page.locator("label.size", { hasText: /^M$/ }).click();
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await page.getByRole("alert").getByRole("link", { name: "Login" }).click();
  await signInByPhone(page, "98765 43299");
  await page.getByText("Item added to cart").waitFor();
  await visitor.open("/checkout");
  await page.getByLabel("Full Name").fill("Asha Rao");
  await page.getByLabel("Street Address").fill("12, MG Road");
  await page.getByLabel("PIN Code").fill("411004");
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Pune");
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.waitForURL("**/order-confirmation/*");
  const first = page.url();

  await visitor.open("/orders");
  await page.getByRole("button", { name: "Order again" }).click();
  await page.getByText("Everything is in your cart").waitFor();
  await visitor.open("/cart");
  let taps = 0;
  await page.getByRole("link", { name: "Proceed to Checkout" }).tap();
  taps += 1;
  await page.getByText("Deliver to Asha Rao").waitFor();
  for (const words of ["Deliver to Asha Rao", "12, MG Road", "Cash on Delivery Available", "₹1,099.00"])
    await inView(page, words);
  expect(await page.getByRole("radio", { name: /Cash on Delivery/ }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Place Order" }).tap();
  taps += 1;
  await page.waitForURL((url) => url.pathname.startsWith("/order-confirmation/") && url.href !== first);
  await page.getByText("Thank you for your order!").waitFor();
  expect(taps).toBe(2);
  await visitor.leave();
});

test("checkout switches to another saved address, lets it be edited, and keeps the edit over a reload", async () => {
  const asha = await aShopper(shop.shop, { name: "Asha Rao" });
  const { country: _, ...home } = anAddress;
  await saveAddress(shop.shop.services, asha, { ...home, label: "Home" });
  await saveAddress(shop.shop.services, asha, { ...home, label: "Hostel", line1: "7, Hostel Lane" });
  await putInCart(shop.shop, asha, await aShirt(shop.shop));
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await enterAs(page, asha);
  await visitor.open("/checkout");
  expect(await page.getByLabel("Street Address").isVisible()).toBe(false);
  expect(await faultsInEveryShape(page)).toEqual([]);
  await page.getByText("Change", { exact: false }).first().click();
  await page.getByRole("link", { name: /Hostel/ }).click();
  await page.waitForURL("**/checkout?address=*");
  await page.getByText("7, Hostel Lane").filter({ visible: true }).first().waitFor();
  await page.getByText("Change", { exact: false }).first().click();
  expect(await faultsInEveryShape(page)).toEqual([]);
  await page.getByLabel("Street Address").fill("8, Hostel Lane");
  await page.reload();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await expect.poll(() => page.getByLabel("Street Address").inputValue()).toBe("8, Hostel Lane");
  await expect.poll(() => page.getByLabel("Street Address").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.waitForURL("**/order-confirmation/*");
  expect((await newest(asha))?.address.line1).toBe("8, Hostel Lane");
  await visitor.leave();
});

test("Buy Now pays online, with a coupon and a delivery date", async () => {
  const asha = await aShopper(shop.shop, { name: "Asha Rao" });
  const shirt = await aShirt(shop.shop, { price: 120_000 });
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await enterAs(page, asha);
  await visitor.open(`/order/${shirt.productId}?size=M`);
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Address Line 1").fill("12, MG Road");
  await page.getByLabel("Postal Code").fill("411004");
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Pune");
  await page.getByText("Get it by").waitFor();
  await page.getByLabel("Coupon code").fill("CANTEEN150");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Coupon CANTEEN150").waitFor();
  await page.getByText("₹1,050.00").waitFor();
  await page.getByText("Pay online").click();
  expect(await faultsInEveryShape(page)).toEqual([]);
  await page.getByLabel(/I agree/).check();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page
    .getByRole("button", { name: /Pay|Success/i })
    .first()
    .click();
  await page.getByText("Payment Successful!").waitFor();
  expect(await newest(asha)).toMatchObject({
    method: "online",
    paymentStatus: "completed",
    total: 105_000,
    kind: "single",
  });
  await visitor.leave();
});
