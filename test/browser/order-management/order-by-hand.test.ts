import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anAdmin } from "../../support/users.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test("on a phone an order is entered with the keyboard, its city filled in by the PIN code, and paid by its link", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), { screen: phone });
  const { page } = office;
  await office.open("/admin/orders/new");
  await page.getByLabel("Name", { exact: true }).fill("Meera Nair");
  await page.getByLabel("Phone", { exact: true }).fill("98123 45670");
  await page.getByLabel("House no. and street").fill("7, Hill Road");
  await page.getByLabel("PIN code").fill("560001");
  await expect.poll(() => page.getByLabel("State").inputValue()).toBe("Karnataka");
  await page.getByRole("searchbox", { name: "Add an item" }).fill("kurta");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/orders/drafts/**");
  await page
    .getByRole("list", { name: "Items found" })
    .getByRole("button", { disabled: false })
    .first()
    .click();
  await page.getByRole("button", { name: /^Remove / }).waitFor();
  // The next item is typed at once.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("product");
  await page.getByLabel("Paid", { exact: true }).selectOption("Online, by a link");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.locator(".toast").waitFor();
  // Nothing at the foot is under the toast: this fails when something else would get the click.
  await page.getByRole("button", { name: "Place order" }).click({ trial: true, timeout: 3_000 });
  await page.getByRole("button", { name: "Place order" }).click();
  await page.waitForURL(/\/admin\/orders\/[0-9a-f-]{36}$/);
  await expect.poll(() => page.evaluate(() => scrollY), { message: "the order begins at its top" }).toBe(0);
  const link = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  const customer = await shop.visit({ screen: phone });
  await customer.open(new URL(link).pathname);
  expect(await accessibilityFaults(customer.page)).toEqual([]);
  expect(await sidewaysScroll(customer.page)).toBeLessThanOrEqual(0);
  await customer.page.getByRole("button", { name: /^Pay ₹/ }).click();
  await customer.page.waitForURL("**/dev/gateway/pay/**");
  expect([...office.complaints, ...customer.complaints]).toEqual([]);
  await customer.leave();
  await office.leave();
});

test("the button of a search stays level with its field when the field shows an error", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), { screen: phone, expected: /status of 400/ });
  const { page } = office;
  await office.open("/admin/orders/new");
  await page.getByRole("button", { name: "Place order" }).click();
  const field = page.getByRole("searchbox", { name: "Add an item" });
  await page.locator(".find-row .field-error").waitFor();
  const top = async (part: typeof field) => (await part.boundingBox())?.y ?? 0;
  const button = page.locator(".find-row .btn").first();
  expect(Math.abs((await top(field)) - (await top(button)))).toBeLessThanOrEqual(3);
  await office.leave();
});
