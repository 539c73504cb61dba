import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { detailsOf } from "../details.ts";
import { attributeSets } from "../kinds/attribute-sets.server.ts";
import { detailsTitle } from "../kinds/attribute-sets.ts";
import { productPage } from "../product.server.ts";
import type { ProductPage } from "../product.ts";

const shop = await testShop({ seed: true });
const { services } = shop;
afterAll(shop.dispose);

async function page(slug: string): Promise<ProductPage> {
  const found = await productPage(services, slug);
  if (!found) throw new Error(`No page for ${slug}`);
  return found;
}

describe("the product page", () => {
  test("shows a shirt in two colours with its pictures, sizes and stock", async () => {
    const tee = await page("pocket-logo-essential-tee");
    expect(tee.name).toBe("Pocket Logo Essential Tee");
    expect(tee.sizes).toEqual(["S", "M", "L", "XL", "XXL"]);
    expect(tee.colours.map(({ name }) => name)).toEqual(["Navy", "Olive"]);
    expect(tee.pictures.map(({ colour }) => colour)).toEqual(["Navy", "Olive"]);
    expect(tee.variants).toHaveLength(10);
    expect(tee.stock).toBe(tee.variants.reduce((sum, { stock }) => sum + stock, 0));
    expect(tee.details).toContainEqual({ label: "Fabric", value: "Cotton" });
    expect(tee.details).toContainEqual({ label: "Country of origin", value: "India" });
    expect(tee.sizeGuide?.rows.map(([size]) => size)).toEqual(tee.sizes);
  });

  test("is found by id as well", async () => {
    const tee = await page("pocket-logo-essential-tee");
    expect(await productPage(services, tee.id.toUpperCase())).toEqual(tee);
  });

  test("shows a bag without sizes, with its volume, under Accessories", async () => {
    const bag = await page("navy-college-rucksack");
    expect(bag.sizes).toEqual([]);
    expect(bag.sizeGuide).toBeNull();
    expect(bag.variants.map(({ size }) => size)).toEqual([null]);
    expect(bag.details).toContainEqual({ label: "Volume", value: expect.stringMatching(/^\d+ litres$/) });
    expect(bag.collection).toEqual({ slug: "accessories", name: "Accessories" });
  });

  test("shows the running offer and prices each variant by it", async () => {
    const hoodie = await page("black-everyday-hoodie");
    expect(hoodie.offer).toMatchObject({ title: "Winter Hostel Sale", percent: 20 });
    for (const variant of hoodie.variants) expect(variant.price).toEqual(hoodie.price);
  });

  test("shows a variant's own price when it has one", async () => {
    await services.db.execute(sql`update variant set price = 99900 where sku = 'RAN4088-OLI-XXL'`);
    const tee = await page("pocket-logo-essential-tee");
    const prices = tee.variants.map(({ sku, price }) => [sku, price.paid]);
    expect(prices).toContainEqual(["RAN4088-OLI-XXL", 999_00]);
    expect(prices).toContainEqual(["RAN4088-OLI-XL", 699_00]);
  });

  test("does not count units that are reserved for an order as stock", async () => {
    await services.db.execute(sql`update variant set reserved = 3 where sku = 'RAN4088-NAV-L'`);
    const tee = await page("pocket-logo-essential-tee");
    expect(tee.variants.find(({ sku }) => sku === "RAN4088-NAV-L")?.stock).toBe(1);
  });

  test.each(["draft", "archived"])("a product that is %s has no page", async (status) => {
    await services.db.execute(sql`update product set status = ${status} where slug = 'tan-moccasins'`);
    expect(await productPage(services, "tan-moccasins")).toBeNull();
  });

  test.each([
    "",
    "nothing-like-it",
    "123",
    "'",
    "%",
    "../x",
    "\u0000",
    "a".repeat(5000),
    "00000000-0000-4000-8000-000000000000",
  ])("is null, without an error, for the id %j", async (id) =>
    expect(await productPage(services, id)).toBeNull(),
  );
});

const sets = await attributeSets(services);
const set = (key: string) => {
  const found = sets.find((one) => one.key === key);
  if (!found) throw new Error(`no set ${key}`);
  return found;
};

describe("details by kind", () => {
  const given = { material: "Steel", washCare: null, countryOfOrigin: "India" };

  test("a watch shows its own details, then the common ones", () => {
    const data = { dialSize: 40, strapMaterial: "Leather", waterResistance: "50 m", warranty: "1 year" };
    expect(detailsOf(set("watch").fields, data, given)).toEqual([
      { label: "Dial size", value: "40 mm" },
      { label: "Strap material", value: "Leather" },
      { label: "Water resistance", value: "50 m" },
      { label: "Warranty", value: "1 year" },
      { label: "Material", value: "Steel" },
      { label: "Country of origin", value: "India" },
    ]);
  });

  test("the material is said once, also when a bag's own differs from the common one", () => {
    const bag = detailsOf(set("bag").fields, { bagType: "sling", material: "Canvas" }, given);
    expect(bag.filter(({ label }) => label === "Material")).toEqual([{ label: "Material", value: "Canvas" }]);
  });

  test("'Dress details' is said of dresses only", () => {
    expect(detailsTitle(set("dress"), "Dresses")).toBe("Dress details");
    expect(detailsTitle(set("dress"), "Kurtas")).toBe("Clothing details");
    expect(detailsTitle(set("shoes"), "Dress shoes")).toBe("Shoes details");
  });

  test("without valid data of its kind a product shows the common details only", () => {
    const common = [
      { label: "Material", value: "Steel" },
      { label: "Country of origin", value: "India" },
    ];
    expect(detailsOf(set("watch").fields, { dialSize: "large" }, given)).toEqual(common);
    expect(detailsOf(null, { dialSize: 40 }, given)).toEqual(common);
    expect(detailsOf(set("bag").fields, {}, given)).toEqual(common);
  });
});
