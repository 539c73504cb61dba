import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { menuKind } from "../../../shop/publishing/menus.server.ts";
import { publish } from "../../../shop/publishing/publishing.server.ts";
import { someStaff } from "../../support/access/actors.ts";
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

test("an own header, two deep: opened and followed by keys on wide screens and by a finger on phones", async () => {
  const link = (label: string, to: string, isBelow = false) =>
    ({ kind: "link", label, to, isBelow, onlyOnPhones: false }) as const;
  const items = [link("Sale", "/shop?max=499"), link("Gifts", ""), link("For her", "/category/women", true)];
  const asked = { actor: someStaff, key: "header", version: "0", content: { items }, at: null };
  expect(await publish(shop.shop.services, menuKind, asked)).toMatchObject({ ok: true });
  const { page, open, complaints, leave } = await shop.visit();
  await open("/faq");
  const gifts = page.getByRole("navigation", { name: "Main" }).getByLabel("More of Gifts");
  await gifts.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "For her" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "For her" }).waitFor({ state: "hidden" });
  expect(await gifts.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/category/women");

  await page.setViewportSize(phone);
  await open("/faq");
  const finger = await page.context().newCDPSession(page);
  await finger.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const tap = async (target: Locator) => {
    const box = await target.boundingBox();
    if (!box) throw new Error("It is not shown");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await tap(page.getByRole("button", { name: "Menu" }));
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByText("Gifts").waitFor({ timeout: 5_000 });
  const below = menu.getByRole("link", { name: "For her" });
  expect(await below.isVisible()).toBe(false);
  await tap(menu.getByLabel("More of Gifts"));
  await below.waitFor();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await tap(below);
  await page.waitForURL("**/category/women");
  expect(complaints).toEqual([]);
  await leave();
});
