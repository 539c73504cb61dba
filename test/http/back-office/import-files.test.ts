import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking } from "../../support/ask.server.ts";
import { type Bad, badPictures, plain } from "../../support/files/bad-pictures.ts";
import { formRequest } from "../../support/files/form-request.ts";
import { zipOf } from "../../support/files/zip.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let picture: Buffer;
let bad: Bad[];

beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  picture = await plain(40, 50).png().toBuffer();
  bad = await badPictures();
});
afterAll(() => shop.dispose());

async function send(files: { zip?: Buffer; csv?: Buffer }): Promise<Response> {
  const form = new FormData();
  if (files.csv)
    form.set("file", new File([new Uint8Array(files.csv)], "products.csv", { type: "text/csv" }));
  if (files.zip) form.set("pictures", new File([new Uint8Array(files.zip)], "pictures.zip"));
  return ask("/admin/import", { ...(await formRequest(form)), as: admin });
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of shop.services.storage.keys()) keys.push(key);
  return keys;
}

async function nothingLeft(what: string) {
  const { rows } = await shop.services.db.execute(sql`
    select (select count(*)::int from import_picture) as uploaded, (select count(*)::int from picture) as pictures,
      (select count(*)::int from product) as products`);
  expect({ ...rows[0], stored: await stored() }, what).toEqual({
    uploaded: 0,
    pictures: 0,
    products: 0,
    stored: [],
  });
}

test("200 bad ZIPs are refused with a clear message, and nothing of them is stored", async () => {
  const whole = zipOf([
    { name: "one.png", content: picture },
    { name: "two.png", content: picture },
  ]);
  const zips: [string, Buffer][] = [
    [
      "not encrypted by its bytes, but said to be",
      zipOf([{ name: "a.png", content: picture, flags: 0x801 }]),
    ],
    ["a wrong checksum, a size that lies", zipOf([{ name: "a.png", content: picture, size: 7 }])],
    ["8 MB and more, by its list", zipOf([{ name: "a.png", content: picture, size: 9_000_000 }])],
    [
      "1 GB and more, by its list",
      zipOf(
        Array.from({ length: 3 }, (_, at) => ({ name: `${at}.png`, content: picture, size: 400_000_000 })),
      ),
    ],
    [
      "5,001 files",
      zipOf(Array.from({ length: 5_001 }, (_, at) => ({ name: `${at}.png`, content: Buffer.alloc(1) }))),
    ],
    ["out of its folder", zipOf([{ name: "../../a.png", content: picture }])],
    ["from the root", zipOf([{ name: "/etc/a.png", content: picture }])],
    ["backslashes", zipOf([{ name: "..\\..\\a.png", content: picture }])],
    ["a name of 300 letters", zipOf([{ name: `${"a".repeat(300)}.png`, content: picture }])],
    ["only words", zipOf([{ name: "a.txt", content: Buffer.from("hello") }])],
    ["nothing in it", zipOf([])],
    ["nothing but a folder", zipOf([{ name: "shots/", content: Buffer.alloc(0) }])],
  ];
  for (let part = 1; part <= 24; part++)
    zips.push([`${part} of 25 parts`, whole.subarray(0, Math.floor((whole.length * part) / 25))]);
  for (const { what, file } of bad.filter(({ what }) => !what.startsWith("the first"))) {
    const name = `${zips.length}.png`;
    zips.push([what, zipOf([{ name, content: file }])]);
  }
  expect(zips.length).toBeGreaterThanOrEqual(200);
  for (const [what, zip] of zips) {
    const answer = await send({ zip });
    expect(answer.status, what).toBe(400);
    expect(await answer.text(), what).toMatch(
      /Nothing was saved|The ZIP is damaged|A ZIP may hold|There is no picture in the ZIP/,
    );
  }
  await nothingLeft("after all");
});

