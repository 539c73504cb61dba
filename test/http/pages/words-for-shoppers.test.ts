import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { shortId } from "../../../shop/orders/orders.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { posted, textOf } from "../../support/ask.server.ts";
import { fillCart, orderingShop } from "../../support/ordered/ordering-shop.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { anAddress } from "../../support/orders.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";
import { anAdmin } from "../../support/users.server.ts";

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

test("fields of the delivery address say what is missing from them", async () => {
  const { ask, asha, shop } = shopper();
  await fillCart(shop, asha);
  const page = await readPage(ask, "/checkout", { as: asha });
  expect(page.text).toContain("Send me delivery updates");
  expect(page.text).toContain("Pay ₹499 on delivery");
  const refused = await ask("/checkout", {
    ...posted({
      name: "",
      phone: "98765 43210",
      line1: "",
      postalCode: "560001",
      method: "cod",
      intent: "place",
    }),
    as: asha,
  });
  const again = textOf(await refused.text());
  expect(again).toContain("Enter the receiver's name.");
  expect(again).toContain("Enter your house no. and street.");
});

test("offers, saved orders and reservations are worded as a shop in India writes them", async () => {
  const { ask, asha, shop } = shopper();
  expect((await look("/product/tan-moccasins")).text).toContain("₹150 off on orders above ₹999.");
  await fillCart(shop, asha, { stock: 4 }, 2);
  const order = await ask("/cart", { ...posted({ intent: "order" }), as: asha });
  const path = order.headers.get("Location") ?? "";
  const id = path.slice("/order/".length);
  const form = { ...anAddress, privacy: "yes", intent: "place" };
  await ask(path, { ...posted(form), as: asha });
  expect((await readPage(ask, path, { as: asha })).text).toContain(
    `Your order ${shortId(id)} for ₹998 is saved.`,
  );
  const paying = await anOrder(shop, asha, { method: "online" });
  expect((await readPage(ask, `/order-confirmation/${paying.id}`, { as: asha })).text).toMatch(
    /We are holding your items until (tomorrow, )?\d{1,2}:\d\d [ap]m\./,
  );
});

test("a return asks for a refund or an exchange, and how many", async () => {
  const { ask, asha, shop } = shopper();
  await fillCart(shop, asha);
  const order = await anOrder(shop, asha, { pieces: [] });
  for (const status of ["processing", "shipped", "delivered"] as const) await nowIs(shop, order, status);
  const { text } = await readPage(ask, `/orders/${order.id}/return`, { as: asha });
  expect(text).toMatch(/ Refund Exchange .* Quantity /);
});

test("the material of a product is told once", async () => {
  const { text } = await look("/product/maroon-festive-kurta");
  expect(text.match(/\bMaterial\b/g)).toHaveLength(1);
});

test("a shop that takes nothing back promises no 0 days, and one that needs 2 days no 2-2", async () => {
  const { shop, ask, asha } = shopper();
  const policy = { ...defaultSettings.policy, returnDays: 0, refundBusinessDays: [2, 2] };
  await shop.services.db.execute(sql`
    insert into setting (key, value) values ('policy', ${JSON.stringify(policy)}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  await fillCart(shop, asha);
  await expect.poll(async () => (await look("/product/tan-moccasins")).text).toContain("No returns");
  const order = await anOrder(shop, asha, { pieces: [] });
  for (const status of ["processing", "shipped", "delivered"] as const) await nowIs(shop, order, status);
  await fillCart(shop, asha);
  const mine = [
    `/order-confirmation/${order.id}`,
    `/orders/${order.id}/return`,
    "/cart",
    "/checkout",
    "/orders",
  ];
  const policies = ["/refund-policy", "/terms-and-conditions", "/about"];
  for (const path of ["/", "/product/tan-moccasins", "/faq", "/shop", ...policies, ...mine]) {
    const { text } = await readPage(ask, path, { as: asha });
    expect(text, path).not.toMatch(/\b0 days?|2-2 business/);
  }
  expect((await readPage(ask, mine[0] ?? "", { as: asha })).text).toContain("Tell us within 48 hours");
  expect((await readPage(ask, mine[1] ?? "", { as: asha })).text).toContain("We take nothing back");
  const refunds = (await look("/refund-policy")).text;
  expect(refunds).toContain("2 business days");
  // The law leaves no shop a choice about these (Consumer Protection (E-Commerce) Rules, 2020, rule 6 (3)).
  expect(refunds).toMatch(/damaged, faulty, late or not what you ordered/);
  expect(refunds).toContain("within 48 hours of delivery");
  expect(refunds).not.toMatch(/Return\/Exchange|accept the parcel and return it|another size or colour/);
  const terms = (await look("/terms-and-conditions")).text;
  expect(terms).toContain("We take back only what is damaged, faulty, late or not what you ordered");
  expect(terms).not.toMatch(/you can return it/);
  expect((await look("/faq")).text).not.toMatch(/press Return\/Exchange|return it\.|you can return it/);
  const admin = await anAdmin(shop);
  const editor = await readPage(ask, "/admin/content/policies/refund-policy", { as: admin });
  expect(editor.text).toContain("Other items we do not take back.");
});
