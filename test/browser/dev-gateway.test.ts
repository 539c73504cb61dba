import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../support/accessibility.server.ts";
import { desktop, openShop, phone } from "../support/visitor.server.ts";

const shop = openShop();

async function payPage(): Promise<{ orderId: string; path: string }> {
  const { online } = shop.shop.services.payments;
  const made = await online?.createOrder({
    orderId: randomUUID(),
    amount: 134_950,
    customer: { id: randomUUID(), name: "Asha Rao", email: "asha@example.com", phone: "9876543210" },
    returnUrl: "/faq?order_id={order_id}",
    notifyUrl: undefined,
    expiresAt: new Date(shop.shop.clock.now().getTime() + 30 * 60_000),
    requestKey: randomUUID(),
  });
  if (!online || !made?.ok) throw new Error("No order at the gateway.");
  return { orderId: made.value.orderId, path: online.payPath(made.value.sessionId) ?? "" };
}

test.each([
  ["with scripts on a desktop", { screen: desktop, scripts: true }],
  ["without scripts on a phone", { screen: phone, scripts: false }],
])("a payment is declined, then paid, %s", async (_, options) => {
  const visitor = await shop.visit(options);
  const { page } = visitor;
  const { orderId, path } = await payPage();
  await visitor.open(path);
  await page.getByRole("heading", { name: "Pay ₹1,349.50" }).waitFor();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  if (options.scripts) expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Decline" }).click();
  await page.waitForURL(`**/faq?order_id=${orderId}`);
  await visitor.open(path);
  await page.getByText("Transaction declined by the bank").waitFor();
  await page.getByRole("button", { name: "Pay ₹1,349.50" }).click();
  await page.waitForURL(`**/faq?order_id=${orderId}`);
  await visitor.open(path);
  await page.getByText("This order is paid.").waitFor();
  expect(await page.getByRole("button").count()).toBe(0);
  await page.getByRole("link", { name: "Back to the shop" }).waitFor();
  await visitor.leave();
});
