import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardTable } from "../../../app/http/access/guard-table.ts";
import { addressesOf } from "../../support/access/addresses.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aDeliveredOrder, inSize, type Piece, putInCart } from "../../support/orders.server.ts";
import { pagesOf } from "../../support/readers/pdf-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

// Every product costs ₹7,31,946.82 and every variant ₹6,42,817.93. The numbers stand nowhere else.
const costs = { product: 731_946_82, variant: 642_817_93 };
const anyCost = /73194682|731946\.82|7,31,946|64281793|642817\.93|6,42,817/;

let shop: TestShop;
let ask: Ask;
let admin: Person;
let shopper: Person;
let piece: Piece;
let orderId: string;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  const { db } = shop.services;
  [admin, shopper] = [await anAdmin(shop), await aShopper(shop)];
  const { rows } = await db.execute(sql`
    select p.id as "productId", v.id as "variantId", p.slug, p.name, v.size from product p
    join variant v on v.product_id = p.id and v.stock > 5 and v.price is null
    where p.hsn_code is not null and p.slug like '%kurta%' order by p.slug limit 1`);
  const [{ productId, variantId, slug, name, size } = {}] = rows;
  piece = {
    productId: String(productId),
    variantId: String(variantId),
    slug: String(slug),
    name: String(name),
    size: size === null ? null : String(size),
  };
  const own = await inSize(shop, piece, "Huge", { price: 99_900 });
  await db.execute(sql`update product set cost = ${costs.product}`);
  await db.execute(sql`update variant set cost = ${costs.variant}`);
  orderId = (await aDeliveredOrder(shop, shopper, [[own, 1]])).id;
  await nowIs(shop, { id: orderId }, "shipped");
  await putInCart(shop, shopper, own);
  await ask("/wishlist", { ...posted({ intent: "add", product: piece.productId }), as: shopper });
  await shop.runDue();
});
afterAll(() => shop.dispose());

/** What an answer says, also inside of a PDF. */
async function read(path: string, as?: { cookie: string }): Promise<{ status: number; body: string }> {
  const answer = await ask(path, { as });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const body = answer.headers.get("Content-Type")?.includes("pdf")
    ? (await pagesOf(bytes)).join("\n")
    : new TextDecoder().decode(bytes);
  return { status: answer.status, body };
}

/** The first cost in a text. */
const costIn = (text: string) => anyCost.exec(text)?.[0] ?? null;

/** Addresses at which the product itself is told about; each must answer with its name. */
const told = (): string[] => [
  ...[`/product/${piece.slug}`, `/product/${piece.productId}`, `/product/${piece.slug}.data`],
  ...[`/product/${piece.slug}?size=Huge`, `/product/${piece.slug}/notify?size=Huge`],
  ...[`/shop?q=${encodeURIComponent(piece.name)}`, `/shop.data?q=${encodeURIComponent(piece.name)}`],
  ...[`/functions/cards?id=${piece.productId}`, "/feeds/google.xml"],
];
/** The same for somebody who has bought it, wished for it and put it into the cart. */
const bought = (): string[] => [
  ...["/cart", "/cart.data", "/wishlist", "/wishlist.data", "/checkout", "/checkout.data", "/orders"],
  ...[`/order-confirmation/${orderId}`, `/orders/${orderId}/return`, `/orders/${orderId}/review`],
  ...[`/orders/${orderId}/document.pdf`, "/profile/my-data", `/order/${piece.productId}`],
];
const others = (): string[] => [
  ...["/", "/.data", "/shop", "/category/women", "/category/men.data", "/sitemap.xml", "/robots.txt"],
  ...[
    "/sitemaps/sitemap-products-1.xml",
    `/media/og/${piece.slug}.jpg`,
    `/functions/choices/${piece.productId}`,
  ],
  ...[`/functions/delivery/${piece.productId}?pin=560001`, "/functions/suggest?q=kurta"],
  ...[`/functions/purchased-size/${piece.productId}`, `/track/${orderId}`],
];

