import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openShop, phone } from "../../support/visitor.server.ts";

/** Windows and browsers can force a few colours of the person's own on all pages. */
const shop = openShop();

/** What the browser paints: a computed property of the first element that fits, or of its pseudo-element. */
const painted = (page: Page, selector: string, property: string, pseudo?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, [name, part]) => getComputedStyle(element, part || undefined).getPropertyValue(name ?? ""),
      [property, pseudo ?? ""],
    );

test("in a contrast theme colours are seen, what is chosen is told apart, and buttons have an edge", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await page.emulateMedia({ forcedColors: "active" });
  await visitor.open("/product/pocket-logo-essential-tee");
  expect(await painted(page, ".swatches .swatch", "background-color", "::after")).toBe("rgb(31, 42, 68)");
  await page.locator(".size").nth(1).click();
  const chosen = await painted(page, ".size:has(:checked)", "background-color");
  expect(chosen).not.toBe(await painted(page, ".size:not(:has(:checked))", "background-color"));
  expect(chosen).not.toBe(await painted(page, ".size:has(:checked)", "color"));
  expect(await painted(page, "#buy .btn-primary", "border-top-width")).toBe("1px");
  // Chromium's stand-in for a theme in light mode is black on white.
  const ground = "rgb(255, 255, 255)";
  expect(await painted(page, ".mark-block i", "background-color")).not.toBe(ground);

  await visitor.open("/");
  const [tab, others] = ['.tab[aria-selected="true"]', '.tab[aria-selected="false"]'];
  expect(await painted(page, others, "border-bottom-color")).toBe(ground);
  expect(await painted(page, tab, "border-bottom-color")).not.toBe(ground);

  await visitor.leave();
});
