import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aStaffMember } from "../../../../test/support/access/actors.ts";
import { plain } from "../../../../test/support/files/bad-pictures.ts";
import { type Generation, shopifyCsv, shopifyShop } from "../../../../test/support/files/shopify-csv.ts";
import { zipOf } from "../../../../test/support/files/zip.ts";
import { type TestShop, testShop } from "../../../../test/support/test-shop.server.ts";
import { checkImport } from "../../check-import.server.ts";
import { readImportRun } from "../../runs.server.ts";
import { startImport } from "../../start-import.server.ts";
import { unpackPictures } from "../../unpack-pictures.server.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await testShop({ seed: true });
  await shop.services.db.execute(sql`delete from product`);
});
afterEach(() => shop.dispose());

const admin = aStaffMember({ name: "Meera" });

async function check(file: Buffer) {
  const { id } = await checkImport(shop.services, {
    actor: admin,
    file,
    fileName: "products_export_1.csv",
    mode: "both",
  });
  const run = await readImportRun(shop.services, id);
  if (!run) throw new Error("the run is not there");
  return run;
}
async function run(file: Buffer, types: [string, string][] = []) {
  const { id } = await check(file);
  await startImport(shop.services, { actor: admin, id, types: new Map(types) });
  await shop.runDue();
  return readImportRun(shop.services, id);
}
const rows = async (query: ReturnType<typeof sql>) => (await shop.services.db.execute(query)).rows;

test.each<Generation>(["older", "newer"])(
  "an export of 60 products with the %s headings, whose pictures cannot be fetched, is imported completely, as drafts",
  async (generation) => {
    const file = shopifyCsv(shopifyShop(60), generation);
    const checked = await check(file);
    expect(checked).toMatchObject({
      format: "shopify",
      rowsRead: 241,
      productsRead: 60,
      productsRejected: 0,
      rowsRejected: 0,
      counts: { toMake: 60, toChange: 0 },
      types: [{ type: "Kurta Sets", count: 30 }],
    });
    expect(checked.problems).toEqual([]);
    expect(checked.pictures).toMatchObject({ named: 180, fetched: 0, failed: 0 });

    const done = await run(file, [["Kurta Sets", "new:dress"]]);
    expect(done?.counts).toMatchObject({ created: 60, failed: 0, skipped: 0 });
    expect(done?.pictures).toMatchObject({ named: 180, fetched: 0, failed: 180 });
    expect(done?.noted[0]?.message).toEqual({
      code: "pictures-missing",
      more: 0,
      draft: true,
      names: ["kurta-0-navy.jpg", "kurta-0-rust.jpg", "kurta-0-back.jpg"],
    });
    expect(
      await rows(sql`
        select p.status, c.name as category, count(*)::integer as count, min(cardinality(p.missing_pictures)) as missing,
          min(p.price)::integer as price, min(p.original_price)::integer as mrp
        from product p join category c on c.id = p.category_id group by 1, 2 order by 2`),
    ).toEqual([
      { status: "draft", category: "Kurta Sets", count: 30, missing: 3, price: 129_900, mrp: 159_900 },
      { status: "draft", category: "T-Shirts", count: 30, missing: 3, price: 129_900, mrp: 159_900 },
    ]);
    const again = await check(file);
    expect(again.counts).toMatchObject({ toMake: 0, toChange: 60 });
    expect(again.types).toEqual([]);
  },
);