/** Every route that shoppers may open, with the product's id where it takes one. The event stream never ends. */
const publicRoutes = [...guardTable]
  .filter(([pattern, { who }]) => who !== "staff" && pattern !== "/live")
  .flatMap(([pattern]) => [pattern.replace(/[:*]\w*\??/g, "ID"), ...addressesOf(pattern)]);

describe("what a product costs the shop leaves it nowhere", () => {
  test("not on pages, in lists, feeds or data about it", async () => {
    for (const path of told()) {
      const { status, body } = await read(path);
      expect(status, path).toBe(200);
      expect(body.includes(piece.name) || body.includes(piece.name.replaceAll("'", "&#x27;")), path).toBe(
        true,
      );
      expect(costIn(body), path).toBeNull();
    }
  });

  test("not for who has bought it", async () => {
    for (const path of bought()) {
      const { status, body } = await read(path, shopper);
      expect(status, path).toBe(200);
      expect(costIn(body), path).toBeNull();
    }
    for (const { text, html, subject } of shop.sentMail())
      expect(costIn([subject, text, html].join()), subject).toBeNull();
    expect(shop.sentMail().length).toBeGreaterThan(0);
  });

  test("not at any address that shoppers may open", { timeout: 120_000 }, async () => {
    const paths = [...others(), ...publicRoutes.map((path) => path.replace("ID", piece.productId))];
    // Signing out would end the session.
    for (const path of new Set(paths.filter((one) => !one.includes("sign-out"))))
      for (const as of [undefined, shopper]) expect(costIn((await read(path, as)).body), path).toBeNull();
  });

  test("not by being searched for", async () => {
    for (const words of ["731946.82", "73194682", "642817.93"])
      expect(textOf((await read(`/shop?q=${words}`)).body.replaceAll(words, ""))).toMatch(/No results for/);
    const { rows } = await shop.services.db.execute(sql`
      select count(*)::integer as n from product where search_text ~ '731946' or search_words::text ~ '731946'`);
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe("staff see it with catalogue.edit", () => {
  const repriced = { intent: "price", value: "500" };

  test("in the form, the export and the preview of prices", async () => {
    expect((await read(`/admin/products/${piece.productId}`, admin)).body).toMatch(
      /name="cost"[^>]*value="731946\.82"/,
    );
    expect((await read("/admin/export/products.csv", admin)).body).toContain("731946.82");
    const asked = await ask("/admin/products", {
      ...posted({ ...repriced, id: piece.productId }),
      as: admin,
    });
    expect(await asked.text()).toMatch(/6,42,817|7,31,946/);
  });

  test("and not without it, wherever they may go", { timeout: 120_000 }, async () => {
    await shop.services.db.execute(sql`insert into role (key, name, permissions)
      values ('importer', 'Importer', '{catalogue.view,catalogue.import,prices.edit,stock.adjust}')`);
    const paths = [...guardTable].flatMap(([pattern, { who }]) =>
      who === "staff" ? [pattern.replace(/[:*]\w*\??/g, "ID"), ...addressesOf(pattern)] : [],
    );
    for (const role of ["importer", "support", "marketing", "fulfilment", "accountant"]) {
      const as = await someoneAs(shop, role);
      for (const path of new Set(paths.map((one) => one.replace("ID", piece.productId))))
        expect(costIn((await read(path, as)).body), `${path} as ${role}`).toBeNull();
      expect(costIn((await read(`/admin/orders/${orderId}`, as)).body)).toBeNull();
      expect(costIn((await read(`/admin/inventory/${piece.variantId}`, as)).body)).toBeNull();
    }
    const importer = await someoneAs(shop, "importer");
    const file = (await read("/admin/export/products.csv", importer)).body;
    expect(file).toContain(piece.name);
    expect(file.split("\n")[0]).not.toMatch(/cost/i);
    const asked = await ask("/admin/products", {
      ...posted({ ...repriced, id: piece.productId }),
      as: importer,
    });
    const question = await asked.text();
    expect(question).toContain("Change the price of");
    expect(costIn(question)).toBeNull();
    expect(question).not.toContain("below cost");
  });
});
