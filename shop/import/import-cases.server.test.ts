import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Staff } from "../../shop/access/actor.ts";
import { permissions } from "../../shop/access/permissions.ts";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { plain } from "../../test/support/files/bad-pictures.ts";
import { zipOf } from "../../test/support/files/zip.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { checkImport } from "./check-import.server.ts";
import { problemShape } from "./draft.ts";
import { exportProducts, importTemplate } from "./export-products.server.ts";
import { readImportRun } from "./runs.server.ts";
import { startImport } from "./start-import.server.ts";
import { unpackPictures } from "./unpack-pictures.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const actor = aStaffMember({ name: "Meera" });
const caseFile = (name: string) =>
  readFile(new URL(`../../test/support/files/cases/${name}`, import.meta.url));

async function checked(file: Buffer | string) {
  const { id } = await checkImport(shop.services, {
    actor,
    fileName: "a.csv",
    mode: "both",
    file: typeof file === "string" ? Buffer.from(file) : file,
  });
  const run = await readImportRun(shop.services, id);
  if (!run) throw new Error("no run");
  const problems = z.array(problemShape).parse(run.problems);
  const told = problems.map(({ column, message, lines }) => [
    typeof message === "string" ? message : message.code,
    column,
    lines[0]?.row,
  ]);
  return { id, run, told };
}

async function imported(file: Buffer | string) {
  const { id, told } = await checked(file);
  await startImport(shop.services, { actor, id });
  await shop.runDue();
  const run = await readImportRun(shop.services, id);
  return { told, counts: run?.counts, noted: run?.noted };
}

const rows = async (query: ReturnType<typeof sql>) => (await shop.services.db.execute(query)).rows;

test("a broken quotation mark is reported with the line of the file, at any size", async () => {
  expect((await checked(await caseFile("quote-in-row.csv"))).told).toEqual([["quotation-mark", "", 181]]);
  const line = (at: number) => `p-${at},Product ${at},499,"two\r\nlines"\r\n`;
  const large = `Slug,Name,Price,Description\r\n${Array.from({ length: 20_000 }, (_, at) => line(at)).join("")}`;
  expect((await checked(`${large}q,"5 inch" heel,499,x\r\n${line(1)}`)).told).toEqual([
    ["quotation-mark", "", 40_002],
  ]);
  expect((await checked(`${large}q,"never closed,499,x\r\n${line(1)}`)).told[0]).toEqual([
    "quotation-mark",
    "",
    40_002,
  ]);
});

const wide = (text: string, order: "le" | "be") => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
};
const table = (between: string) =>
  ["Slug", "Name", "Price", "Stock", "Size"].join(between) +
  ["\r\n", ["sep-1", '"Kurta, long; blue"', "499", "3", "M"].join(between), "\r\n"].join("");

test.each([
  ["commas", Buffer.from(table(","))],
  ["semicolons", Buffer.from(table(";"))],
  ["tabs", Buffer.from(table("\t"))],
  ["sep=", Buffer.from(`sep=|\r\n${table("|")}`)],
  ["UTF-16 with tabs", wide(table("\t"), "le")],
  ["UTF-16, big end first, with semicolons", wide(table(";"), "be")],
  ["UTF-16 with sep=", wide(`sep=;\r\n${table(";")}`, "le")],
])("a file with %s is read", async (_, file) => {
  const { told, run } = await checked(file);
  expect(told).toEqual([]);
  expect(run.counts.toMake + run.counts.toChange).toBe(1);
  await imported(file);
  expect(await rows(sql`select name from product where slug = 'sep-1'`)).toEqual([
    { name: "Kurta, long; blue" },
  ]);
});

test("semicolons in Shopify's format are recognised", async () => {
  const { told, run } = await checked(await caseFile("semicolon.csv"));
  expect([told.filter(([code]) => code === "columns-missing"), run.counts.toMake]).toEqual([[], 1]);
});

test("invisible characters are removed before duplicates are looked for", async () => {
  const { told, run } = await checked(await caseFile("invisible-characters.csv"));
  expect(told.map(([code]) => code).sort()).toEqual(["sku-twice", "variant-twice"]);
  expect(run.counts.waiting).toBe(0);
});

