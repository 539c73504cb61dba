import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderDetail } from "../../../shop/order-management/order-detail.server.ts";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { aShirt } from "../../support/orders.server.ts";
import { anAdmin, aShopper } from "../../support/users.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test("on a phone an order is entered with the keyboard, its city filled in by the PIN code, and paid by its link", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), { screen: phone });
  const { page } = office;
  await office.open("/admin/orders/new");
  // Who calls is found first: it fills in the address below.
  const top = async (label: string) => (await page.getByLabel(label).boundingBox())?.y ?? 0;
  expect(await top("Find an account")).toBeLessThan(await top("House no. and street"));
  await page.getByLabel("Name", { exact: true }).fill("Meera Nair");
  await page.getByLabel("Phone", { exact: true }).fill("98123 45670");
  await page.getByLabel("House no. and street").fill("7, Hill Road");
  await page.getByLabel("PIN code").fill("560001");
  await expect.poll(() => page.getByLabel("State").inputValue()).toBe("Karnataka");
  await page.getByRole("searchbox", { name: "Add an item" }).fill("kurta");
  // What is typed finds items by itself; the arrow leads to the first.
  await page
    .getByRole("list", { name: "Items found" })
    .getByRole("button", { disabled: false })
    .first()
    .waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/orders/drafts/**");
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
  const row = page.locator(".find-row").filter({ has: field });
  await row.locator(".field-error").waitFor();
  const top = async (part: typeof field) => (await part.boundingBox())?.y ?? 0;
  const button = row.getByRole("button", { name: "Search" });
  expect(Math.abs((await top(field)) - (await top(button)))).toBeLessThanOrEqual(3);
  await office.leave();
});

test("customers and items are found while one types, and the only one found is taken by Enter", async () => {
  const known = await aShopper(shop.shop, { name: "Tara Bhonsle" });
  const { variantId, slug } = await aShirt(shop.shop);
  const office = await visitAs(shop, await anAdmin(shop.shop), { screen: desktop });
  const { page } = office;
  await office.open("/admin/orders/new");
  const find = page.getByRole("searchbox", { name: "Find an account" });
  await find.pressSequentially("tara bhon");
  await page.getByRole("button", { name: "Use Tara Bhonsle" }).waitFor();
  await find.press("Enter");
  await page.getByText("This order will belong to the chosen account.").waitFor();
  expect(await page.getByLabel("Email (optional)").inputValue()).toBe(known.email);
  const item = page.getByRole("searchbox", { name: "Add an item" });
  // As a barcode scanner does: Enter comes before the answer.
  await item.fill(slug);
  await item.press("Enter");
  await page.locator(`[name="quantity-${variantId}"]`).waitFor();
  await item.fill("no such thing");
  await page.getByRole("listitem").filter({ hasText: "Nothing found." }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(office.complaints).toEqual([]);
  await office.leave();
});

test("what is typed into a draft stays when somebody else saves it, who is told of at once, and nothing of both is applied unseen", async () => {
  const order = await anOrder(shop.shop, await aShopper(shop.shop), { pieces: [await aShirt(shop.shop)] });
  const [first, second] = [await anAdmin(shop.shop), await anAdmin(shop.shop)];
  const [one, other] = [
    await visitAs(shop, first, { screen: desktop }),
    await visitAs(shop, second, { screen: desktop, expected: /status of 409/ }),
  ];
  for (const { open, page } of [one, other]) {
    await open(`/admin/orders/${order.id}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.waitForURL("**/admin/orders/drafts/**");
  }
  const street = other.page.getByLabel("House no. and street");
  await street.fill("9 Church Street");
  await one.page.getByLabel(/^Quantity/).fill("2");
  await one.page.getByRole("button", { name: "See what changes" }).click();
  await one.page.getByText("Nothing has changed yet").first().waitFor();
  // A notice for the team draws all screens again.
  await shop.shop.services.db.execute(sql`insert into staff_notice (user_id, kind, title, link)
    select id, 'order', '1 new order', '/admin/orders' from users where id = ${second.id}`);
  await other.page.getByText("Somebody else has changed this draft").first().waitFor();
  expect(await street.inputValue()).toBe("9 Church Street");
  await other.page.getByRole("button", { name: "Apply changes" }).click();
  await other.page.getByText("Nothing was saved.").first().waitFor();
  expect(await street.inputValue()).toBe("9 Church Street");
  const now = await orderDetail(shop.shop.services, order.id);
  expect(now?.order.lines.map(({ quantity }) => quantity)).toEqual([1]);
  for (const visitor of [one, other]) await visitor.leave();
});
