import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { followRedirect } from "../redirects/redirects.server.ts";
import { checkImport } from "./check-import.server.ts";
import { problemShape } from "./draft.ts";
import { exportProducts } from "./export-products.server.ts";
import { startImport } from "./start-import.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

const admin = aStaffMember({ name: "Meera" });
const shopify =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Qty,Image Src,Image Position,Image Alt Text,Status\r\n";

async function exported() {
  let text = "";
  for await (const piece of exportProducts(shop.services, admin)) text += piece;
  return text;
}

async function imported(text: string, mode: "both" | "create" | "update" = "both") {
  const { id } = await checkImport(shop.services, {
    actor: admin,
    file: Buffer.from(text),
    fileName: "a.csv",
    mode,
  });
  const { rows } = await shop.services.db.execute(
    sql`select problems, status from import_run where id = ${id}`,
  );
  const [run] = z.array(z.object({ problems: z.array(problemShape) })).parse(rows);
  await startImport(shop.services, { actor: admin, id });
  await shop.runDue();
  const done = await shop.services.db.execute(
    sql`select state, message, count(*)::integer as count from import_product where run_id = ${id} group by 1, 2 order by 1, 2`,
  );
  return { problems: run?.problems ?? [], outcome: done.rows };
}

test("importing an export recreates exactly the same catalogue", async () => {
  const before = await exported();
  expect(before.split("\r\n").length).toBeGreaterThan(1_000);
  await shop.services.db.execute(sql`delete from product`);
  const { problems, outcome } = await imported(before);
  expect(problems).toEqual([]);
  expect(outcome).toMatchObject([{ state: "created", message: null }]);
  expect(await exported()).toBe(before);
  // A second import changes nothing.
  expect((await imported(before)).outcome).toMatchObject([{ state: "updated" }]);
  expect(await exported()).toBe(before);
}, 120_000);

test("a product never gets more variants than its form takes, at once or with those that it has", async () => {
  const file = (from: number, count: number) =>
    ["Slug,Name,Category,Price,Size,Colour,Colour code,Stock"]
      .concat(Array.from({ length: count }, (_, at) => `many,Many,Jeans,499,W${from + at},Blue,#1d2a4d,1`))
      .join("\r\n");
  const tooMany = await imported(file(0, 201));
  expect(tooMany.problems).toMatchObject([{ message: { code: "too-many-variants" }, grave: true }]);
  expect(tooMany.outcome).toEqual([]);
  expect((await imported(file(0, 150))).outcome).toMatchObject([{ state: "created" }]);
  expect((await imported(file(100, 100))).outcome).toMatchObject([{ state: "updated" }]);
  const more = await imported(file(150, 60));
  expect(more.outcome).toMatchObject([{ state: "failed", message: { code: "too-many-with-stored" } }]);
});

test("a Shopify file becomes products with sizes, colours, stock and plain text descriptions", async () => {
  const rows = [
    'shopify-kurta,"Kurta ""Indigo"" कुर्ता","<p>Soft &amp; light.</p><script>x()</script><ul><li>Cotton</li></ul>",Loom,Kurtas,"cotton, blue",TRUE,Size,M,Color,Navy,SK-M,1349.50,1999.00,5,,,,active',
    "shopify-kurta,,,,,,,,L,,Navy,SK-L,1449.00,,0,,,,",
  ];
  const { outcome } = await imported(`${shopify}${rows.join("\r\n")}\r\n`);
  expect(outcome).toMatchObject([{ state: "created", count: 1 }]);
  const found = await shop.services.db.execute(sql`
    select p.name, p.description, p.brand, p.price::integer, p.original_price::integer as mrp, p.tags, p.status,
      (select json_agg(json_build_array(v.size, v.colour, v.colour_hex, v.price, v.stock) order by v.position)
        from variant v where v.product_id = p.id) as variants
    from product p where slug = 'shopify-kurta'`);
  expect(await followRedirect(shop.services, "/products/shopify-kurta/")).toBe("/product/shopify-kurta");
  expect(found.rows).toEqual([
    {
      name: 'Kurta "Indigo" कुर्ता',
      description: "Soft & light.\nCotton",
      brand: "Loom",
      price: 134_950,
      mrp: 199_900,
      tags: ["cotton", "blue"],
      status: "active",
      variants: [
        ["M", "Navy", "#1d2a4d", null, 5],
        ["L", "Navy", "#1d2a4d", 144_900, 0],
      ],
    },
  ]);
});

