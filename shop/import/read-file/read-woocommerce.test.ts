import { expect, test } from "vitest";
import type { Draft, Summary } from "../draft.ts";
import { readImport } from "../read-file.server.ts";

async function read(text: string): Promise<{ drafts: Draft[]; summary: Summary }> {
  const known = {
    categories: new Map([["hoodies", "category-of-hoodies"]]),
    collections: new Set<string>(),
    sets: new Map(),
    setOfCategory: new Map(),
  };
  const reading = readImport(Buffer.from(text), known);
  const drafts: Draft[] = [];
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { drafts, summary: value };
    drafts.push(value);
  }
}

const heading =
  'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Low stock amount","Backorders allowed?","Sold individually?","Weight (kg)","Length (cm)","Width (cm)","Height (cm)","Allow customer reviews?","Purchase note","Sale price","Regular price",Categories,Tags,"Shipping class",Images,"Download limit","Download expiry days",Parent,"Grouped products",Upsells,Cross-sells,"External URL","Button text",Position,Brands,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global","Attribute 2 name","Attribute 2 value(s)","Attribute 2 visible","Attribute 2 global","Attribute 3 name","Attribute 3 value(s)"'
    .match(/"[^"]*"|[^,]+/g)
    ?.map((name) => name.replaceAll('"', "")) ?? [];
const row = (cells: Record<string, string>) =>
  heading.map((name) => `"${(cells[name] ?? "").replaceAll('"', '""')}"`).join(",");
const file = (...rows: Record<string, string>[]) =>
  `${heading.map((name) => `"${name}"`).join(",")}\n${rows.map(row).join("\n")}\n`;

const hoodie = {
  ID: "45",
  Type: "variable",
  SKU: "woo-hoodie",
  Name: "Logo Hoodie",
  Published: "1",
  Description: "<p>Warm and <b>soft</b>.</p>\\n<p>Wash cold.</p>",
  Categories: "Clothing > Hoodies, New",
  Tags: "warm, soft",
  Images: "https://old.example/up/hoodie-1.jpg, https://old.example/up/hoodie-2.jpg",
  "Attribute 1 name": "Material",
  "Attribute 1 value(s)": "Cotton",
  "Attribute 2 name": "Color",
  "Attribute 2 value(s)": "Blue, Red",
  "Attribute 3 name": "Size",
  "Attribute 3 value(s)": "M, L",
};
const variation = (id: string, colour: string, size: string, more: Record<string, string> = {}) => ({
  ID: id,
  Type: "variation",
  SKU: `woo-hoodie-${colour}-${size}`,
  Name: `Logo Hoodie - ${colour}, ${size}`,
  Published: "1",
  Stock: "4",
  "Regular price": "1299",
  Parent: "woo-hoodie",
  "Attribute 1 name": "Color",
  "Attribute 1 value(s)": colour,
  "Attribute 2 name": "Size",
  "Attribute 2 value(s)": size,
  ...more,
});

test("a product with variations has their sizes, colours, prices, stock and pictures", async () => {
  const { drafts, summary } = await read(
    file(
      hoodie,
      variation("46", "Blue", "M", { "Sale price": "999", Images: "https://old.example/up/blue.jpg" }),
      variation("47", "Red", "L", { Published: "0" }),
    ),
  );
  expect(summary).toMatchObject({ format: "woocommerce", products: 1, productsRejected: 0, problems: [] });
  expect(drafts).toMatchObject([
    {
      slug: "logo-hoodie",
      name: "Logo Hoodie",
      description: "Warm and soft.\n\nWash cold.",
      price: 99_900,
      originalPrice: 129_900,
      categoryId: "category-of-hoodies",
      tags: ["warm", "soft"],
      status: "active",
      variants: [
        { size: "M", colour: "Blue", sku: "woo-hoodie-Blue-M", price: null, stock: 4 },
        { size: "L", colour: "Red", sku: "woo-hoodie-Red-L", price: 129_900, stock: 0 },
      ],
      pictures: [
        { name: "hoodie-1.jpg", colour: null },
        { name: "hoodie-2.jpg", colour: null },
        { name: "blue.jpg", colour: "Blue", source: "https://old.example/up/blue.jpg" },
      ],
    },
  ]);
});

test("simple products, two of one name, and a sale with dates", async () => {
  const simple = { Type: "simple", Name: "Cap", Published: "1", "Regular price": "249", Stock: "7" };
  const { drafts, summary } = await read(
    file(
      { ...simple, ID: "1", SKU: "CAP" },
      {
        ...simple,
        ID: "2",
        SKU: "CAP-2",
        Published: "-1",
        "Sale price": "199",
        "Date sale price ends": "2026-12-01",
      },
    ),
  );
  expect(
    drafts.map(({ slug, price, originalPrice, status }) => ({ slug, price, originalPrice, status })),
  ).toEqual([
    { slug: "cap", price: 24_900, originalPrice: null, status: "active" },
    { slug: "cap-2", price: 24_900, originalPrice: null, status: "draft" },
  ]);
  expect(summary.problems.map(({ message }) => message)).toContainEqual({ code: "sale-with-dates" });
});

test("a variation of a product that is not in the file is named and left out", async () => {
  const { drafts, summary } = await read(file(variation("46", "Blue", "M")));
  expect(drafts).toEqual([]);
  expect(summary.problems).toMatchObject([{ grave: true, message: { code: "empty" } }]);
});