test("pictures of the ZIP are used, each variant's with its colour, and the product is on sale", async () => {
  const picture = await plain(40, 50).png().toBuffer();
  const other = await plain(50, 40).png().toBuffer();
  const zip = zipOf([
    { name: "kurta-0-navy.jpg", content: picture },
    { name: "kurta-0-rust.jpg", content: other },
  ]);
  expect(await unpackPictures(shop.services, zip)).toMatchObject({ ok: true });
  const done = await run(shopifyCsv(shopifyShop(1), "newer"));
  expect(done?.noted).toMatchObject([
    {
      state: "created",
      message: { code: "pictures-missing", names: ["kurta-0-back.jpg"], more: 0, draft: false },
    },
  ]);
  expect(await rows(sql`select status, missing_pictures from product`)).toEqual([
    {
      status: "active",
      missing_pictures: ["https://cdn.shopify.com/s/files/1/0001/files/kurta-0-back.jpg?v=17"],
    },
  ]);
  expect(await rows(sql`select colour, alt from product_picture order by position`)).toEqual([
    { colour: "Navy", alt: "Kurta 0" },
    { colour: "Rust", alt: "" },
  ]);
});

test("a negative stock, a third option and unusual handles are reported by row, and the products are imported", async () => {
  const base = { Vendor: "Loom", Published: "true", Status: "active", "Variant Price": "499.00" };
  const file = shopifyCsv(
    [
      { ...base, Handle: "mug_one", Title: "Mug", "Variant SKU": "M-1", "Variant Inventory Qty": "-7" },
      { ...base, Handle: "नीला-कुर्ता", Title: "नीला कुर्ता", "Variant SKU": "N-1" },
      { ...base, Handle: "%E0%A4%B2%E0%A4%BE%E0%A4%B2", Title: "लाल", "Variant SKU": "L-1" },
      {
        ...base,
        Handle: "jeans",
        Title: "Jeans",
        "Option1 Name": "Size",
        "Option1 Value": "32",
        "Option2 Name": "Color",
        "Option2 Value": "Blue",
        "Option3 Name": "Fit",
        "Option3 Value": "Slim",
        "Variant SKU": "J-1",
      },
      {
        Handle: "jeans",
        "Option1 Value": "32",
        "Option2 Value": "Blue",
        "Option3 Value": "A fit that has far too long a name",
        "Variant SKU": "J-2",
        "Variant Price": "499.00",
      },
      { ...base, Handle: "mug-one", Title: "Another mug", "Variant SKU": "M-2" },
    ],
    "older",
  );
  const checked = await check(file);
  expect(checked).toMatchObject({ productsRead: 4, productsRejected: 0, rowsRejected: 1 });
  expect(
    checked.problems.map(({ column, lines, grave }) => [column, lines.map(({ row }) => row), grave]),
  ).toEqual([
    ["Handle", [7], true],
    ["Handle", [2, 3, 4], false],
    ["Variant Inventory Qty", [2], false],
    ["Option3 Name", [5], false],
    ["Option1 Value", [6], false],
  ]);
  const done = await run(file);
  expect(done?.counts).toMatchObject({ created: 4, failed: 0 });
  expect(
    await rows(sql`
      select p.slug, v.size, v.colour, v.stock from product p join variant v on v.product_id = p.id order by p.slug`),
  ).toEqual([
    { slug: "jeans", size: "32 / Slim", colour: "Blue", stock: 0 },
    { slug: "lal", size: null, colour: null, stock: 0 },
    { slug: "mug-one", size: null, colour: null, stock: 0 },
    { slug: "nila-kurta", size: null, colour: null, stock: 0 },
  ]);
});

test("the same mistake in many rows is one problem with its rows; rejected products and rows are counted", async () => {
  const broken = shopifyShop(3).map((row) =>
    row.Handle === "kurta-2" ? row : { ...row, "Variant Inventory Qty": "lots" },
  );
  const checked = await check(shopifyCsv(broken, "newer"));
  expect(checked).toMatchObject({
    productsRead: 3,
    productsRejected: 2,
    rowsRejected: 8,
    counts: { toMake: 1, toChange: 0, skipped: 0 },
  });
  const [first] = checked.problems;
  expect(first).toMatchObject({
    column: "Inventory quantity",
    message: { code: "no-whole-number" },
    grave: true,
    count: 8,
  });
  expect(first?.lines.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(first?.lines[0]?.value).toBe("lots");
});
