import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { type Ask, asking } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

const thing = z.looseObject({ "@type": z.string() });
const graph = z.object({ "@context": z.literal("https://schema.org"), "@graph": z.array(thing) });

async function page(path: string, headers: Record<string, string> = {}) {
  const answer = await ask(path, { headers });
  const html = await answer.text();
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const things = blocks.flatMap(([, text = ""]) => graph.parse(JSON.parse(text))["@graph"]);
  return { html, answer, named: (type: string) => things.find((one) => one["@type"] === type) };
}

describe("structured data and meta tags", () => {
  test("structured data is for crawlers, which have no session, and not sent to whoever is signed in", async () => {
    const { cookie } = await aShopper(shop);
    for (const path of ["/", "/shop"]) {
      expect((await page(path)).html).toContain("application/ld+json");
      expect((await page(path, { cookie })).html).not.toContain("application/ld+json");
    }
  });

  test("home describes the shop and its search", async () => {
    const { named, html } = await page("/");
    expect(named("Organization")).toMatchObject({ name: "Campus Style", url: "http://shop.test/" });
    expect(named("WebSite")).toMatchObject({
      potentialAction: { target: { urlTemplate: "http://shop.test/shop?q={search_term_string}" } },
    });
    expect(html).toContain('type="application/rss+xml"');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  });

  test("a product without a brand names none", async () => {
    const { rows } = await shop.services.db.execute(sql`update product set brand = ''
      where slug = 'black-chelsea-boots' returning name`);
    const { named, html } = await page("/product/black-chelsea-boots");
    expect(html).toContain(`<title>${rows[0]?.name} · `);
    expect(named("ProductGroup")).not.toHaveProperty("brand");
  });

  test("a product lists all its variants with prices in rupees, shipping and return policy", async () => {
    const { named, html } = await page("/product/tan-moccasins");
    const { rows } =
      await shop.services.db.execute(sql`select count(*)::integer as variants, min(p.id::text) as id
      from variant v join product p on p.id = v.product_id where p.slug = 'tan-moccasins'`);
    const group = named("ProductGroup");
    expect(group).toMatchObject({ productGroupID: rows[0]?.id, brand: { "@type": "Brand" } });
    expect(group?.hasVariant).toHaveLength(Number(rows[0]?.variants));
    expect(z.array(z.looseObject({})).parse(group?.hasVariant)[0]).toMatchObject({
      sku: expect.any(String),
      offers: {
        price: expect.stringMatching(/^\d+\.\d\d$/),
        priceCurrency: "INR",
        availability: expect.stringMatching(/^https:\/\/schema\.org\/(In|OutOf)Stock$/),
        itemCondition: "https://schema.org/NewCondition",
        shippingDetails: { shippingRate: { value: "0.00", currency: "INR" } },
        hasMerchantReturnPolicy: { merchantReturnDays: 7, applicableCountry: "IN" },
      },
    });
    expect(html).toContain('property="og:image" content="http://shop.test/media/og/tan-moccasins.jpg"');
    expect(html).toContain('<meta property="og:image:width" content="1200"/>');
    expect(named("BreadcrumbList")).toBeDefined();
  });

  test("a rating is present only when there are reviews", async () => {
    const { db } = shop.services;
    await db.execute(
      sql`delete from review where product_id = (select id from product where slug = 'tan-moccasins')`,
    );
    expect((await page("/product/tan-moccasins")).named("ProductGroup")).not.toHaveProperty(
      "aggregateRating",
    );
    await db.execute(sql`insert into review (product_id, rating, comment)
      select id, 4, 'Soft' from product where slug = 'tan-moccasins'`);
    expect((await page("/product/tan-moccasins")).named("ProductGroup")).toMatchObject({
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
      review: [{ reviewBody: "Soft", reviewRating: { ratingValue: 4 } }],
    });
  });

  test("lists, FAQ and articles have their types", async () => {
    expect((await page("/shop")).named("ItemList")?.itemListElement).toHaveLength(12);
    expect((await page("/category/students")).named("BreadcrumbList")).toBeDefined();
    expect(z.array(thing).parse((await page("/faq")).named("FAQPage")?.mainEntity).length).toBeGreaterThan(
      10,
    );
    const blog = (await page("/blog")).html;
    const article = await page(/href="(\/blog\/[a-z0-9-]+)"/.exec(blog)?.[1] ?? "");
    expect(article.named("BlogPosting")).toMatchObject({
      headline: expect.any(String),
      dateModified: expect.any(String),
    });
  });

  test("searches and missing products are noindex", async () => {
    expect((await page("/shop?q=kurta")).answer.headers.get("X-Robots-Tag")).toBe("noindex");
    expect((await page("/product/no-such")).answer.headers.get("X-Robots-Tag")).toBe("noindex");
    expect((await page("/shop")).answer.headers.get("X-Robots-Tag")).toBeNull();
    expect((await page("/shop?size=M&page=2")).html).toContain(
      '<link rel="canonical" href="http://shop.test/shop"/>',
    );
  });
});