test("a heading twice, and numbers that a spreadsheet has shortened, are refused in words", async () => {
  expect((await checked("Slug,Name,Price,name\r\na,b,4,c\r\n")).told).toEqual([["heading-twice", "name", 1]]);
  const { told, run } = await checked("Slug,Name,Price,SKU,Stock\r\nlong-sku,One,499,8.90123E+12,1E+2\r\n");
  expect(told).toEqual([
    ["scientific-number", "SKU", 2],
    ["no-whole-number", "Stock", 2],
  ]);
  expect(run.counts.waiting).toBe(0);
});

test("a file without the column Slug makes web addresses from the names, and its rows of one name are one product", async () => {
  const file =
    "Name,Price,Size,Stock\r\nCopper Jug,1299,1 l,5\r\nCopper Jug,,2 l,3\r\nदीया,99,,4\r\nNo price,,,1\r\n";
  const { told, run } = await checked(file);
  expect([told, run.counts.toMake]).toEqual([[["not-allowed", "Price", 5]], 2]);
  expect((await imported(file)).counts).toMatchObject({ created: 2 });
  expect((await imported("Name,Price\r\nCOPPER JUG,1399\r\n")).counts).toMatchObject({ updated: 1 });
  expect(
    await rows(sql`select p.slug, p.price::int, sum(v.stock)::int as stock
      from product p join variant v on v.product_id = p.id where p.slug in ('copper-jug', 'diya')
      group by p.id order by p.slug`),
  ).toEqual([
    { slug: "copper-jug", price: 139_900, stock: 8 },
    { slug: "diya", price: 9_900, stock: 4 },
  ]);
  expect((await checked("Product,Price\r\nCopper Jug,1299\r\n")).told).toEqual([
    ["columns-missing", "Name", 1],
  ]);
});

test("any subset of the columns changes only what it has", async () => {
  const whole =
    "Slug,Name,Brand,Description,Price,MRP,Tags,Status,Size,Colour,Colour code,SKU,Variant price,Stock\r\n" +
    "sub-kurta,Kurta,Loom,Soft,499,999,soft,active,M,Indigo,#1d2a55,SUB-M,,5\r\n" +
    "sub-kurta,,,,,,,,XXL,Indigo,#1d2a55,SUB-XXL,549,7\r\n";
  expect((await imported(whole)).counts).toMatchObject({ created: 1 });
  const state = () =>
    rows(sql`select p.name, p.brand, p.description, p.price::int, p.original_price::int as mrp, p.tags, p.status,
      json_agg(json_build_array(v.size, v.colour, v.colour_hex, v.sku, v.price, v.stock) order by v.position) as variants
      from product p join variant v on v.product_id = p.id where p.slug = 'sub-kurta' group by p.id`);
  const [before] = z.array(z.record(z.string(), z.unknown())).parse(await state());
  const variants = (price: number, stock: number) => [
    ["M", "Indigo", "#1d2a55", "SUB-M", null, 5],
    ["XXL", "Indigo", "#1d2a55", "SUB-XXL", price, stock],
  ];
  expect(before?.variants).toEqual(variants(549_00, 7));
  expect((await imported("Slug,SKU,Stock\r\nsub-kurta,SUB-XXL,9\r\n")).counts).toMatchObject({ updated: 1 });
  expect(await state()).toEqual([{ ...before, variants: variants(549_00, 9) }]);
  await imported("Slug;Size;Variant price\r\nsub-kurta;XXL;599\r\n");
  expect(await state()).toEqual([{ ...before, variants: variants(599_00, 9) }]);
  await imported("Slug,MRP\r\nsub-kurta,899\r\n");
  expect(await state()).toEqual([{ ...before, mrp: 899_00, variants: variants(599_00, 9) }]);
  const unclear = await imported("Slug,Stock\r\nsub-kurta,1\r\n");
  expect(unclear.noted).toMatchObject([{ state: "skipped", message: { code: "variant-unclear" } }]);
  const fresh = await imported("Slug,Stock\r\nnobody-knows-it,1\r\n");
  expect(fresh.noted).toMatchObject([{ state: "skipped", message: { code: "columns-for-new" } }]);
});

