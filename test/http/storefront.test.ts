import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ask, asking, textOf } from "../support/ask.server.ts";
import { listAll } from "../support/listing/list-all.server.ts";
import { aShirt } from "../support/orders.server.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

async function page(path: string) {
  const answer = await ask(path);
  const html = await answer.text();
  return { status: answer.status, headers: answer.headers, html, text: textOf(html) };
}

const list = (search: string) => listAll(shop.services, search);

describe("home", () => {
  test("has the texts and links of the specification", async () => {
    const { status, text, html } = await page("/");
    expect(status).toBe(200);
    for (const words of [
      "Campus Style Redefined",
      "Discover trendy student clothing, stylish accessories, and affordable fashion that matches your campus vibe",
      "10K+ Happy Students",
      "500+ Products",
      "50+ Brands",
      "Shop by Category",
      "View All Products",
    ])
      expect(text).toContain(words);
    expect(html).toMatch(/href="\/shop"[^>]*>Shop Collection/);
    expect(html).toMatch(/href="\/category\/students"[^>]*>View Categories/);
    for (const path of ["/orders", "/contact", "/refund-policy", "/terms-and-conditions"])
      expect(html).toContain(`href="${path}"`);
  });

  test("has six category cards with the counts of the catalogue", async () => {
    const { text } = await page("/");
    for (const card of [
      /Students ?230\+ items/,
      /Girls ?320\+ items/,
      /Men ?320\+ items/,
      /Women ?440\+ items/,
      /Accessories ?180\+ items/,
      /Footwear ?90\+ items/,
    ])
      expect(text).toMatch(card);
  });

  test("shows twelve products a tab, four at a time, with and without scripts", async () => {
    const first = await page("/");
    expect(first.text).toMatch(/New Arrivals 12 Popular Products 12 Offer Zone 12/);
    expect(first.html.match(/class="card[ "]/g)).toHaveLength(4);
    expect(first.html).toMatch(/<button[^>]*disabled=""[^>]*aria-label="Previous page"/);
    const last = await page("/?tab=popular&page=3");
    expect(last.html.match(/class="card[ "]/g)).toHaveLength(4);
    expect(last.html).toMatch(/<button[^>]*disabled=""[^>]*aria-label="Next page"/);
  });

  test.each(["/?page=99", "/?page=-1", "/?page=abc", "/?tab=%00", "/?tab=offers&page=1e9"])(
    "%s still shows four products",
    async (path) => {
      const { status, html } = await page(path);
      expect(status).toBe(200);
      expect(html.match(/class="card[ "]/g)).toHaveLength(4);
    },
  );
});

