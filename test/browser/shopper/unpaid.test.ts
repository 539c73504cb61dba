import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { aShopper } from "../../support/users.server.ts";
import { enterAs, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test("home and cart show an order that awaits payment, and no longer once it is paid", async () => {
  const asha = await aShopper(shop.shop, { name: "Asha Rao" });
  await anOrder(shop.shop, asha, { method: "online" });
  await shop.shop.runDue();
  const mail = shop.shop.sentMail().at(-1)?.text ?? "";
  expect(mail).toContain("We hold your items for 30 minutes");
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await enterAs(page, asha);
  const waiting = page.getByRole("region", { name: "Waiting for payment" });
  for (const path of ["/", "/cart"]) {
    await visitor.open(path);
    await waiting.getByText("is waiting for your payment").waitFor();
    await waiting.getByText(/We are holding your items until (tomorrow, )?\d{1,2}:\d\d [ap]m\./).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  // The mail links to the page where the order can be paid.
  await visitor.open(/\/order-confirmation\/[\w-]+/.exec(mail)?.[0] ?? "/nothing");
  await page.getByRole("heading", { name: "Your order is waiting for your payment" }).waitFor();
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.getByRole("button", { name: /^Pay ₹/ }).click();
  await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  expect(await page.getByText("Please pay now").count()).toBe(0);
  await visitor.open("/cart");
  await page.getByText("Your cart is empty").first().waitFor();
  expect(await waiting.count()).toBe(0);
  await visitor.leave();
});

test.each([true, false])(
  "My Orders shows 'Pay now' first and folds the other actions, scripts: %s",
  async (scripts) => {
    const asha = await aShopper(shop.shop);
    const order = await anOrder(shop.shop, asha, { method: "online" });
    const visitor = await shop.visit({ screen: phone, scripts });
    const { page } = visitor;
    await enterAs(page, asha);
    await visitor.open("/orders");
    const card = page.getByRole("article");
    const pay = card.getByRole("button", { name: "Pay now" });
    await pay.waitFor();
    const cash = card.getByRole("button", { name: "Switch to cash on delivery" });
    const cancel = card.getByRole("button", { name: `Cancel order ${order.id.slice(0, 8)}` });
    expect([await cash.isVisible(), await cancel.isVisible()]).toEqual([false, false]);
    await card.locator("summary", { hasText: "More options" }).focus();
    await page.keyboard.press("Enter");
    await cash.waitFor();
    if (scripts) expect(await accessibilityFaults(page)).toEqual([]);
    await cancel.click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel this order" }).click();
    await page.getByText("Your order is cancelled").first().waitFor();
    await visitor.leave();
  },
);

test.each([true, false])("a guest pays on the page that tracks the order, scripts: %s", async (scripts) => {
  const order = await anOrder(shop.shop, await aShopper(shop.shop), { method: "online" });
  const visitor = await shop.visit({ screen: phone, scripts });
  const { page } = visitor;
  await visitor.open(`/track/${order.id}`);
  await page.getByLabel("Last four digits of your phone number").fill("3210");
  await page.getByRole("button", { name: "Show everything" }).click();
  const pay = page.getByRole("button", { name: "Pay now" });
  await pay.waitFor();
  if (scripts) expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await pay.click();
  await page.getByRole("button", { name: /decline/i }).click();
  await page.getByText("The payment did not go through").waitFor();
  await page.getByRole("button", { name: "Try payment again" }).click();
  await page.getByRole("button", { name: /^Pay ₹/ }).click();
  await page.getByText("Paid. Thank you!").waitFor();
  expect(await page.getByText("12, MG Road").count()).toBe(1);
  await visitor.leave();
});

test("return and review forms show missing input at the field, not in the browser's own messages", async () => {
  const asha = await aShopper(shop.shop, { name: "Asha Rao" });
  const order = await aDeliveredOrder(shop.shop, asha, [[await aShirt(shop.shop), 1]]);
  const visitor = await shop.visit({ screen: phone, expected: /status of 400/ });
  const { page } = visitor;
  await enterAs(page, asha);
  await visitor.open(`/orders/${order.id}/return`);
  await page.getByRole("button", { name: "Send Request" }).click();
  await page.locator("p.field-error", { hasText: "Please choose a reason." }).waitFor();
  const why = page.getByLabel("Why?");
  await expect.poll(() => why.evaluate((field) => field === document.activeElement)).toBe(true);
  await visitor.open(`/orders/${order.id}/review`);
  await page.getByRole("button", { name: /Review/ }).click();
  await page.locator("p.field-error", { hasText: "Please choose one to five stars." }).waitFor();
  await page.locator("p.field-error", { hasText: "Please write a few words." }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("rating");
  await visitor.leave();
});

test("an order that is not found shows a toast, each time", async () => {
  const visitor = await shop.visit({ expected: /status of 404/ });
  const { page } = visitor;
  await visitor.open("/track?order=nothing");
  const toast = page.getByRole("region", { name: "Messages" }).getByRole("alert");
  await toast.getByText("Order not found").waitFor();
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: "Track Order" }).click();
  await toast.getByText("Order not found").waitFor();
  await visitor.leave();
});