const costsOf = (slug: string) =>
  rows(sql`select p.cost::integer, json_agg(v.cost order by v.position) as own from product p
    join variant v on v.product_id = p.id where p.slug = ${slug} group by p.id`);

async function exportOf(by: Staff): Promise<string> {
  let text = "";
  for await (const piece of exportProducts(shop.services, by)) text += piece;
  return text;
}

test("costs come in and go out beside the prices; a file without their columns keeps them", async () => {
  const { told } = await imported(
    "Slug,Name,Price,MRP,Cost per item,Size,SKU,Variant price,Variant cost,Stock\r\n" +
      "cost-kurta,Kurta,499,999,210.50,M,COST-M,,,5\r\ncost-kurta,,,,,XXL,COST-XXL,549,230,7\r\n",
  );
  expect(told).toEqual([]);
  const before = [{ cost: 210_50, own: [null, 230_00] }];
  expect(await costsOf("cost-kurta")).toEqual(before);
  await imported("Slug,Price,SKU,Stock\r\ncost-kurta,519,COST-XXL,9\r\n");
  expect(await costsOf("cost-kurta")).toEqual(before);
  const text = await exportOf(actor);
  expect(text).toContain("Price,MRP,Cost per item,");
  expect(text).toContain("Variant price,Variant cost,");
  await rows(sql`update product set cost = null where slug = 'cost-kurta'`);
  await rows(sql`update variant set cost = 100 where sku like 'COST-%'`);
  await imported(text);
  expect(await costsOf("cost-kurta")).toEqual(before);
  expect(await exportOf(actor)).toBe(text);
  const wrong = await checked("Slug,Cost per item\r\ncost-kurta,cheap\r\n");
  expect(wrong.told).toEqual([["no-amount", "Cost per item", 2]]);
  const comma = await checked('Slug,Cost per item\r\ncost-kurta,"210,50"\r\n');
  expect(comma.told).toEqual([["decimal-comma", "Cost per item", 2]]);
  await imported("Slug,Cost per item,SKU,Variant cost\r\ncost-kurta,,COST-XXL,\r\n");
  expect(await costsOf("cost-kurta")).toEqual([{ cost: null, own: [null, null] }]);
});

test("an export for somebody who may not edit the catalogue has no costs, and importing it keeps them", async () => {
  await imported("Slug,Name,Price,Cost per item,SKU,Variant cost\r\nhid-kurta,K,499,210,HID-M,220\r\n");
  const clerk = { ...actor, permissions: new Set(permissions.filter((one) => one !== "catalogue.edit")) };
  const text = await exportOf(clerk);
  expect(text).toContain("HID-M");
  expect(text).not.toMatch(/cost per item|variant cost|210\.00|220/i);
  await imported(text);
  expect(await costsOf("hid-kurta")).toEqual([{ cost: 210_00, own: [220_00] }]);
});

test("Shopify's Cost per item is read, 0 is none, and a file without the column keeps costs and order", async () => {
  const heading = "Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price";
  await imported(
    `${heading},Cost per item\nshop-mug,Mug,TRUE,Size,S,MUG-S,249,90.00\nshop-mug,,,,M,MUG-M,249,90.00\n` +
      "shop-mug,,,,L,MUG-L,299,110.00\nfree-mug,Mug,TRUE,,,MUG-F,249,0.00\n",
  );
  expect(await costsOf("shop-mug")).toEqual([{ cost: 90_00, own: [null, null, 110_00] }]);
  expect(await costsOf("free-mug")).toEqual([{ cost: null, own: [null] }]);
  await imported(
    `${heading}\nshop-mug,Mug,TRUE,Size,L,MUG-L,299\nshop-mug,,,,S,MUG-S,249\nshop-mug,,,,M,MUG-M,249\n`,
  );
  expect(await costsOf("shop-mug")).toEqual([{ cost: 90_00, own: [110_00, null, null] }]);
});

const detailsOf = (beginning: string) =>
  rows(sql`select p.slug, p.category_specific_data as details from product p
    where p.slug like ${`${beginning}%`} order by p.slug`);

