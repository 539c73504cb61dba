import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anAdmin } from "../../support/users.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test("a rule is made while its matches are counted, a condition is taken out again, and it is saved", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), { screen: phone });
  const { page } = office;
  await office.open("/admin/collections/new");
  await page.getByLabel("Name", { exact: true }).fill("Under 499");
  expect(await page.getByRole("group", { name: "Rule" }).isVisible()).toBe(false);
  await page.getByRole("combobox", { name: "Products", exact: true }).selectOption("By rules");
  const first = page.getByRole("group", { name: "Condition 1" });
  await page.getByLabel("Condition", { exact: true }).selectOption("Price (₹)");
  await first.getByLabel("Comparison").selectOption("is at most");
  await first.getByLabel("Value").fill("499");
  const matches = page.getByRole("status").filter({ hasText: /match/i });
  await matches.getByText(/Matches \d+ of 601 products\./).waitFor();
  await page.getByLabel("Another condition").selectOption("Category");
  await matches.getByText("Complete the conditions").waitFor();
  const second = page.getByRole("group", { name: "Condition 2" });
  await second.getByRole("checkbox").first().focus();
  await page.keyboard.press("Space");
  await matches.getByText(/Matches (no product|\d+ of 601)/).waitFor();
  await page.getByLabel("Another condition").selectOption("Percent off");
  await page.getByRole("group", { name: "Condition 3" }).getByLabel("Value in %").fill("0");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Remove the condition 3: Percent off" }).click();
  await page.getByRole("button", { name: "Remove the condition 2: Category" }).click();
  await matches.getByText(/Matches \d+ of 601 products\./).waitFor();
  const [, counted] = /Matches (\d+)/.exec((await matches.textContent()) ?? "") ?? [];
  await page.getByRole("button", { name: "Save collection" }).click();
  await page.getByText("Collection saved").waitFor();
  await office.open("/category/under-499");
  await page.getByText(`${counted} products`).first().waitFor();
  expect(office.complaints).toEqual([]);
  await office.leave();
});

test("a value that does not fit is marked in a condition that was added in the page, until its field changes", async () => {
  const visitor = await visitAs(shop, await anAdmin(shop.shop), { screen: phone, expected: /status of 400/ });
  const { page } = visitor;
  await visitor.open("/admin/settings/cod/new");
  await page.getByLabel("Name", { exact: true }).fill("Dear orders");
  await page.getByLabel(/^What the customer reads/).fill("Please pay online.");
  await page.getByLabel("Condition", { exact: true }).selectOption("total");
  const value = page.getByLabel("Value", { exact: true });
  await value.fill("eight");
  await page.getByRole("button", { name: "Save rule" }).last().click();
  await page.locator("p.field-error").waitFor();
  expect(await value.getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Condition", { exact: true }).selectOption("returned");
  await expect.poll(() => page.locator("p.field-error").count()).toBe(0);
  await visitor.leave();
});

test("fields of a set of details are moved and added in the page, and saved in that order", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), { screen: phone });
  const { page } = office;
  await office.open("/admin/attribute-sets/dress");
  await page.getByRole("button", { name: "Move down: Fabric" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Add").selectOption("Choice");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const last = page.getByRole("list", { name: "Fields" }).getByRole("listitem").last();
  await last.getByLabel("Label").fill("Neck");
  await last.getByLabel("Choices").fill("Round\nV");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save set of details" }).click();
  await page.waitForURL("**/admin/attribute-sets");
  await page.getByText("Sizes, Fabric, Colours, Gender, Neck").waitFor();
});

test("a rule about items takes SKUs by the name of their product, and what is written when the field is left", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), { screen: phone });
  const { page } = office;
  await office.open("/admin/settings/cod/new");
  await page.getByLabel("Name", { exact: true }).fill("No cash for gowns");
  await page.getByLabel(/^What the customer reads/).fill("Please pay this one online.");
  await page.getByLabel("Condition", { exact: true }).selectOption("SKU of an item");
  const search = page.getByRole("combobox", { name: "Add to SKU of an item" });
  await search.pressSequentially("festive kurta");
  const found = page.locator("datalist option[value*='Festive Kurta']").first();
  await found.waitFor({ state: "attached" });
  const name = (await found.getAttribute("value")) ?? "";
  await search.fill(name);
  const chosen = page.getByRole("list", { name: "SKU of an item: chosen" });
  await chosen.getByText(name).waitFor();
  await search.fill("GOWN-1, GOWN-2");
  await page.keyboard.press("Tab");
  await chosen.getByText("GOWN-2").waitFor();
  await page.getByRole("status").filter({ hasText: /match/i }).first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Save rule" }).click();
  await page.waitForURL("**/admin/settings/cod");
  const [, sku = ""] = /\(([^()]+)\)$/.exec(name) ?? [];
  await page.getByText(`SKU of an item is ${sku}, GOWN-1, GOWN-2`).waitFor();
  await office.leave();
});

test("a product type takes categories and other types by name, and keeps them", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop));
  const { page } = office;
  await office.open("/admin/searches/types/new");
  await page.getByLabel("Name", { exact: true }).fill("Fancy dress");
  await page.getByLabel("Part of", { exact: true }).selectOption("Jewellery");
  for (const [field, name] of [
    ["Categories", "Kurtas"],
    ["Similar types", "Dupattas"],
  ] as const) {
    await page.getByRole("combobox", { name: `Add to ${field}` }).fill(name);
    await page
      .getByRole("list", { name: `${field}: chosen` })
      .getByText(name)
      .waitFor();
  }
  await page.getByRole("button", { name: "Save product type" }).click();
  await page.waitForURL("**/admin/searches/types");
  await office.open("/admin/searches/types/Fancy%20dress");
  await page.getByRole("list", { name: "Categories: chosen" }).getByText("Kurtas").waitFor();
  expect(await page.getByLabel("Part of", { exact: true }).inputValue()).toBe("Jewellery");
  await office.leave();
});
