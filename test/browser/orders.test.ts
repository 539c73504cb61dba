import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { orderOf } from "../../shop/orders/read-orders.server.ts";
import { accessibilityFaults, faultsInEveryShape, sidewaysScroll } from "../support/accessibility.server.ts";
import { cartBadge, visitAs } from "../support/cart/cart-visits.server.ts";
import { anOrder, nowIs } from "../support/ordered/placed-orders.server.ts";
import { aShirt } from "../support/orders.server.ts";
import { anAdmin, aShopper, type Person } from "../support/users.server.ts";
import { desktop, openShop, phone } from "../support/visitor.server.ts";

const shop = openShop();

beforeAll(async () => {
  await anAdmin(shop.shop);
});

test("an order is cancelled by keyboard: a dialog asks first and takes a reason, and a message confirms it", async () => {
  const asha = await aShopper(shop.shop);
  const order = await anOrder(shop.shop, asha);
  const visitor = await visitAs(shop, asha, { screen: desktop });
  const { page } = visitor;
  await visitor.open("/orders");
  const opener = page.getByRole("button", { name: `Cancel order ${order.id.slice(0, 8)}` });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await dialog.getByLabel(/What made you change your mind/).focus();
  await page.keyboard.type("Too many shirts");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Your order is cancelled").waitFor();
  await page.getByText("Cancelled", { exact: true }).first().waitFor();
  await opener.waitFor({ state: "detached" });
  const { events } = (await orderOf(shop.shop.services, order.id)) ?? { events: [] };
  expect(events.map(({ note }) => note)).toContain("Too many shirts");
  await visitor.leave();
});

test("a status change by staff shows on a customer's and a guest's open screens without a reload", async () => {
  const asha = await aShopper(shop.shop);
  const order = await anOrder(shop.shop, asha);
  const own = await visitAs(shop, asha, { screen: phone });
  const guest = await shop.visit({ screen: desktop });
  await own.listen("/orders");
  await guest.listen(`/track/${order.id}`);
  for (const { page } of [own, guest])
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await nowIs(shop.shop, order, "shipped", { courier: "India Post" });
  await own.page.getByText("India Post").waitFor();
  await own.page.getByText("Shipped", { exact: true }).first().waitFor();
  await guest.page.getByText("Out with the courier since").waitFor();
  expect(await guest.page.locator("[aria-current=step]").textContent()).toContain("Shipped");
  for (const { page } of [own, guest]) expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  await own.leave();
  await guest.leave();
});

