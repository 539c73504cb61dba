import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refundLines } from "../../../shop/order-management/refund-lines.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { anAdmin, aShopper, cookieOf, type Person } from "../../support/users.server.ts";
import { desktop, openShop, phone, type VisitOptions } from "../../support/visitor.server.ts";

const shop = openShop();

async function visitAs(person: Person, options: VisitOptions) {
  const visitor = await shop.visit(options);
  const [name = "", value = ""] = (await cookieOf(shop.shop, person.email)).split(/=(.*)/s);
  await visitor.page.context().addCookies([{ name, value, domain: "127.0.0.1", path: "/" }]);
  return visitor;
}

test("a customer enters the account for a cash refund from My Orders, and staff see it on the order", async () => {
  const [asha, admin] = await Promise.all([aShopper(shop.shop), anAdmin(shop.shop)]);
  const order = await aDeliveredOrder(shop.shop, asha, [[await aShirt(shop.shop), 1]]);
  const lines = [{ lineId: order.lines[0]?.id ?? "", quantity: 1, disposition: "damaged" as const }];
  const command = { key: randomUUID(), lines, extra: 0, reason: "damaged" };
  const refund = await refundLines(shop.shop.services, aStaffMember(admin), order.id, command);
  expect(refund.ok).toBe(true);

  const shopper = await visitAs(asha, { screen: phone });
  const { page } = shopper;
  await shopper.open("/orders");
  await page.getByRole("link", { name: /Say where to send your refund/ }).click();
  await page.getByLabel("Account holder's name").fill("Asha Rao");
  await page.getByLabel("Account number", { exact: true }).fill("501000987654");
  await page.getByLabel("Account number again").fill("501000987655");
  await page.getByLabel("IFSC").fill("hdfc0001234");
  await page.getByRole("button", { name: "Use this account" }).click();
  await page.getByText("The two account numbers differ.").waitFor();
  expect(await page.getByLabel("Account number", { exact: true }).inputValue()).toBe("501000987654");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByLabel("Account number again").fill("501000987654");
  await page.getByRole("button", { name: "Use this account" }).click();
  await page.getByText("We will send it to: Account •••• 7654, HDFC0001234").waitFor();

  const staff = await visitAs(admin, { screen: desktop });
  await staff.open(`/admin/orders/${order.id}`);
  await staff.page.getByRole("button", { name: "Show where to send the refund" }).click();
  await staff.page.getByText("Send it to Asha Rao, account 501000987654, IFSC HDFC0001234").waitFor();
  expect(await accessibilityFaults(staff.page)).toEqual([]);
});
