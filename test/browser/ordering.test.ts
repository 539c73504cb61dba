import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ordersOf } from "../../shop/orders/read-orders.server.ts";
import { accessibilityFaults, sidewaysScroll } from "../support/accessibility.server.ts";
import { visitAs } from "../support/cart/cart-visits.server.ts";
import { nowIs } from "../support/ordered/placed-orders.server.ts";
import { aShirt, brokenRules, putInCart, stockOf } from "../support/orders.server.ts";
import { anAdmin, aShopper, type Person } from "../support/users.server.ts";
import { desktop, holdScripts, openShop, phone } from "../support/visitor.server.ts";

const shop = openShop();
beforeAll(async () => {
  await anAdmin(shop.shop);
});
afterAll(async () => expect(await brokenRules(shop.shop)).toEqual([]));

/** Asha at the checkout with two shirts in her cart. */
async function atCheckout(screen = desktop, expected?: RegExp) {
  const asha = await aShopper(shop.shop);
  const shirt = await aShirt(shop.shop, { stock: 5 });
  await putInCart(shop.shop, asha, shirt, 2);
  const visitor = await visitAs(shop, asha, { screen, ...(expected && { expected }) });
  await visitor.open("/cart");
  await visitor.page.getByRole("link", { name: "Proceed to Checkout" }).click();
  await visitor.page.getByRole("heading", { name: "Checkout" }).waitFor();
  return { asha, shirt, visitor, page: visitor.page };
}

async function typeDelivery(page: Page) {
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Street Address").fill("12, MG Road");
  await page.getByLabel("PIN Code").fill("411004");
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Pune");
  expect(await page.getByLabel("State").inputValue()).toBe("Maharashtra");
}

const place = (page: Page) => page.getByRole("button", { name: "Place Order" }).click();
const newest = async (person: Person) => (await ordersOf(shop.shop.services, person.id))[0];

/** Delivers the gateway's webhooks to the shop, as the gateway would. */
async function bringWebhooks() {
  for (const webhook of await shop.shop.gateway.webhooks()) {
    const answer = await fetch(`${shop.address}/functions/payment-webhook`, {
      method: "POST",
      headers: webhook.headers,
      body: await webhook.text(),
    });
    expect(answer.status).toBe(200);
  }
}

test("cash on delivery, on a phone: missing fields are reported first, then the order is placed", async () => {
  const { asha, shirt, visitor, page } = await atCheckout(phone);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await place(page);
  await page.getByText("Please fill in all required fields.").waitFor();
  expect(await page.getByLabel("Phone").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await ordersOf(shop.shop.services, asha.id)).toEqual([]);
  await typeDelivery(page);
  await page.getByText("Cash on Delivery Available").waitFor();
  await place(page);
  await page.waitForURL(/\/order-confirmation\/[0-9a-f-]{36}$/);
  expect(await newest(asha)).toMatchObject({ method: "cod", total: 99_800, status: "pending" });
  expect(await stockOf(shop.shop, shirt)).toEqual({ stock: 3, reserved: 0 });
  // Back and refresh are safe: there is nothing left to order.
  await page.goBack();
  await page.waitForURL(/\/cart$/);
  expect(await ordersOf(shop.shop.services, asha.id)).toHaveLength(1);
  await visitor.leave();
});