test("a guest types the phone's last digits: wrong ones show an error at the field, right ones the details", async () => {
  const order = await anOrder(shop.shop, await aShopper(shop.shop));
  const visitor = await shop.visit({ screen: phone, expected: /status of 422/ });
  const { page } = visitor;
  await visitor.open("/track");
  const track = page.getByRole("button", { name: "Track Order" });
  expect(await track.isDisabled()).toBe(true);
  await page.getByLabel("Order ID").fill(` ${order.id} `);
  await track.click();
  const digits = page.getByLabel("Last four digits of your phone number");
  await digits.fill("1111");
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByText("Please type the last four digits").waitFor();
  await expect.poll(() => digits.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await digits.fill("32 10");
  await page.keyboard.press("Enter");
  await page.getByText("12, MG Road").waitFor();
  expect(await digits.count()).toBe(0);
  // A change event reloads the page's data, and so the details that the digits opened.
  await nowIs(shop.shop, order, "shipped", { courier: "India Post" });
  await page.getByText("Out with the courier since").waitFor();
  expect(await page.getByText("12, MG Road").count()).toBe(1);
  expect(await page.getByText("India Post").count()).toBe(1);
  expect(await digits.count()).toBe(0);
  await visitor.leave();
});

test("a guest finds an order by its short number and the phone's last digits, and it updates live", async () => {
  const order = await anOrder(shop.shop, await aShopper(shop.shop));
  const visitor = await shop.visit({ screen: phone, expected: /status of 422/ });
  const { page } = visitor;
  await visitor.open("/track");
  await page.getByLabel("Order ID").fill(order.id.slice(0, 8).toUpperCase());
  await page.getByRole("button", { name: "Track Order" }).click();
  const digits = page.getByLabel("Last four digits of your phone number");
  await digits.fill("1111");
  await page.getByRole("button", { name: "Show my order" }).click();
  await page.getByText("Check the order number and the last four digits").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await digits.fill("3210");
  await page.keyboard.press("Enter");
  await page.getByText("12, MG Road").waitFor();
  await page.waitForURL(`**/track/${order.id}`);
  await nowIs(shop.shop, order, "shipped", { courier: "India Post" });
  await page.getByText("Out with the courier since").waitFor();
  expect(await page.getByText("12, MG Road").count()).toBe(1);
  expect(await page.getByText("India Post").count()).toBe(1);
  await visitor.leave();
});

test("ordering again fills the cart and names what is sold out", async () => {
  const asha = await aShopper(shop.shop);
  const rare = await aShirt(shop.shop, { stock: 1, name: "Rare Shirt" });
  await anOrder(shop.shop, asha, { pieces: [await aShirt(shop.shop), rare] });
  const visitor = await visitAs(shop, asha, { screen: desktop });
  await visitor.open("/orders");
  await visitor.page.getByRole("button", { name: "Order again" }).click();
  await visitor.page.getByText("No longer sold or sold out: Rare Shirt.").waitFor();
  await cartBadge(visitor.page, "1 item").waitFor();
  await visitor.page.getByRole("link", { name: "View Cart" }).click();
  await visitor.page.waitForURL("**/cart");
  await visitor.leave();
});

test("a payment declined, retried and paid shows its state each time, then redirects to the orders", async () => {
  const asha = await aShopper(shop.shop);
  await anOrder(shop.shop, asha, { method: "online" });
  const visitor = await visitAs(shop, asha, { screen: phone });
  const { page } = visitor;
  await visitor.open("/orders");
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.waitForURL("**/dev/gateway/pay/**");
  await page.getByRole("button", { name: /decline/i }).click();
  await page.getByRole("heading", { name: "Payment failed" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Try payment again" }).click();
  await page.waitForURL("**/dev/gateway/pay/**");
  await page.getByRole("button", { name: /^Pay ₹/ }).click();
  await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  const began = performance.now();
  await page.waitForURL("**/orders", { timeout: 6_000 });
  expect(performance.now() - began).toBeGreaterThan(2_000);
  await page.getByText("Paid", { exact: true }).first().waitFor();
  await visitor.leave();
});

test("without scripts, an order is tracked, and the payment check redirects to the orders by itself", async () => {
  const asha = await aShopper(shop.shop);
  const order = await anOrder(shop.shop, asha);
  const visitor = await visitAs(shop, asha, { screen: phone, scripts: false });
  const { page } = visitor;
  await visitor.open(`/track/${order.id}`);
  await page.getByText("12, MG Road").waitFor();
  expect(await page.getByRole("button", { name: "Print Details" }).isVisible()).toBe(false);
  await visitor.open("/order-confirmation?order_id=abc&db_order_id=x");
  await page.getByText("We are checking your payment").waitFor();
  await page.waitForURL("**/orders", { timeout: 8_000 });
  await visitor.leave();
});

const someVariants = z.array(
  z.object({
    productId: z.string(),
    variantId: z.string(),
    slug: z.string(),
    name: z.string(),
    size: z.string(),
  }),
);

/** Orders of every kind: many lines, very long names, shipped, delivered, cancelled, unpaid. */
async function everyKind(asha: Person) {
  const { rows } = await shop.shop.services.db.execute(sql`
    select distinct on (p.id) p.id as "productId", v.id as "variantId", p.slug, p.name, v.size
    from product p join variant v on v.product_id = p.id
    where v.stock - v.reserved > 5 and v.size is not null and p.status = 'active' order by p.id, v.position limit 9`);
  const pieces = someVariants.parse(rows);
  const endless = "Handwoven-khadi-and-organic-cotton-oversized-drop-shoulder-festival-shirt without end";
  const shipped = await anOrder(shop.shop, asha, {
    pieces: [...pieces, await aShirt(shop.shop, { name: endless })],
    address: { name: "Venkatanarasimharajuvaripeta Lakshminarasimhaiah", line2: "x".repeat(120) },
  });
  await nowIs(shop.shop, shipped, "shipped", {
    courier: "India Post",
    trackingNumber: "EX".repeat(30),
    trackingLink: "https://track.example/1",
    note: "The courier calls first.",
  });
  const delivered = await anOrder(shop.shop, asha);
  await nowIs(shop.shop, delivered, "delivered");
  const cancelled = await anOrder(shop.shop, asha);
  await nowIs(shop.shop, cancelled, "cancelled");
  const unpaid = await anOrder(shop.shop, asha, { method: "online" });
  return { shipped, delivered, cancelled, unpaid };
}

test("no order screen has an axe violation, at any width or colour scheme", async () => {
  const asha = await aShopper(shop.shop);
  const { shipped, delivered, cancelled, unpaid } = await everyKind(asha);
  const visitor = await visitAs(shop, asha, { screen: phone, expected: /status of 404/ });
  for (const path of [
    "/orders",
    "/profile?tab=orders",
    `/track/${shipped.id}`,
    `/track/${delivered.id}`,
    `/track/${cancelled.id}`,
    `/order-confirmation/${shipped.id}`,
    `/order-confirmation/${unpaid.id}`,
    "/order-confirmation/unknown",
    "/order-confirmation?order_id=abc&db_order_id=x",
  ]) {
    await visitor.open(path);
    expect(await faultsInEveryShape(visitor.page), path).toEqual([]);
  }
  await visitor.leave();
});
