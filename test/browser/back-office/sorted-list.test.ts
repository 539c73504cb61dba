import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anAdmin } from "../../support/users.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

/** What stands in the menu of phones, in its order. */
const orderOf = (page: Page) =>
  page
    .getByRole("list", { name: "Items" })
    .getByRole("listitem")
    .evaluateAll((rows) =>
      rows.map((row) => row.querySelector<HTMLInputElement>("input[type=text], input:not([type])")?.value),
    );
const handleOf = (page: Page, name: string) => page.getByRole("button", { name: `Move ${name}:` });
/** The middle of an element on the screen. */
async function middleOf(page: Page, name: string) {
  const box = await handleOf(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a list is sorted by mouse, finger, arrow keys and buttons, told to screen readers, and saved in its order", async () => {
  const office = await visitAs(shop, await anAdmin(shop.shop), {
    screen: { width: 360, height: 1800 },
    expected: /status of 400/,
  });
  const { page } = office;
  const said = page.getByRole("status");
  await office.open("/admin/content/menus/phone");
  expect(await orderOf(page)).toEqual(["Track Order", "Blog", "FAQ", "Contact"]);

  const [from, to] = [await middleOf(page, "Contact"), await middleOf(page, "Track Order")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, to.y - 10, { steps: 4 });
  await page.mouse.up();
  expect(await orderOf(page)).toEqual(["Contact", "Track Order", "Blog", "FAQ"]);
  await said.getByText("Contact: place 1 of 4.").waitFor();

  const [down, last] = [await middleOf(page, "Contact"), await middleOf(page, "Blog")];
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x: down.x, y }] });
  await touch("touchStart", down.y);
  for (const part of [0.3, 0.7, 1]) await touch("touchMove", down.y + (last.y + 30 - down.y) * part);
  await touch("touchEnd");
  expect(await orderOf(page)).toEqual(["Track Order", "Blog", "Contact", "FAQ"]);

  await handleOf(page, "FAQ").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await orderOf(page)).toEqual(["Track Order", "FAQ", "Blog", "Contact"]);
  await said.getByText("FAQ: place 2 of 4.").waitFor();
  expect(await handleOf(page, "FAQ").evaluate((button) => button === document.activeElement)).toBe(true);

  await page.getByRole("button", { name: "Move down: FAQ" }).click();
  await page.getByRole("button", { name: "Remove: Contact" }).click();
  await page.getByRole("combobox", { name: "Add" }).selectOption("Link");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.keyboard.type("Care");
  await page.getByLabel("Leads to").last().fill("/nowhere");
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("There is no page at this address").waitFor();
  await page.getByLabel("Leads to").last().fill("/faq");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("Visitors see it now.").waitFor();
  expect(await orderOf(page)).toEqual(["Track Order", "Blog", "FAQ", "Care"]);

  await page.setViewportSize(phone);
  await office.open("/");
  await page.getByRole("button", { name: "Menu" }).click();
  const links = page.getByRole("dialog", { name: "Menu" }).locator(".menu-list.quiet a");
  expect((await links.allTextContents()).slice(-4)).toEqual(["Track Order", "Blog", "FAQ", "Care"]);
  expect(office.complaints).toEqual([]);
  await office.leave();
});