test("a double click on Place Order places one order", async () => {
  const { asha, visitor, page } = await atCheckout();
  await typeDelivery(page);
  await page.getByRole("button", { name: "Place Order" }).dblclick();
  await page.waitForURL(/\/order-confirmation\//);
  expect(await ordersOf(shop.shop.services, asha.id)).toHaveLength(1);
  await visitor.leave();
});

test("by keyboard, an order that gets no answer keeps the focus on its button, and the next press places it", async () => {
  const { asha, visitor, page } = await atCheckout(desktop, /Failed to load|ERR_FAILED|fetch/);
  await typeDelivery(page);
  await page.route("**/checkout.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  const button = page.getByRole("button", { name: "Place Order" });
  await button.press("Enter");
  await page.getByText("Order failed").waitFor();
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.unrouteAll();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/order-confirmation\//);
  expect(await ordersOf(shop.shop.services, asha.id)).toHaveLength(1);
  await visitor.leave();
});

test("an online payment leads through the gateway's page to 'Payment Successful!' and a paid order", async () => {
  const { asha, shirt, visitor, page } = await atCheckout();
  await typeDelivery(page);
  await page.getByText("Pay online").click();
  await place(page);
  await page.waitForURL(/\/dev\/gateway\/pay\//);
  expect(await stockOf(shop.shop, shirt)).toEqual({ stock: 5, reserved: 2 });
  await page.getByRole("button", { name: /^Pay ₹998/ }).click();
  await page.getByText("Payment Successful!").waitFor();
  await page.waitForURL(/\/orders$/, { timeout: 10_000 });
  await page.getByText("Paid", { exact: true }).first().waitFor();
  expect(await newest(asha)).toMatchObject({ paymentStatus: "completed" });
  expect(await stockOf(shop.shop, shirt)).toEqual({ stock: 3, reserved: 0 });
  await visitor.leave();
});

test("a declined payment is retried on the same order and paid", async () => {
  const { asha, visitor, page } = await atCheckout();
  await typeDelivery(page);
  await page.getByText("Pay online").click();
  await place(page);
  await page.waitForURL(/\/dev\/gateway\/pay\//);
  await page.getByRole("button", { name: "Decline" }).click();
  await page.waitForURL(/\/order-confirmation/);
  await bringWebhooks();
  await visitor.open("/orders");
  await page.getByText("Payment failed").first().waitFor();
  await page.getByRole("button", { name: "Try payment again" }).click();
  await page.waitForURL(/\/dev\/gateway\/pay\//);
  await page.getByRole("button", { name: /^Pay ₹998/ }).click();
  await page.getByText("Payment Successful!").waitFor();
  expect(await ordersOf(shop.shop.services, asha.id)).toMatchObject([{ paymentStatus: "completed" }]);
  await visitor.leave();
});

test("an abandoned payment is switched to cash on delivery on the same order", async () => {
  const { asha, shirt, visitor, page } = await atCheckout();
  await typeDelivery(page);
  await page.getByText("Pay online").click();
  await place(page);
  await page.waitForURL(/\/dev\/gateway\/pay\//);
  await page.getByRole("button", { name: "Leave without paying" }).click();
  await page.waitForURL(/\/order-confirmation/);
  await bringWebhooks();
  await visitor.open("/orders");
  await page.locator("summary", { hasText: "More options" }).click();
  await page.getByRole("button", { name: "Switch to cash on delivery" }).click();
  await page.getByText("Cash on delivery, due on delivery").first().waitFor();
  expect(await ordersOf(shop.shop.services, asha.id)).toMatchObject([
    { method: "cod", paymentStatus: "pending" },
  ]);
  expect(await stockOf(shop.shop, shirt)).toEqual({ stock: 3, reserved: 0 });
  await visitor.leave();
});

/** The message for the chat; the request to wa.me is intercepted. */
async function catchChat(page: Page): Promise<Promise<string>> {
  return new Promise((caught) => {
    void page.route("https://wa.me/**", (route) => {
      caught(decodeURIComponent(route.request().url().split("?text=")[1] ?? ""));
      return route.fulfill({ contentType: "text/html", body: "<title>Chat</title>" });
    });
  });
}

async function typeOrderPage(page: Page) {
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Address Line 1").fill("12, MG Road");
  await page.getByLabel("Postal Code").fill("560001");
  await expect.poll(() => page.getByLabel("State").inputValue()).toBe("Karnataka");
  const confirm = page.getByRole("button", { name: "Confirm Order" });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByLabel(/I agree/).check();
  await confirm.click();
}

test("Buy Now in the cart saves a cart order with fixed items and opens the chat once; going back shows it", async () => {
  const asha = await aShopper(shop.shop);
  const shirt = await aShirt(shop.shop, { stock: 5, name: "Chat Shirt" });
  await putInCart(shop.shop, asha, shirt, 2);
  const visitor = await visitAs(shop, asha, { screen: phone });
  const { page } = visitor;
  const chat = catchChat(page);
  let opened = 0;
  page.on("request", (request) => {
    if (request.url().startsWith("https://wa.me/")) opened += 1;
  });
  // On a slow connection the chat opens before the data of the page behind it has loaded.
  await page.route(/\/order\/[0-9a-f-]{36}\.data$/, async (route) => {
    if (route.request().method() === "GET") await new Promise((later) => setTimeout(later, 2_000));
    await route.continue().catch(() => undefined);
  });
  await visitor.open("/cart");
  await page.getByRole("button", { name: "Buy Now: Chat Shirt" }).click();
  await page.waitForURL(/\/order\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { name: "Complete Your Order" }).waitFor();
  expect(await page.getByLabel("Quantity").count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await typeOrderPage(page);
  const message = await chat;
  const order = await newest(asha);
  expect(message).toContain(`Cart order ${order?.id}`);
  expect(message).toContain("Chat Shirt (M): 2 × ₹499.00 = ₹998.00");
  expect(message).toContain("*Total amount:* ₹998.00");
  await page.waitForURL(/wa\.me/);
  await page.goBack();
  await page.getByRole("link", { name: "Open WhatsApp" }).waitFor();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(opened).toBe(1);
  expect(order).toMatchObject({ method: "whatsapp", status: "pending" });
  expect(await stockOf(shop.shop, shirt)).toEqual({ stock: 3, reserved: 0 });
  if (!order) throw new Error("no order");
  // Once the shop has confirmed it there is nothing left to send.
  await visitor.listen(`/order/${order.id}`);
  await nowIs(shop.shop, order, "confirmed");
  await page.waitForURL(/\/order-confirmation\//);
  await visitor.leave();
});

test("Buy Now on a product saves a single-product order of adjustable quantity and sends it to the chat", async () => {
  const asha = await aShopper(shop.shop);
  const shirt = await aShirt(shop.shop, { stock: 5, name: "Single Shirt" });
  const visitor = await visitAs(shop, asha, { screen: desktop });
  const { page } = visitor;
  const chat = catchChat(page);
  await visitor.open(`/product/${shirt.slug}`);
  await page.locator("label.size", { hasText: /^M$/ }).click();
  await page.getByRole("button", { name: "Buy Now" }).first().click();
  await page.getByRole("heading", { name: "Complete Your Order" }).waitFor();
  await page.getByLabel("Quantity").fill("3");
  await page.getByText("₹1,497.00").first().waitFor();
  await typeOrderPage(page);
  const message = await chat;
  expect(message).toContain("Single product");
  expect(message).toContain("3 × ₹499.00 = ₹1,497.00");
  expect(await newest(asha)).toMatchObject({ kind: "single", total: 149_700 });
  expect(await stockOf(shop.shop, shirt)).toEqual({ stock: 2, reserved: 0 });
  await visitor.leave();
});

test("checkout without scripts places an order, too", async () => {
  const asha = await aShopper(shop.shop);
  await putInCart(shop.shop, asha, await aShirt(shop.shop, { stock: 5 }));
  const visitor = await visitAs(shop, asha, { screen: phone, scripts: false });
  const { page } = visitor;
  await visitor.open("/checkout");
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Street Address").fill("12, MG Road");
  await page.getByLabel("PIN Code").fill("560001");
  await page.getByLabel("City").fill("Bengaluru");
  await page.getByLabel("State").selectOption("Karnataka");
  await place(page);
  await page.waitForURL(/\/order-confirmation\//);
  expect(await ordersOf(shop.shop.services, asha.id)).toHaveLength(1);
  await visitor.leave();
});

test("a size that is chosen and an order id that is typed before the scripts are there stay", async () => {
  const asha = await aShopper(shop.shop);
  const visitor = await visitAs(shop, asha, { screen: phone });
  const { page } = visitor;
  const order = await holdScripts(page);
  await page.goto("/order/maroon-festive-kurta", { waitUntil: "domcontentloaded" });
  const [variant, quantity] = [page.locator("select[name=variant]"), page.getByLabel("Quantity")];
  const last = await variant.locator("option:enabled").last().getAttribute("value");
  await variant.selectOption(last);
  await order.release();
  // Renders the form again.
  await quantity.fill("2");
  expect(await variant.inputValue()).toBe(last);
  const track = await holdScripts(page);
  await page.goto("/track", { waitUntil: "domcontentloaded" });
  await page.getByLabel("Order ID").fill("e7d9e7a6");
  await track.release();
  expect(await page.getByLabel("Order ID").inputValue()).toBe("e7d9e7a6");
  expect(await page.getByRole("button", { name: "Track Order" }).isEnabled()).toBe(true);
  await visitor.leave();
});
