import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readDemoData } from "../../../demo/seed/demo-data.server.ts";
import { openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();
const { pictures } = await readDemoData();
const keyOf = (file: string) => pictures[file]?.key ?? "unknown";
const slug = "pocket-logo-essential-tee";
const [navy, olive] = [keyOf(`${slug}-1.webp`), keyOf(`${slug}-2.webp`)];

/** The picture of the gallery that is scrolled into its frame. */
const shownIn = (page: Page) =>
  page.locator(".strip").evaluate((strip) => {
    const frame = strip.getBoundingClientRect();
    const shown = [...strip.children].find(
      (one) => Math.abs(one.getBoundingClientRect().left - frame.left) < 2,
    );
    // The AVIFs: an image that the browser creates has no JPEG.
    return shown?.querySelector("source")?.srcset ?? "none";
  });

test.each([
  ["with scripts", true],
  ["without scripts", false],
])("choosing a colour shows its picture, %s", async (_name, scripts) => {
  const visitor = await shop.visit({ screen: phone, scripts });
  const { page } = visitor;
  await visitor.open(`/product/${slug}`);
  expect(await shownIn(page)).toContain(navy);
  await page.locator(".swatches label").nth(1).click();
  await expect.poll(() => shownIn(page)).toContain(olive);
  await page.locator(".swatches label").nth(0).click();
  await expect.poll(() => shownIn(page)).toContain(navy);
  await visitor.leave();
});

test("a list filtered by colour shows that colour on the card, and the product page preselects it", async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const card = page.locator(".card", { hasText: "Pocket Logo" }).first();
  const picture = () => card.locator("img").getAttribute("src");
  await visitor.open("/shop?q=pocket+logo");
  expect(await picture()).toContain(navy);
  await visitor.open("/shop?q=pocket+logo&colour=green");
  expect(await picture()).toContain(olive);
  await card.getByRole("link").click();
  await page.waitForURL(`**/product/${slug}?colour=Olive`);
  await page.getByRole("radio", { name: "Olive", checked: true }).waitFor();
  await expect.poll(() => shownIn(page)).toContain(olive);
  await visitor.leave();
});

test("a product with many colours is no wider than a phone, and each can be chosen", async () => {
  await shop.shop.services.db.execute(sql`
    insert into variant (product_id, position, size, colour, colour_hex, sku, price)
    select p.id, 100 + n, 'M', 'Shade ' || n, '#1d2a4d', 'SHADE-' || n, null
    from product p, generate_series(1, 24) n where p.slug = ${slug}`);
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  await visitor.open(`/product/${slug}`);
  await page.getByRole("radio", { name: "Shade 24" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.locator(".swatches label").last().click();
  await page.getByRole("radio", { name: "Shade 24", checked: true }).waitFor();
  await visitor.leave();
});