test("columns of other shops that are named like a detail fill it, also where the import makes the category", async () => {
  await rows(sql`insert into category (slug, name, kind) values ('rucksacks', 'Rucksacks', 'bag')`);
  const heading =
    "Handle,Title,Type,Variant Price,Bag type,Volume (product.metafields.custom.volume),Fabric (product.metafields.a.b)";
  const { told, counts } = await imported(
    `${heading}\nd-1,One,Rucksacks,499,Backpack,22 Litres,Linen\nd-2,Two,Rucksacks,499,,a lot,\n`,
  );
  expect(told).toContainEqual(["no-detail", "Volume (product.metafields.custom.volume)", 3]);
  expect(counts).toMatchObject({ created: 1 });
  expect(await detailsOf("d-")).toEqual([{ slug: "d-1", details: { bagType: "backpack", volume: 22 } }]);
  // What the file does not say stays.
  await imported(`Handle,Title,Type,Variant Price,Volume\nd-1,One,Rucksacks,499,25\n`);
  expect(await detailsOf("d-")).toEqual([{ slug: "d-1", details: { bagType: "backpack", volume: 25 } }]);

  const woo =
    "Type,SKU,Name,Regular price,Categories,Attribute 1 name,Attribute 1 value(s),Meta: gender\n" +
    "simple,E1,E one,499,Kurtis,Fabric,Linen,Women\nsimple,E2,E two,499,Kurtis,Fabric,Silk,Robots\n";
  const { id } = await checked(woo);
  await startImport(shop.services, { actor, id, types: new Map([["Kurtis", "new:dress"]]) });
  await shop.runDue();
  const run = await readImportRun(shop.services, id);
  expect(run?.noted).toMatchObject([{ slug: "e-two", message: { code: "no-detail" } }]);
  expect(await detailsOf("e-")).toEqual([{ slug: "e-one", details: { fabric: "Linen", gender: "women" } }]);
});

test("the template can be imported as it is", async () => {
  const { told, counts } = await imported(importTemplate());
  expect(told.filter(([code]) => code !== "no-collection")).toEqual([["pictures-absent", "Picture", 2]]);
  expect(counts).toMatchObject({ created: 1, failed: 0, skipped: 0 });
});

async function upload(names: string[], colour: { r: number; g: number; b: number }) {
  const content = await plain(40, 50).tint(colour).png().toBuffer();
  const unpacked = await unpackPictures(shop.services, zipOf(names.map((name) => ({ name, content }))));
  expect(unpacked.ok).toBe(true);
}
const picturesOf = (slug: string) =>
  rows(sql`select pp.picture_key as key from product_picture pp join product p on p.id = pp.product_id
    where p.slug = ${slug} order by position`);

test("an existing product keeps its pictures when one of the file's is missing; the new ones are added", async () => {
  await upload(["one.png"], { r: 200, g: 0, b: 0 });
  await imported("Slug,Name,Price,Picture\r\nkeeps,Keeps,499,one.png\r\n");
  const [own] = await picturesOf("keeps");
  await upload(["two.png"], { r: 0, g: 200, b: 0 });
  await imported("Slug,Picture\r\nkeeps,two.png\r\nkeeps,lost.png\r\n");
  const after = await picturesOf("keeps");
  expect(after).toHaveLength(2);
  expect(after[0]).toEqual(own);
});

test("imports at the same time keep their own pictures, also of the same name", async () => {
  const file = (slug: string) => `Slug,Name,Price,Picture\r\n${slug},A kurta,499,same.png\r\n`;
  await upload(["same.png"], { r: 250, g: 10, b: 10 });
  const first = await checked(file("first-kurta"));
  await upload(["same.png"], { r: 10, g: 10, b: 250 });
  const others = await Promise.all(["second-kurta", "third-kurta"].map((slug) => checked(file(slug))));
  for (const { id } of [first, ...others]) await startImport(shop.services, { actor, id });
  await shop.runDue();
  const [one, two, three] = await Promise.all(
    ["first-kurta", "second-kurta", "third-kurta"].map(async (slug) => (await picturesOf(slug))[0]),
  );
  expect([one, two, three].every(Boolean)).toBe(true);
  expect(two).toEqual(three);
  expect(one).not.toEqual(two);
});

