import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { cartOf } from "../../../shop/cart/cart-of.server.ts";
import { addToCart } from "../../../shop/cart/change-cart.server.ts";
import { checkImport } from "../../../shop/import/check-import.server.ts";
import { startImport } from "../../../shop/import/start-import.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { listAll } from "../../support/listing/list-all.server.ts";
import { orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";

const shopper = orderingShop();
const page = (path: string) => readPage(shopper().ask, path);
const cases = new URL("../../support/files/cases/", import.meta.url);
// Alpha: L ₹5,999, S ₹49. Beta: M ₹59. Gamma: M ₹69, sold out; L ₹9,999.

beforeAll(async () => {
  const { shop } = shopper();
  const actor = aStaffMember({ name: "Meera" });
  const file = await readFile(new URL("variant-prices.csv", cases));
  const { id } = await checkImport(shop.services, { actor, file, fileName: "variants.csv", mode: "both" });
  await startImport(shop.services, { actor, id });
  await shop.runDue();
});

const pricesIn = async (address: string) =>
  (await listAll(shopper().shop.services, address)).products
    .filter(({ slug }) => slug.startsWith("own-price"))
    .map(
      ({ slug, price, pricesDiffer }) => `${slug.slice(-1)} ${price.paid / 100}${pricesDiffer ? "+" : ""}`,
    );

test("lists show, filter and sort by the prices that can be bought of the variants that fit", async () => {
  const text = "q=own+price";
  expect(await pricesIn(`${text}&sort=price-asc`)).toEqual(["a 49+", "b 59", "c 9999"]);
  expect(await pricesIn(`${text}&sort=price-desc`)).toEqual(["c 9999", "b 59", "a 49+"]);
  expect(await pricesIn(`${text}&sort=price-asc&price=0-500`)).toEqual(["a 49", "b 59"]);
  expect(await pricesIn(`${text}&sort=price-asc&price=2000`)).toEqual(["a 5999", "c 9999"]);
  expect(await pricesIn(`${text}&sort=price-asc&size=L`)).toEqual(["a 5999", "c 9999"]);
  expect(await pricesIn(`${text}&sort=price-asc&size=L&price=0-500`)).toEqual([]);
  // A sold-out size that was asked for is shown at its own price.
  expect(await pricesIn(`${text}&sort=price-asc&size=M`)).toEqual(["b 59", "c 69"]);
  expect(await pricesIn(`${text}&sort=price-asc&min=5000&max=6000`)).toEqual(["a 5999"]);
  const { facets } = await listAll(shopper().shop.services, `${text}&size=L`);
  expect(facets.bands.map(({ value, count }) => [value, count])).toEqual([["2000", 2]]);
});

test("a card says From where prices differ, and opens the variant whose price it shows", async () => {
  const all = await page(`/shop?q=own+price`);
  expect(all.text).toMatch(/Own Price Alpha shirt\s*From\s*₹49/);
  expect(all.text).toMatch(/Own Price Gamma shirt\s*₹9,999/);
  const large = await page(`/shop?q=own+price&size=L`);
  expect(large.text).toMatch(/Own Price Alpha shirt\s*₹5,999/);
  expect(large.html).toContain('href="/product/own-price-a?size=L"');
});

test("the page, its buy bar, structured data, the feed and the cart have the price of the variant", async () => {
  const { shop, asha } = shopper();
  const plain = await page("/product/own-price-a");
  expect(plain.text.match(/From\s*₹49/g)).toHaveLength(2);
  const large = await page("/product/own-price-a?size=L");
  expect(large.text.match(/₹5,999/g)).toHaveLength(2);
  expect(large.text).not.toMatch(/₹49\b/);
  expect(large.html).toMatch(/<input[^>]*name="size"[^>]*value="L"[^>]*checked|checked=""[^>]*value="L"/);
  const offers = [...plain.html.matchAll(/"url":"[^"]*(\/product\/own-price-a[^"]*)","price":"([\d.]+)"/g)];
  expect(offers.map(([, url, price]) => [url, price])).toEqual(
    expect.arrayContaining([
      ["/product/own-price-a?size=L", "5999.00"],
      ["/product/own-price-a?size=S", "49.00"],
    ]),
  );
  const feed = (await page("/feeds/google.xml")).html;
  const item = /<item><g:id>OPC-L<[\s\S]*?<\/item>/.exec(feed)?.[0] ?? "";
  expect(item).toContain("<g:price>9999.00 INR</g:price>");
  expect(item).toContain("/product/own-price-c?size=L</g:link>");
  const { html } = await page("/product/own-price-c");
  const productId = z.uuid().parse(/name="product" value="([^"]+)"/.exec(html)?.[1]);
  await addToCart(shop.services, asha, { productId, size: "L", colour: null, quantity: 1 });
  const { lines } = await cartOf(shop.services, asha.id);
  expect(lines.map(({ name, unit }) => [name, unit])).toEqual([["Own Price Gamma shirt", 9999_00]]);
});

test("the demo has shoes dearer from size 10, and lists of that size have their price", async () => {
  const boots = async (address: string) =>
    (await listAll(shopper().shop.services, address)).products.find(
      ({ slug }) => slug === "black-chelsea-boots",
    );
  const [any, ten] = [await boots("q=black+chelsea+boots"), await boots("q=black+chelsea+boots&size=10")];
  expect(any?.pricesDiffer).toBe(true);
  expect((ten?.price.paid ?? 0) - (any?.price.paid ?? 0)).toBe(200_00);
});
