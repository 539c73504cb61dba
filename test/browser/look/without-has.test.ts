import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sidewaysScroll } from "../../support/accessibility.server.ts";
import { visitAs } from "../../support/cart/cart-visits.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
let asha: Person;
beforeAll(async () => {
  asha = await aShopper(shop.shop);
});

/** What a browser without `:has()` makes of the page's styles: rules with it are invalid, `@supports not` applies. */
async function withoutHas(page: Page) {
  const dropped = await page.evaluate(() => {
    let count = 0;
    const dropIn = (rules: CSSGroupingRule | CSSStyleSheet) => {
      for (let at = rules.cssRules.length - 1; at >= 0; at--) {
        const rule = rules.cssRules[at];
        if (rule instanceof CSSSupportsRule && /^not selector\(:has/.test(rule.conditionText)) {
          const texts = Array.from(rule.cssRules, ({ cssText }) => cssText);
          rules.deleteRule(at);
          for (const text of texts.toReversed()) rules.insertRule(text, at);
        } else if (rule instanceof CSSStyleRule && rule.selectorText.includes(":has(")) {
          rules.deleteRule(at);
          count++;
        } else if (rule instanceof CSSGroupingRule) dropIn(rule);
      }
    };
    for (const sheet of document.styleSheets) dropIn(sheet);
    return count;
  });
  expect(dropped).toBeGreaterThan(5);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

const visit = (person: Person) => visitAs(shop, person, { screen: phone });

test("a size and a colour show that they are chosen, and messages stand above the price", async () => {
  const visitor = await visit(asha);
  const { page } = visitor;
  await visitor.open("/product/maroon-festive-kurta");
  await withoutHas(page);
  for (const kind of ["size", "colour"]) {
    const choice = page.locator(`input[name=${kind}]:enabled`).first();
    await choice.check();
    expect(await choice.evaluate((radio) => getComputedStyle(radio).opacity)).toBe("1");
  }
  const bottom = await page.locator(".toasts").evaluate((box) => box.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual((await page.locator(".buy-bar").boundingBox())?.y ?? 0);
  await page.locator(".buy-bar").getByRole("button", { name: "Add to Cart" }).click();
  await page
    .getByText(/added to/i)
    .first()
    .waitFor();
  await visitor.leave();
});

test("an exchange can be asked for, and a review be written", async () => {
  const shirt = await aShirt(shop.shop, { name: "Indigo Kurta" });
  const order = await aDeliveredOrder(shop.shop, asha, [[shirt, 1]]);
  const visitor = await visit(asha);
  const { page } = visitor;
  await visitor.open(`/orders/${order.id}/return`);
  await withoutHas(page);
  await page.getByLabel("Exchange", { exact: true }).check();
  expect(await page.locator(".instead").first().isVisible()).toBe(true);
  await visitor.open(`/orders/${order.id}/review`);
  await withoutHas(page);
  await page.locator(".rate label").nth(3).click();
  const star = page.locator(".rate label").nth(3).locator(".star");
  const fill = () => star.evaluate((icon) => getComputedStyle(icon).fill);
  expect(await fill()).not.toBe("none");
  expect(await page.locator(".name-to-show").first().isVisible()).toBe(true);
  await visitor.leave();
});

test("staff set the status of several orders", async () => {
  await anOrder(shop.shop, asha);
  const visitor = await visit(await anAdmin(shop.shop));
  const { page } = visitor;
  await visitor.open("/admin/orders");
  await withoutHas(page);
  await page.locator(".row-choice").first().check();
  expect(await page.locator(".bulk-bar").isVisible()).toBe(true);
  await visitor.leave();
});
