import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { posted } from "../../support/ask.server.ts";
import { fillCart, orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";

const shopper = orderingShop();
const look = async (path: string) => readPage(shopper().ask, path);

test("a collection in the address of the shop is shown as a filter that can be removed", async () => {
  const { html } = await look("/shop?category=women&size=M");
  const chip = /<a[^>]*aria-label="Remove filter Women"[^>]*>/.exec(html)?.[0] ?? "";
  expect(chip).toContain('href="/shop?size=M"');
  expect(html).toContain("Filters<!-- --> (2)");
  expect((await look("/category/women")).html).not.toContain("Remove filter Women");
});

test.each([
  ["/shop?q=kurta", "Search results for “kurta”"],
  ["/shop?category=women", "Shop Women"],
  ["/shop", "Shop All Products"],
  ["/faq?q=size", "FAQ: “size”"],
])("the title of %s is %s", async (path, title) => {
  expect((await look(path)).html).toContain(`<title>${title} · Campus Style</title>`);
});

test.each([
  ["/shop", "Shop All Products"],
  ["/shop?q=kurta", "Search results for “kurta”"],
  ["/shop?q=kurtha", "Search results for “kurtha”"],
  ["/shop?q=Tan+Moccasins&exact=1", "1 result for “Tan Moccasins”"],
  ["/shop?q=zeppelin", "No results for “zeppelin”"],
  // Help, and the nearest products, are no "nothing".
  ["/shop?q=paisa+wapas", "Help with “paisa wapas”"],
  ["/shop?q=kurta&colour=black&price=0-500&size=XXL", "Search results for “kurta”"],
])("the heading of %s is %s", async (path, heading) => {
  expect((await look(path)).html).toContain(`<h1>${heading}</h1>`);
});

test.each(["/", "/about", "/contact", "/terms-and-conditions", "/privacy-policy", "/refund-policy", "/faq"])(
  "%s shows no placeholder for a setting that is not set",
  async (path) => {
    const { text } = await look(path);
    for (const words of ["set in Settings", "00000 00000", "placeholder"]) expect(text).not.toContain(words);
    expect(text).toContain("Founders Ira Menon Founder, Product Kabir Sen Co-founder, Design");
  },
);

test("a founder who has a name is shown with name and role, one without is not shown", async () => {
  const { shop } = shopper();
  const founders = [
    { name: "Meera Nair", role: "Founder, Product" },
    { name: null, role: "Co-founder, Design" },
  ];
  await shop.services.db.execute(sql`
    insert into setting (key, value) values ('founders', ${JSON.stringify(founders)}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  await expect.poll(async () => (await look("/about")).text).toContain("Meera Nair Founder, Product");
  expect((await look("/about")).text).not.toContain("Co-founder, Design");
});

test("a single review is 'by 1 buyer', not '1 buyers'", async () => {
  await shopper().shop.services.db.execute(
    sql`update product set review_count = 1, rating = 4 where slug = 'tan-moccasins'`,
  );
  const { text } = await look("/shop?q=tan+moccasins");
  expect(text).toContain("by 1 buyer ");
  expect(text).not.toContain("1 buyers");
});

test("without scripts, a guest must choose a size before signing in", async () => {
  const { ask, shop } = shopper();
  const { rows } = await shop.services.db.execute(
    sql`select id from product where slug = 'maroon-festive-kurta'`,
  );
  const fields = { product: String(rows[0]?.id), intent: "add", next: "/product/maroon-festive-kurta" };
  const without = await ask("/cart", posted(fields));
  expect(without.headers.get("Location")).toBe("/product/maroon-festive-kurta");
  expect(without.headers.get("Set-Cookie")).toContain("flash=chooseSize");
  const chosen = await ask("/cart", posted({ ...fields, size: "M", colour: "Maroon" }));
  expect(chosen.headers.get("Location")).toContain("/auth?next=");
});

test("cancelling promises a refund only where something was paid", async () => {
  const { shop, ask, asha } = shopper();
  await fillCart(shop, asha);
  const { id } = await anOrder(shop, asha, { pieces: [] });
  const orders = await readPage(ask, "/orders", { as: asha });
  expect(orders.text).toContain("Nothing will be sent, and you do not have to pay anything.");
  expect(orders.text).not.toContain("refund what you have paid");
  const cancelled = await ask("/orders", { ...posted({ intent: "cancel", order: id }), as: asha });
  expect(cancelled.headers.get("Set-Cookie")).toContain("flash=orderCancelled;");
});
