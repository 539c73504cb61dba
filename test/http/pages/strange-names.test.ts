import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
let id: string;
let plain: string;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  const { rows } = await shop.services.db.execute(sql`select id from product where slug = 'tan-moccasins'`);
  id = String(rows[0]?.id);
  plain = await (await ask("/product/tan-moccasins")).text();
});
afterAll(() => shop.dispose());

const payloads = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "</ScRiPt ><script>alert(1)</script>",
  "</script/><img src=x onerror=alert(1)>",
  "<!--<script>",
  "--><script>alert(1)</script>",
  "<!--",
  "]]><script>alert(1)</script>",
  "<![CDATA[<script>alert(1)</script>]]>",
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '"}]}</script><svg onload=alert(1)>',
  '\\"}]}</script><svg onload=alert(1)>',
  "\\u003c/script\\u003e\\u003cscript\\u003ealert(1)",
  "\\x3c/script\\x3e",
  "&lt;/script&gt;&lt;script&gt;alert(1)",
  "&#60;/script&#62;",
  "&quot;&gt;&lt;script&gt;",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<style>*{display:none}</style>",
  "</style><script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  "</head><body onload=alert(1)>",
  "</textarea><script>alert(1)</script>",
  "</noscript><script>alert(1)</script>",
  "javascript:alert(1)",
  "{{constructor.constructor('alert(1)')()}}",
  "$\u007balert(1)}",
  "$& $` $' $1 $$",
  "a\u2028alert(1)\u2029b",
  "a\u0085b\u00a0c",
  "\ufeff<script>alert(1)</script>",
  "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;",
  "<item><g:price>0.01 INR</g:price></item>",
  "\u202e<script>\u202c",
  "<<script>alert(1)//<</script>",
  "कुर्ता <b>& 'साड़ी'</b> \u{1f457}",
  "<a href='data:text/html,<script>alert(1)</script>'>",
];

/** Every element that could run something, by its opening tag. */
const dangerous = (html: string) =>
  [...html.matchAll(/<(script|iframe|svg|img|style|body)\b[^>]*>/gi)].map(([tag]) =>
    tag.replaceAll(/nonce="[^"]*"|content="[^"]*"|alt="[^"]*"|aria-label="[^"]*"/g, ""),
  );

test("there are at least forty payloads", () => expect(payloads.length).toBeGreaterThanOrEqual(40));

test.each(payloads)("%s as a product name is escaped in page, structured data and feed", async (payload) => {
  const { db } = shop.services;
  await db.execute(sql`update product set name = ${payload}, brand = ${payload.slice(0, 60)},
    description = ${payload} where id = ${id}`);
  const html = await (await ask("/product/tan-moccasins")).text();
  expect(dangerous(html)).toEqual(dangerous(plain));
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(json)["@graph"][0]).toMatchObject({ name: payload, description: payload });
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);

  const { batch } = await feedItems();
  expect(
    batch.every((item) => /^(<g:[a-z_]+>[^<>]*<\/g:[a-z_]+>)+<g:shipping>.*<\/g:shipping>$/.test(item)),
  ).toBe(true);
});

/** The items of the feed that belong to the product, without their own tags. */
async function feedItems() {
  const xml = await (await ask("/feeds/google.xml")).text();
  expect(xml.replaceAll(/&(amp|lt|gt|quot|apos);/g, "")).not.toContain("&");
  const items = [...xml.matchAll(/<item>(.*?)<\/item>\n/gs)].map(([, item = ""]) =>
    item.replaceAll(/\s/g, " "),
  );
  return { batch: items.filter((item) => item.includes(id)) };
}