test("the dry run reports the row and column of each problem, and only valid products are imported", async () => {
  const rows = [
    "good-one,Good,,,,,TRUE,,,,,G-1,99,,1,,,,",
    "no-price,Bad,,,,,TRUE,,,,,B-1,free,,1,,,,",
    "Not A Handle,Bad,,,,,TRUE,,,,,B-2,99,,1,,,,",
    "no-picture,Bad,,,,,TRUE,,,,,B-3,99,,1,https://cdn.example/x.jpg?v=1,1,,",
    "same-sku,Bad,,,,,TRUE,,,,,g-1,99,,-4,,,,",
  ];
  const { problems, outcome } = await imported(shopify + rows.join("\n"));
  const reported = problems.map(({ lines, column, grave }) => {
    const where = lines.map(({ row, value }) => `${row} ${value}`).join();
    return `${column}: ${where}${grave ? ", left out" : ""}`;
  });
  expect(reported).toEqual([
    "Variant Price: 3 free, left out",
    "Variant SKU: 6 g-1, left out",
    "Handle: 4 Not A Handle: not-a-handle",
    "Variant Inventory Qty: 6 -4",
  ]);
  expect(outcome).toMatchObject([
    {
      state: "created",
      message: { code: "pictures-missing", names: ["x.jpg"], more: 0, draft: true },
      count: 1,
    },
    { state: "created", message: null, count: 2 },
  ]);
  const status = await shop.services.db.execute(sql`
    select slug, status, missing_pictures from product where slug in ('no-picture', 'not-a-handle') order by slug`);
  expect(status.rows).toEqual([
    { slug: "no-picture", status: "draft", missing_pictures: ["https://cdn.example/x.jpg?v=1"] },
    { slug: "not-a-handle", status: "active", missing_pictures: [] },
  ]);
});

test("create mode skips existing products, update mode unknown ones; SKU conflicts are found by the dry run", async () => {
  const line = (slug: string, sku: string) => `${slug},N,,,,,TRUE,,,,,${sku},99,,1,,,,\n`;
  expect((await imported(shopify + line("good-one", "G-1"), "create")).outcome).toMatchObject([
    { state: "skipped", message: { code: "exists-already" } },
  ]);
  expect((await imported(shopify + line("never-was", "N-1"), "update")).outcome).toMatchObject([
    { state: "skipped", message: { code: "does-not-exist" } },
  ]);
  const both = await imported(shopify + line("thief", "G-1") + line("honest", "H-1"));
  expect(both.problems).toMatchObject([{ column: "Variant SKU", lines: [{ row: 2, value: "G-1" }] }]);
  expect(both.outcome).toMatchObject([
    { state: "created" },
    { state: "skipped", message: { code: "sku-taken", sku: "G-1" } },
  ]);
});

test("measures are imported by size; a file without the column keeps them, an empty cell deletes them", async () => {
  const slug = "pocket-logo-essential-tee";
  await shop.services.db.execute(sql`
    delete from product_measure where product_id = (select id from product where slug = ${slug})`);
  const [heading = "", ...lines] = (await exported()).split("\r\n");
  const mine = lines.filter((line) => line.startsWith(`${slug},`));
  const place = heading.split(",").indexOf("Measures");
  const measured = async () => {
    const { rows } = await shop.services.db.execute(sql`
      select m.size, m.measure, m.millimetres from product_measure m join product p on p.id = m.product_id
      where p.slug = ${slug} order by 1, 2`);
    return rows;
  };
  // Only the first row has a quoted cell before the column, so the measures are put in another row.
  const withCell = (cell: string, row: string) => {
    const cells = row.split(",");
    cells[place] = cell;
    return cells.join(",");
  };
  const plain = mine.filter((line) => !line.includes('"'));
  const [one = ""] = plain;
  const size = one.split(",")[heading.split(",").indexOf("Size")];
  const file = (cell: string) =>
    [heading, ...mine.map((row) => (row === one ? withCell(cell, row) : row))].join("\r\n");
  expect((await imported(file("Chest 52.5; length 71"))).problems).toEqual([]);
  const both = [
    { size, measure: "chest", millimetres: 525 },
    { size, measure: "length", millimetres: 710 },
  ];
  expect(await measured()).toEqual(both);
  expect((await exported()).includes("chest 52.5; length 71")).toBe(true);
  const older = [heading, ...mine].map((row, at) => (at === 0 ? row.replace("Measures", "Notes") : row));
  expect((await imported(older.join("\r\n"))).problems).toEqual([]);
  expect(await measured()).toEqual(both);
  expect((await imported(file("Nose 5"))).problems).toMatchObject([
    { column: "Measures", grave: true, lines: [{ value: "Nose 5" }] },
  ]);
  await imported(file(""));
  expect(await measured()).toEqual([]);
});
