import { expect, test } from "vitest";
import { faultsInEveryShape, sidewaysScroll } from "../../support/accessibility.server.ts";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test.each([true, false])("the header menu's categories work by keyboard, scripts: %s", async (scripts) => {
  const visitor = await shop.visit({ screen: desktop, scripts });
  const { page } = visitor;
  await visitor.open("/shop");
  await visitor.open("/faq");
  const men = page
    .getByRole("navigation", { name: "Main" })
    .locator("summary[aria-label='Categories of Men']");
  await men.focus();
  await page.keyboard.press("Enter");
  const first = page.locator(".nav details[open] a").first();
  await first.waitFor();
  if (scripts) {
    expect(await faultsInEveryShape(page, [desktop])).toEqual([]);
    await page.keyboard.press("Escape");
    await first.waitFor({ state: "hidden" });
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Shop" }).focus();
    await first.waitFor({ state: "hidden" });
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await sidewaysScroll(page)).toBe(0);
    }
    await men.click();
  }
  const name = (await first.textContent()) ?? "";
  await first.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: `Remove filter ${name}` }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/category/men");
  if (scripts) await page.locator(".nav details[open]").waitFor({ state: "detached" });
  await visitor.leave();
});

test.each([true, false])("the phone menu's categories filter the list, scripts: %s", async (scripts) => {
  const visitor = await shop.visit({ screen: phone, scripts });
  const { page } = visitor;
  await visitor.open("/shop");
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.locator("summary[aria-label='Categories of Women']").click();
  const first = menu.locator("details[open] a").first();
  await first.waitFor();
  if (scripts) {
    expect(await faultsInEveryShape(page, [phone])).toEqual([]);
  }
  const name = (await first.textContent()) ?? "";
  await first.click();
  await page.getByRole("link", { name: `Remove filter ${name}` }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/category/women");
  await menu.waitFor({ state: "hidden" });
  await visitor.leave();
});
