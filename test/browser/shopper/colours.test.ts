import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readDemoData } from "../../../demo/seed/demo-data.server.ts";
import { holdScripts, openShop, phone } from "../../support/visitor.server.ts";

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

/** A tee in twelve shades, each with a picture of its own. Out: its path, and the picture of a shade. */
async function manyShades() {
  const { db } = shop.shop.services;
  await db.execute(sql`
    with tee as (insert into product (slug, name, brand, price, hsn_code, status, category_id)
      select 'tee-of-shades', 'Tee of Shades', brand, price, hsn_code, 'active', category_id
      from product where slug = ${slug} on conflict (slug) do nothing returning id),
    shades as (insert into variant (product_id, position, size, colour, colour_hex, sku)
      select id, n, 'M', 'Shade ' || n, '#1d2a4d', 'TEE-SHADE-' || n from tee, generate_series(1, 12) n)
    insert into product_picture (product_id, position, picture_key, alt, colour)
      select tee.id, p.n, p.key, 'Shade ' || p.n, 'Shade ' || p.n
      from tee, (select key, row_number() over (order by key) as n from picture limit 12) p`);
  await db.execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, 5, 'system', 'first stock' from variant where sku like 'TEE-SHADE-%' and stock = 0`);
  const { rows } = await db.execute<{ key: string; colour: string }>(sql`
    select picture_key as key, colour from product_picture w join product p on p.id = w.product_id
    where p.slug = 'tee-of-shades'`);
  const keys = new Map(rows.map(({ colour, key }) => [colour, key]));
  return { path: "/product/tee-of-shades", pictureOf: (shade: string) => keys.get(shade) ?? "unknown" };
}

test("without scripts each of many colours can be shown, with the size that was chosen", async () => {
  const { path, pictureOf } = await manyShades();
  const visitor = await shop.visit({ screen: phone, scripts: false });
  const { page } = visitor;
  await visitor.open(path);
  await page.locator(".swatches label").nth(7).click();
  await expect.poll(() => shownIn(page)).toContain(pictureOf("Shade 8"));
  await page.locator("label.size").click();
  await page.locator(".swatches label").nth(10).click();
  await page.getByRole("button", { name: "Show this colour" }).click();
  await page.getByRole("radio", { name: "Shade 11", checked: true }).waitFor();
  await expect.poll(() => shownIn(page)).toContain(pictureOf("Shade 11"));
  expect(await page.locator("input[name=size]:checked").inputValue()).toBe("M");
  await page.locator(".swatches label").nth(2).click();
  await expect.poll(() => shownIn(page)).toContain(pictureOf("Shade 3"));
  await visitor.leave();
});

test.each([3, 11])("colour %i, chosen before the scripts are there, is shown once they are", async (nth) => {
  const { path, pictureOf } = await manyShades();
  const visitor = await shop.visit({ screen: phone });
  const { page } = visitor;
  const scripts = await holdScripts(page);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await page
    .locator(".swatches label")
    .nth(nth - 1)
    .click();
  await page.locator("label.size").click();
  await scripts.release();
  await page.getByRole("radio", { name: `Shade ${nth}`, checked: true }).waitFor();
  await expect.poll(() => shownIn(page)).toContain(pictureOf(`Shade ${nth}`));
  expect(await page.locator("#colour-label").textContent()).toContain(`Shade ${nth}`);
  // The size, too: it is not asked for again.
  expect(await page.locator("#size-label").textContent()).toBe("Size M");
  expect(await page.getByRole("button", { name: "Show this colour" }).count()).toBe(0);
  await visitor.leave();
});