describe("sitemaps and feeds", () => {
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, at = ""]) => at);

  test("the sitemap lists pages, articles and all active products, and its addresses answer 200", async () => {
    expect(await (await ask("/robots.txt")).text()).toContain("Sitemap: http://shop.test/sitemap.xml");
    const index = await (await ask("/sitemap.xml")).text();
    const files = locations(index);
    expect(files.map((file) => file.split("/").at(-1))).toEqual([
      "sitemap-pages.xml",
      "sitemap-posts.xml",
      "sitemap-products-1.xml",
    ]);
    const counted: Record<string, number> = {};
    for (const file of files) {
      const xml = await (await ask(new URL(file).pathname)).text();
      const places = locations(xml);
      counted[file.split("/").at(-1) ?? ""] = places.length;
      for (const place of [...places.slice(0, 12), ...places.slice(-2)])
        expect((await ask(new URL(place).pathname)).status, place).toBe(200);
      if (file.includes("products"))
        expect(xml).toMatch(/<lastmod>2\d{3}-.*<image:loc>http:\/\/shop\.test\/media\//);
    }
    const { rows } = await shop.services.db.execute(
      sql`select count(*)::integer as active from product where status = 'active'`,
    );
    expect(counted["sitemap-products-1.xml"]).toBe(rows[0]?.active);
    for (const other of ["sitemap-products-2.xml", "sitemap-products-0.xml", "x.xml"])
      expect((await ask(`/sitemaps/${other}`)).status).toBe(404);
  });

  test("the product feed has one item for each variant of active products", async () => {
    const answer = await ask("/feeds/google.xml");
    const xml = await answer.text();
    const { rows } = await shop.services.db.execute(
      sql`select count(*)::integer as sold from variant v join product p on p.id = v.product_id where p.status = 'active'`,
    );
    expect(xml.match(/<item>/g)).toHaveLength(Number(rows[0]?.sold));
    expect(xml.match(/<g:image_link>/g)).toHaveLength(Number(rows[0]?.sold));
    expect(xml).toMatch(/<g:price>\d+\.00 INR<\/g:price>/);
    expect(xml).toContain("<g:availability>in_stock</g:availability>");
    expect((await (await ask("/feeds/blog.xml")).text()).match(/<item>/g)?.length).toBeGreaterThan(3);
    expect((await ask("/feeds/other.xml")).status).toBe(404);
  });

  test("each item of the product feed has the values and lengths that Google asks for", async () => {
    const long = {
      sku: "S".repeat(60),
      brand: "B".repeat(80),
      colour: "C".repeat(60),
      material: "M".repeat(400),
    };
    await shop.services.db.execute(sql`update product set brand = ${long.brand}, material = ${long.material}
      where slug = 'tan-moccasins'`);
    const { rows } =
      await shop.services.db.execute(sql`update variant set sku = ${long.sku}, colour = ${long.colour}
      where id = (select v.id from variant v join product p on p.id = v.product_id where slug = 'tan-moccasins'
        order by v.position limit 1) returning id`);
    const { policy } = await shopSettings(shop.services);
    const xml = await (await ask("/feeds/google.xml")).text();
    const items = [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = ""]) => item);
    const address = /^http:\/\/shop\.test\/\S+$/;
    const money = /^\d+\.\d\d INR$/;
    // https://support.google.com/merchants/answer/7052112
    const allowed: Record<string, RegExp> = {
      "g:id": /^\S{1,50}$/,
      "g:title": /^.{1,150}$/,
      "g:description": /^.{1,5000}$/s,
      "g:link": address,
      "g:image_link": address,
      "g:additional_image_link": address,
      "g:availability": /^(in_stock|out_of_stock)$/,
      "g:price": money,
      "g:sale_price": money,
      "g:brand": /^.{1,70}$/,
      "g:condition": /^new$/,
      "g:identifier_exists": /^no$/,
      "g:item_group_id": /^[0-9a-f-]{36}$/,
      "g:google_product_category": /^Apparel &amp; Accessories &gt; /,
      "g:product_type": /^.{1,750}$/,
      "g:color": /^.{1,40}$/,
      "g:size": /^.{1,100}$/,
      "g:material": /^.{1,200}$/,
      "g:gender": /^(male|female|unisex)$/,
      "g:age_group": /^adult$/,
    };
    const fee = (policy.deliveryFee / 100).toFixed(2);
    const shipping = `<g:shipping><g:country>IN</g:country><g:price>${fee} INR</g:price></g:shipping>`;
    const wrong = items.flatMap((item) => {
      if (!item.includes(shipping)) return [item.slice(item.indexOf("<g:shipping>"))];
      return [...item.replace(shipping, "").matchAll(/<(g:\w+)>(.*?)<\/\1>/gs)].flatMap(
        ([whole, name = "", text = ""]) => (allowed[name]?.test(text) ? [] : [whole]),
      );
    });
    expect(wrong).toEqual([]);
    expect(items.length).toBeGreaterThan(1_000);
    const ids = items.map((item) => /<g:id>(.*?)<\/g:id>/.exec(item)?.[1]);
    expect(new Set(ids).size).toBe(items.length);
    expect(ids).toContain(rows[0]?.id);
  });

  test("a product's share picture is served as JPEG, and its ETag changes with the price", async () => {
    const first = await ask("/media/og/tan-moccasins.jpg");
    expect(first.headers.get("Content-Type")).toBe("image/jpeg");
    expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    const tag = first.headers.get("ETag") ?? "";
    expect((await ask("/media/og/tan-moccasins.jpg", { headers: { "If-None-Match": tag } })).status).toBe(
      304,
    );
    await shop.services.db.execute(sql`update product set price = price + 100 where slug = 'tan-moccasins'`);
    expect((await ask("/media/og/tan-moccasins.jpg")).headers.get("ETag")).not.toBe(tag);
    for (const none of ["no-such.jpg", "tan-moccasins.png", "..jpg"])
      expect((await ask(`/media/og/${none}`)).status).toBe(404);
  });
});