test("bad files beside a good picture are named with the reason; a damaged picture is deleted by the import", async () => {
  const half = bad.find(({ what }) => what === "the first 0.9 of a picture");
  const zip = zipOf([
    { name: "good.png", content: picture },
    { name: "evil.png", content: Buffer.from("<svg onload='alert(1)'/>") },
    { name: "notes.txt", content: Buffer.from("hello") },
    { name: "half.jpg", content: half?.file ?? Buffer.alloc(0) },
    // The same name in another folder: the later file is used, and the earlier is not left in storage.
    { name: "again/good.png", content: picture },
  ]);
  for (let time = 0; time < 2; time++) {
    const text = await (await send({ zip })).text();
    expect(text).toContain("Pictures uploaded");
    expect(text).toContain("evil.png: not a JPEG, PNG, WebP or AVIF.");
    expect(text).toContain("notes.txt: its name does not end in");
    expect(await stored()).toHaveLength(2);
  }
  const csv = Buffer.from(
    "Handle,Title,Published,Variant SKU,Variant Price,Image Src\nmug,Mug,TRUE,M-1,249,good.png\ncup,Cup,TRUE,C-1,249,half.jpg\npot,Pot,TRUE,P-1,249,evil.png\n",
  );
  // Sent together, the page of the import says what was wrong with the picture that a row names.
  const checked = await send({ csv, zip });
  expect(checked.status).toBe(303);
  const page = checked.headers.get("Location") ?? "";
  expect(await (await ask(page, { as: admin })).text()).toContain(
    "The picture &quot;evil.png&quot; was not kept: not a JPEG, PNG, WebP or AVIF.",
  );
  await ask(page, { method: "POST", body: new URLSearchParams(), as: admin });
  await shop.runDue();
  expect(await (await ask(page, { as: admin })).text()).toContain("a draft without its picture half.jpg");
  const { rows } = await shop.services.db.execute(sql`select name from import_picture`);
  expect(rows).toEqual([{ name: "good.png" }]);
  expect((await stored()).filter((key) => key.startsWith("import-pictures/"))).toEqual([]);
  await shop.services.db.execute(sql`delete from import_product`);
  await shop.services.db.execute(sql`delete from import_picture`);
});

test("bad CSV files are reported with their errors and create no product", async () => {
  const heading = "Handle,Title,Variant Price,Variant SKU,Variant Inventory Qty,Image Src";
  const row = (over: Partial<Record<"handle" | "title" | "price" | "sku" | "stock" | "image", string>>) => {
    const { handle = "mug", title = "Mug", price = "249", sku = "M-1", stock = "3", image = "" } = over;
    return `${heading}\n${handle},${title},${price},${sku},${stock},${image}\n`;
  };
  // The name of a CSV is always the same one here, so each content counts once.
  const contents = new Map(bad.slice(80, 120).map(({ file }) => [file.toString("base64"), file]));
  expect(contents.size).toBeGreaterThanOrEqual(10);
  const files = [
    ...contents.values(),
    picture,
    zipOf([{ name: "a.csv", content: Buffer.from(row({})) }]),
    ...[
      "Handle\n",
      "Price,Variant Price\n249,249\n",
      `${heading}\n"mug,Mug,249\n`,
      `${heading}\nmug,"Mug"x,249\n`,
      `${heading}\n${"x".repeat(300_000)}\n`,
      `${heading}\n"${"x".repeat(3_000_000)}\n`,
      row({ title: "<".repeat(120_000) }),
      `${heading}\n${"\n".repeat(200_001)}`,
      row({ handle: "Mug One!" }),
      row({ handle: "../mug" }),
      row({ handle: "" }),
      row({ handle: "<script>" }),
      row({ title: "" }),
      row({ title: "M".repeat(5_000) }),
      row({ price: "" }),
      row({ price: "-1" }),
      row({ price: "free" }),
      row({ price: "1e9" }),
      row({ price: "2,49,000,00" }),
      row({ price: "0x10" }),
      row({ price: "99999999999999999999" }),
      row({ stock: "-3" }),
      row({ stock: "1.5" }),
      row({ stock: "lots" }),
      row({ sku: "S".repeat(500) }),
      row({ image: "javascript:alert(1)" }),
      row({ image: "file:///etc/passwd" }),
      row({ image: "nowhere.png" }),
      `${row({})}mug,,249,M-1,3,\n`,
      `${row({})}cup,Cup,249,M-1,3,\n`,
    ].map((text) => Buffer.from(text)),
    Buffer.from(`${heading}\nmug,Caf\xe9,249,M-1,3,\n`, "latin1"),
  ];
  const before = (await stored()).length;
  for (const file of files) {
    const what = file.subarray(0, 120).toString("latin1");
    const answer = await send({ csv: file });
    expect(answer.status, what).toBe(303);
    const page = await ask(answer.headers.get("Location") ?? "", { as: admin });
    expect(page.status, what).toBe(200);
    expect((await page.text()).includes("What is wrong"), what).toBe(true);
  }
  const { rows } = await shop.services.db.execute(
    sql`select distinct slug from import_product where state <> 'skipped' order by slug`,
  );
  // An invalid handle becomes a slug; these rows repeat the SKU of the mug, which the page reports.
  expect(rows.map(({ slug }) => slug)).toEqual(["mug"]);
  expect((await stored()).length).toBe(before);
  const products = await shop.services.db.execute(sql`select slug from product`);
  expect(products.rows.map(({ slug }) => slug).sort()).toEqual(["cup", "mug", "pot"]);
});