describe("the list of all products", () => {
  test("shows the exact count, twelve products, and more on demand", async () => {
    const { text, html } = await page("/shop");
    expect(text).toContain("Shop All Products 601 products");
    expect(text).toContain("12 of 601 products");
    expect(html.match(/aria-label="Add to Cart: |disabled="">Out of Stock/g)?.length).toBe(12);
    expect(text).toContain("You might also like");
    expect((await page("/shop?page=3")).text).toContain("36 of 601 products");
  });

  test.each([
    ["students", 230],
    ["girls", 329],
    ["men", 329],
    ["women", 445],
  ])("?category=%s shows that collection", async (collection, count) => {
    expect((await page(`/shop?category=${collection}`)).text).toContain(`${count} products`);
  });

  test("shows a message when nothing is found", async () => {
    const { status, text } = await page("/shop?q=zeppelin");
    expect(status).toBe(200);
    expect(text).toContain("No products found");
    expect(text).toContain("Try adjusting your search or filters");
  });

  test("marks sold-out products and disables their button", async () => {
    const parts = await Promise.all([20, 40, 51].map((number) => page(`/shop?page=${number}`)));
    const soldOut = new Set(
      parts.flatMap(({ html }) => html.match(/class="card sold-out"[\s\S]*?<\/li>/g) ?? []),
    );
    expect(soldOut.size).toBe(36);
    for (const card of soldOut) {
      expect(card).toContain('<span class="flag">Out of Stock</span>');
      expect(card).toMatch(/<button[^>]*disabled=""[^>]*>Out of Stock/);
    }
  });

  test("renders only the last 20 pages far down the list, with a link to earlier ones", async () => {
    const { html, text } = await page("/shop?page=999999999999");
    expect(html.match(/aria-label="Add to Cart: |disabled="">Out of Stock/g)?.length).toBe(229);
    expect(text).toContain("373–601 of 601 products");
    expect(html).toMatch(/href="\/shop\?page=31"[^>]*>Show earlier products/);
    expect((await page("/shop?page=20")).text).not.toContain("Show earlier products");
    expect((await page("/shop?page=21")).html).toMatch(/href="\/shop"[^>]*>Show earlier products/);
  });

  const hostile = [
    "q=%25",
    "q=_",
    "q=%5C",
    "q=%27%3B%20drop%20table%20product%3B--",
    "q=%00",
    `q=${"a".repeat(10_000)}`,
    "q=%F0%9F%91%97",
    "q=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "page=-1",
    "page=999999999999",
    "page=NaN",
    "price=1&price=nonsense",
    "sort=drop",
    "category=%00&category=..%2F",
    "size=%25&colour=%27&rating=99&stock=yes",
    "q=%ED%A0%80",
  ];
  test.each(hostile)("?%s causes no error and runs no script", async (query) => {
    const { status, html } = await page(`/shop?${query}`);
    expect(status).toBe(200);
    expect(html).not.toContain("<script>alert(1)");
  });
});

describe("a category", () => {
  test.each([
    ["students", "Student Collection", 230],
    ["girls", "Girls Fashion", 329],
    ["men", "Men&#x27;s Wear", 329],
    ["women", "Women&#x27;s Collection", 445],
    ["accessories", "Accessories", 184],
    ["footwear", "Footwear", 90],
  ])("/category/%s shows its title and product count", async (slug, title, count) => {
    for (const path of [`/category/${slug}`, `/category?category=${slug}`]) {
      const { status, html, text } = await page(path);
      expect(status).toBe(200);
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(`${count} products`);
      expect(html).toContain(`<link rel="canonical" href="http://shop.test/category/${slug}"/>`);
    }
  });

  test("an unknown category shows 'All Products'", async () => {
    const { status, html, text } = await page("/category/zeppelins");
    expect(status).toBe(200);
    expect(html).toContain("<h1>All Products</h1>");
    expect(text).toContain("601 products");
  });

  test("its three buttons sort and filter", async () => {
    const { html } = await page("/category/footwear");
    const linkOf = (label: string) => {
      const links = [...html.matchAll(/<a class="chip[^"]*"[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
      return links.find(([, , inside]) => inside?.includes(label))?.[1]?.replaceAll("&amp;", "&") ?? "";
    };
    const prices = [
      ...(await page(linkOf("Sort by Price"))).html.matchAll(
        /<p class="price">(?:<span[^>]*>From<\/span>)?<b>₹([\d,]+)/g,
      ),
    ].map(([, amount]) => Number(amount?.replaceAll(",", "")));
    expect(prices).toHaveLength(12);
    expect(prices).toEqual([...prices].sort((one, other) => one - other));
    const inStock = await page(`${linkOf("In Stock Only")}&page=20`);
    expect(inStock.html).not.toContain('class="card sold-out"');
    const rated = await page(linkOf("Filter by Rating"));
    for (const [, rating] of rated.html.matchAll(/Rated <\/span>([\d.]+)/g))
      expect(Number(rating)).toBeGreaterThanOrEqual(4);
  });

  test("an empty result links to the shop", async () => {
    const { text, html } = await page("/category/footwear?q=zeppelin");
    expect(text).toContain("No products found");
    expect(html).toMatch(/<a class="btn btn-primary" href="\/shop"/);
  });
});

describe("a product", () => {
  test("answers by slug and by id, and names one canonical address", async () => {
    const [product] = (await list("q=maroon+festive+kurta")).products;
    if (!product) throw new Error("the demo catalogue has this kurta");
    for (const key of [product.slug, product.id]) {
      const { status, html, text } = await page(`/product/${key}`);
      expect(status).toBe(200);
      expect(html).toContain(`<link rel="canonical" href="http://shop.test/product/${product.slug}"/>`);
      expect(text).toContain(product.name);
      expect(text).toContain("Inclusive of all taxes");
    }
  });

  test("shows the running offer, struck price, sizes, promises, details, reviews and four suggestions", async () => {
    const { html, text } = await page("/product/maroon-festive-kurta");
    expect(text).toMatch(/₹[\d,]+ MRP ₹[\d,]+ \d+% off/);
    // Its own price is below that of its offer; the hoodie's price comes from its offer.
    expect(text).not.toContain("Ethnic Day Edit");
    expect((await page("/product/black-everyday-hoodie")).text).toContain("Winter Hostel Sale: 20% off");
    for (const size of ["S", "M", "L", "XL", "XXL"]) expect(html).toContain(`name="size" value="${size}"`);
    expect(text).toContain("Shipping: Free");
    expect(text).toContain("7 days to return");
    expect(text).toMatch(/Get it by \w{3}, \d+ \w{3}/);
    expect(text).toContain("Fabric");
    expect(text).toContain("Country of origin");
    const suggestions = html.slice(html.indexOf('id="suggestions"'));
    expect(suggestions.match(/class="card[ "]/g)).toHaveLength(4);
  });

  test("shows five reviews and all of them on demand", async () => {
    const busiest = (await list("sort=rating&page=50")).products.find(({ reviewCount }) => reviewCount > 5);
    if (!busiest) throw new Error("the demo catalogue has a product with more than five reviews");
    const some = await page(`/product/${busiest.slug}`);
    expect(some.html.match(/class="review"/g)).toHaveLength(5);
    expect(some.text).toContain(`View all ${busiest.reviewCount} reviews`);
    expect(some.text).toContain("Anonymous User");
    const all = await page(`/product/${busiest.slug}?reviews=all&order=lowest`);
    expect(all.html.match(/class="review"/g)).toHaveLength(busiest.reviewCount);
    const [, stars = "", count = ""] = /aria-label="(\d) stars?: (\d+)"/.exec(some.html) ?? [];
    const filtered = await page(`/product/${busiest.slug}?stars=${stars}&reviews=all`);
    expect(filtered.html.match(/class="review"/g)).toHaveLength(Number(count));
    expect(filtered.text).toContain(`with ${stars} star`);
    expect(filtered.text).toContain("Show all");
  });

  test("cannot be bought when it is sold out", async () => {
    const soldOut = (await list("page=51")).products.find(({ stock }) => stock === 0);
    const { text, html } = await page(`/product/${soldOut?.slug}`);
    expect(text).toContain("Out of Stock");
    expect(html).not.toContain(">Add to Cart<");
    expect(html).not.toContain(">Buy Now<");
  });

  test("without an id redirects to the shop", async () => {
    const answer = await ask("/product");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe("/shop");
  });

  test.each([
    "nothing-like-this",
    "5f0c9d1e-0000-4000-8000-000000000000",
    "%00",
    "%27%20or%201%3D1",
    "a".repeat(5_000),
    "%F0%9F%91%97",
    "%E0%A4%A",
  ])("%s answers 400, or 404 with a message", async (id) => {
    const { status, text } = await page(`/product/${id}`);
    expect([400, 404]).toContain(status);
    if (status === 404) {
      expect(text).toContain("Product Not Found");
      expect(text).toContain("The product you're looking for doesn't exist.");
    }
  });
});

describe("every page", () => {
  test("carries the security headers, and names its inline scripts and styles by their hashes", async () => {
    const { headers, html } = await page("/");
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy + html).not.toMatch(/nonce="[^"]|.nonce-/);
    const inline = /<(script|style)\b(?! type="application\/(?:ld\+)?json")(?![^>]* src=)[^>]*>(.*?)<\/\1>/gs;
    const sources = [...html.matchAll(inline)];
    expect(sources.length).toBeGreaterThan(2);
    for (const [, kind, text = ""] of sources) {
      const hash = createHash("sha256").update(text).digest("base64");
      const directive = policy.split("; ").find((one) => one.startsWith(`${kind}-src `));
      expect(directive).toContain(`'sha256-${hash}'`);
    }
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  });

  test("answers HEAD without a body", async () => {
    const answer = await ask("/shop", { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });
});

test("a product without a picture has a placeholder on its page and its card", async () => {
  const shirt = await aShirt(shop, { name: "Pictureless Zephyr" });
  for (const path of [`/product/${shirt.slug}`, "/shop?q=pictureless+zephyr"]) {
    const { html } = await page(path);
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect(main, path).toContain('<svg class="no-picture"');
  }
});