test("the demo's export is imported into an empty shop as a whole, with its categories", async () => {
  const demo = await testShop({ seed: true });
  let text = "";
  for await (const piece of exportProducts(demo.services, actor)) text += piece;
  await demo.dispose();
  const empty = await testShop();
  try {
    const { id } = await checkImport(empty.services, {
      actor,
      fileName: "demo.csv",
      mode: "both",
      file: Buffer.from(text),
    });
    const run = await readImportRun(empty.services, id);
    expect(run?.types.every(({ kind }) => kind !== null)).toBe(true);
    const types = new Map(run?.types.map(({ type, kind }) => [type, `new:${kind}`]));
    await startImport(empty.services, { actor, id, types });
    await empty.runDue();
    expect((await readImportRun(empty.services, id))?.counts).toMatchObject({
      created: 601,
      failed: 0,
      skipped: 0,
    });
    const { rows: made } = await empty.services.db.execute(
      sql`select count(*)::int as n, count(category_id)::int as placed from product`,
    );
    expect(made).toEqual([{ n: 601, placed: 601 }]);
  } finally {
    await empty.dispose();
  }
}, 120_000);

test("a decimal comma and a comma where no grouping has one are refused, Indian grouping is read", async () => {
  const { run } = await checked(await caseFile("decimal-comma.csv"));
  const wrong = z
    .array(problemShape)
    .parse(run.problems)
    .filter(({ column }) => column === "Variant Price");
  expect(wrong.flatMap(({ lines }) => lines.map(({ row }) => row))).toEqual([2, 4]);
  expect(run.counts.toMake).toBe(1);
});

test("who may not change prices or stock imports only the other columns", async () => {
  const clerk = {
    ...actor,
    permissions: new Set(permissions.filter((one) => one !== "prices.edit" && one !== "stock.adjust")),
  };
  const own = aStaffMember();
  await imported("Slug,Name,Price,Stock\nclerks-tee,Clerk's Tee,499,5\n");
  const outcome = async (text: string, by: typeof actor) => {
    const { id } = await checkImport(shop.services, {
      actor: by,
      fileName: "a.csv",
      mode: "both",
      file: Buffer.from(text),
    });
    const [row] = await rows(
      sql`select state, message->>'code' as code from import_product where run_id = ${id}`,
    );
    return { id, row };
  };
  const prices = "Slug,Name,Price\nclerks-tee,Clerk's Tee,1\n";
  expect((await outcome(prices, clerk)).row).toEqual({ state: "skipped", code: "prices-not-allowed" });
  for (const column of ["Cost per item", "Variant cost"])
    expect((await outcome(`Slug,${column}\nclerks-tee,1\n`, clerk)).row).toEqual({
      state: "skipped",
      code: "prices-not-allowed",
    });
  const stock = await outcome("Slug,Name,Stock\nclerks-tee,Clerk's Tee,900\n", clerk);
  expect(stock.row).toEqual({ state: "skipped", code: "stock-not-allowed" });
  const name = await outcome("Slug,Name\nclerks-tee,Clerk's Better Tee\n", clerk);
  expect(name.row).toMatchObject({ state: "waiting" });
  // Starting what somebody else has checked is no way around it.
  const checked = await outcome(prices, own);
  expect(checked.row).toMatchObject({ state: "waiting" });
  await startImport(shop.services, { actor: clerk, id: checked.id });
  await shop.runDue();
  expect(await rows(sql`select price::integer from product where slug = 'clerks-tee'`)).toEqual([
    { price: 49900 },
  ]);
});

test("a text that is cut within an emoji is cut before it", async () => {
  const long = `${"a".repeat(4_999)}😀😀`;
  const heading = "Handle,Title,Body (HTML),Published,Variant SKU,Variant Price,Status";
  const { told, counts } = await imported(
    `${heading}\nmug,Mug,${long},TRUE,MUG-EMOJI,249,active\npot,Pot,x,TRUE,POT-EMOJI,${"9".repeat(59)}${"😀".repeat(60)},active\n`,
  );
  expect(told).toContainEqual(["too-long", "Body (HTML)", 2]);
  expect(counts).toMatchObject({ created: 1 });
  expect(await rows(sql`select description from product where slug = 'mug'`)).toEqual([
    { description: "a".repeat(4_999) },
  ]);
});
