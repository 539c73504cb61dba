import { expect, test } from "vitest";
import { desktop, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

/** Takes away from this Chromium what the oldest supported browsers lack. */
function withoutNewFeatures() {
  for (const [owner, names] of [
    [URL, ["parse", "canParse"]],
    [Map, ["groupBy"]],
    [Object, ["groupBy"]],
    [Promise, ["withResolvers", "try"]],
    [HTMLButtonElement.prototype, ["command", "commandForElement"]],
  ] as const)
    for (const name of names) Reflect.deleteProperty(owner, name);
  document.addEventListener("command", (event) => event.preventDefault(), { capture: true });
}

test("a browser of three years ago opens the menu and the filters, and suggests", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await page.addInitScript(withoutNewFeatures);
  await visitor.open("/shop");
  expect(await page.evaluate(() => "parse" in URL || "groupBy" in Map)).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("dialog", { name: "Filters" }).waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize(desktop);
  const field = page.getByRole("banner").getByLabel("Search for products").first();
  await field.pressSequentially("kur");
  await page.getByRole("listbox", { name: "Suggestions" }).first().waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test("the footer's links are reachable in a browser without ::details-content", async () => {
  const visitor = await shop.visit({ screen: desktop });
  const { page } = visitor;
  await visitor.open("/");
  // What such a browser ignores.
  await page.evaluate(() => {
    const dropIn = (rules: CSSGroupingRule | CSSStyleSheet) => {
      for (let at = rules.cssRules.length - 1; at >= 0; at--) {
        const rule = rules.cssRules[at];
        if (rule instanceof CSSSupportsRule && rule.conditionText.includes("details-content"))
          rules.deleteRule(at);
        else if (rule instanceof CSSGroupingRule) dropIn(rule);
      }
    };
    for (const sheet of document.styleSheets) dropIn(sheet);
  });
  await page.getByRole("contentinfo").locator("summary", { hasText: "Quick Links" }).click();
  await page.getByRole("contentinfo").getByRole("link", { name: "Track Order" }).waitFor();
  await visitor.leave();
});

test("a wrong field and a chosen size keep their focus ring", async () => {
  const visitor = await shop.visit({ screen: desktop, expected: /status of 4(00|22)/ });
  const { page } = visitor;
  const ring = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).boxShadow);
  await visitor.open("/contact");
  await page.getByRole("button", { name: "Send Message" }).press("Enter");
  const wrong = "main [aria-invalid='true']:focus";
  await page.locator(wrong).waitFor();
  const focused = await ring(wrong);
  await page.getByRole("button", { name: "Send Message" }).focus();
  expect(focused).not.toContain("inset");
  expect(await ring("main [aria-invalid='true']")).toContain("inset");
  await visitor.open("/product/maroon-festive-kurta");
  await page.locator(".size input:enabled").first().focus();
  await page.keyboard.press("Space");
  expect(await ring(".size:has(:checked)")).toBe(focused);
  await visitor.leave();
});

test("messages stand above the price in the buy bar", async () => {
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open("/product/maroon-festive-kurta");
  const bottom = await page.locator(".toasts").evaluate((box) => box.getBoundingClientRect().bottom);
  const bar = await page.locator(".buy-bar").evaluate((box) => box.getBoundingClientRect().top);
  expect(bottom).toBeLessThanOrEqual(bar);
  await visitor.leave();
});
