import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { itemFields } from "../../../shop/text/listed-items.ts";
import { textOf } from "../../support/ask.server.ts";
import { seededOffice } from "../../support/pages/seeded-office.server.ts";

const { db, open, openAsAdmin, send, upload } = seededOffice();

const saree = {
  name: "Sarees",
  heading: "",
  sizeScale: "free-size",
  "measure.length": "on",
  ...itemFields([
    {
      label: "Weave",
      // Added as a text, then made a choice.
      kind: "text",
      type: "choice",
      choices: "Banarasi\nKanjivaram\nChanderi",
      filter: "on",
      required: "on",
    },
    { label: "Blouse piece", kind: "yes-no", filter: "on" },
    { label: "Saree length", kind: "number", unit: "m", min: "4", max: "10" },
    { label: "Border", kind: "text" },
    { label: "Loom number", kind: "text", shown: "staff" },
  ]),
};
const product = {
  name: "Maroon Silk Saree",
  brand: "Kanchi",
  price: "4999",
  status: "active",
  "variant.0.size": "Free size",
  "variant.0.stock": "5",
  "detail.weave": "Kanjivaram",
  "detail.blouse-piece": "yes",
  "detail.saree-length": "5.5",
  "detail.border": "Zari",
  "detail.loom-number": "L-77",
};

async function one<Shape extends z.ZodRawShape>(query: ReturnType<typeof sql>, shape: Shape) {
  return z.tuple([z.object(shape)]).parse((await db().execute(query)).rows)[0];
}
const setOf = (name: string) =>
  one(sql`select key, version::text, fields from attribute_set where name = ${name}`, {
    key: z.string(),
    version: z.string(),
    fields: z.array(z.looseObject({ key: z.string() })),
  });
/** A set as its form sends it. */
async function sentForm(key: string) {
  const { html } = await openAsAdmin(`/admin/attribute-sets/${key}`);
  return { html, version: /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "" };
}

test("a set with a field of each kind: its category, product, page, filters, import and export", async () => {
  expect((await send("/admin/attribute-sets/new", saree)).status).toBe(303);
  const { key } = await setOf("Sarees");
  expect((await send("/admin/categories/new", { name: "Silk sarees", kind: key })).status).toBe(303);
  const { id } = await one(sql`select id from category where name = 'Silk sarees'`, { id: z.string() });
  const form = (await openAsAdmin("/admin/products/new")).html;
  expect(form).toContain("Silk sarees");

  const wrong = await send("/admin/products/new", {
    ...product,
    categoryId: id,
    "variant.0.size": "XXL",
    "detail.weave": "",
    "detail.saree-length": "50",
  });
  const text = textOf(await wrong.text());
  expect(text).toContain("Please fill in Weave.");
  expect(text).toContain("Saree length: a number from 4 to 10 (m).");
  expect(text).toContain("Sizes here are Free size.");

  expect((await send("/admin/products/new", { ...product, categoryId: id })).status).toBe(303);
  const page = textOf((await open("/product/maroon-silk-saree")).html);
  for (const shown of ["Weave Kanjivaram", "Blouse piece Yes", "Saree length 5.5 m", "Border Zari"])
    expect(page).toContain(shown);
  expect(page).not.toContain("L-77");

  const list = textOf((await open("/category/silk-sarees")).html);
  expect(list).toContain("Blouse piece Yes 1");
  expect(list).toContain("Weave Kanjivaram 1");
  expect(textOf((await open("/shop?detail=weave.Kanjivaram")).html)).toContain("1 product");
  expect(textOf((await open("/shop?detail=weave.Kanjivaram&detail=blouse-piece.no")).html)).toContain(
    "0 products",
  );
  expect(textOf((await open("/shop?size=Free+size")).html)).toContain("Maroon Silk Saree");

  const { html: csv } = await openAsAdmin("/admin/export/products.csv");
  const [head = "", ...lines] = csv.split("\r\n");
  const cells = lines.find((line) => line.startsWith("maroon-silk-saree"))?.split(",") ?? [];
  expect(head).toMatch(/,Weave,.*,Loom number/);
  expect(cells.at(head.split(",").indexOf("Weave") - head.split(",").length)).toBe("Kanjivaram");
  const run = await upload(
    "/admin/import",
    { mode: "both" },
    {
      file: `Slug,Name,Price,Category,Kind,Weave,Blouse piece,Saree length\nsky,Sky Saree,2999,Silk sarees,Sarees,Chanderi,no,6\nbad,Bad Saree,2999,Silk sarees,Sarees,Denim,no,6\n`,
    },
  );
  const report = textOf((await openAsAdmin(run.headers.get("Location") ?? "")).html);
  expect(report).toContain("The set of details of its category does not allow this value.");
  const { draft } = await one(sql`select draft from import_product where slug = 'sky'`, {
    draft: z.looseObject({ more: z.looseObject({ data: z.looseObject({}) }) }),
  });
  expect(draft.more.data).toEqual({ weave: "Chanderi", "blouse-piece": false, "saree-length": 6 });

  // Without a field its values are shown no more, and not lost.
  const { version } = await sentForm(key);
  const less = { ...saree, items: "1,2,3,4" };
  expect(
    (
      await send(`/admin/attribute-sets/${key}`, {
        ...less,
        "item.1.key": "blouse-piece",
        version,
      })
    ).status,
  ).toBe(303);
  expect(textOf((await open("/product/maroon-silk-saree")).html)).not.toContain("Weave");
  expect(textOf((await open("/category/silk-sarees")).html)).not.toContain("Weave");
  const saved = await one(
    sql`select id, version::text, category_specific_data as data from product where slug = 'maroon-silk-saree'`,
    { id: z.string(), version: z.string(), data: z.looseObject({}) },
  );
  const variant = await one(sql`select id from variant where product_id = ${saved.id}`, { id: z.string() });
  await send(`/admin/products/${saved.id}`, {
    ...product,
    categoryId: id,
    version: saved.version,
    "variant.0.id": variant.id,
    "variant.0.seen": "5",
  });
  const again = await one(sql`select category_specific_data as data from product where id = ${saved.id}`, {
    data: z.looseObject({}),
  });
  expect(again.data).toMatchObject({ weave: "Kanjivaram", border: "Zari" });

  const used = await send(`/admin/attribute-sets/${key}`, { intent: "delete" });
  expect([used.status, await used.text()]).toEqual([
    409,
    expect.stringContaining("A category has it by now."),
  ]);
});

test("what is wrong stands at its field, what was typed stays, and rows move without scripts", async () => {
  const wrong = await send("/admin/attribute-sets/new", {
    name: "clothing",
    ...itemFields([
      { label: "Fit", kind: "choice", choices: " \n" },
      { label: "fit", kind: "number", min: "9", max: "3" },
      { label: "Odd", kind: "colour-wheel" },
    ]),
  });
  expect(wrong.status).toBe(400);
  const html = await wrong.text();
  for (const said of [
    "At least one choice",
    "Another field has this name.",
    "More than the smallest value.",
    "One of: Text",
  ])
    expect(html).toContain(said);
  expect(html).toContain('value="Fit"');
  const taken = await send("/admin/attribute-sets/new", { name: "clothing" });
  expect(await taken.text()).toContain("There is already a set of details of this name.");
  const moved = await send("/admin/attribute-sets/new", {
    name: "Two",
    ...itemFields([
      { label: "First", kind: "text" },
      { label: "Second", kind: "text" },
    ]),
    arrange: "down 0",
  });
  expect(await moved.text()).toMatch(/value="Second"[\s\S]*value="First"/);
  const many = itemFields(Array.from({ length: 41 }, (_, at) => ({ label: `Field ${at}`, kind: "text" })));
  const refused = await send("/admin/attribute-sets/new", { name: "Many", ...many });
  expect(await refused.text()).toContain("At most 40 fields.");
});

test("a size scale orders sizes on product pages, in filters and in the product's form; two at once are told", async () => {
  const made = await send("/admin/sizes/new", {
    name: "Rings",
    sizes: "Large ring\nMedium ring\nSmall ring",
  });
  expect(made.status).toBe(303);
  const { version } = await one(sql`select version::text from size_scale where key = 'rings'`, {
    version: z.string(),
  });
  const rows = ["Small ring", "Large ring", "Medium ring"].map((size, at) => ({
    [`variant.${at}.size`]: size,
    [`variant.${at}.stock`]: "3",
  }));
  await send(
    "/admin/products/new",
    Object.assign({ name: "Toe ring", brand: "Kanchi", price: "99", status: "active" }, ...rows),
  );
  const inOrder = /Large ring[\s\S]*Medium ring[\s\S]*Small ring/;
  expect(textOf((await open("/shop?brand=Kanchi")).html)).toMatch(inOrder);
  const page = /<fieldset[^>]*>(?:(?!<\/fieldset>)[\s\S])*Large ring[\s\S]*?<\/fieldset>/.exec(
    (await open("/product/toe-ring")).html,
  )?.[0];
  expect(textOf(page ?? "")).toMatch(inOrder);
  const upside = { name: "Rings", sizes: "Small ring\nMedium ring\nLarge ring", version };
  expect((await send("/admin/sizes/rings", upside)).status).toBe(303);
  expect(textOf((await open("/shop?brand=Kanchi")).html)).toMatch(
    /Small ring[\s\S]*Medium ring[\s\S]*Large ring/,
  );
  const late = await send("/admin/sizes/rings", { ...upside, sizes: "One" });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("Saved meanwhile")]);
  expect(await (await send("/admin/sizes/new", { name: "Rings", sizes: "" })).text()).toContain(
    "At least one size",
  );
  const used = await send("/admin/sizes/s-to-xxl", { intent: "delete" });
  expect(used.status).toBe(409);
  const gone = await send("/admin/sizes/rings", { intent: "delete" });
  expect(gone.headers.get("Set-Cookie")).toContain("sizeScaleDeleted");
});

test("a shop starts with the specification's five sets and their sizes", async () => {
  const { rows } = await db().execute(sql`
    select s.name, array(select f ->> 'label' from jsonb_array_elements(s.fields) f) as labels,
      (select sizes from size_scale where key = s.size_scale) as sizes
    from attribute_set s where s.key <> 'sarees' order by s.name`);
  expect(rows).toEqual([
    { name: "Accessories", labels: ["Size", "Material", "Adjustable", "Warranty"], sizes: null },
    { name: "Bags", labels: ["Bag type", "Volume", "Material"], sizes: null },
    {
      name: "Clothing",
      labels: ["Fabric", "Sizes", "Colours", "Gender"],
      sizes: ["S", "M", "L", "XL", "XXL"],
    },
    {
      name: "Footwear",
      labels: ["Sizes (UK)", "Upper material", "Sole"],
      sizes: ["6", "7", "8", "9", "10", "11", "12"],
    },
    { name: "Watches", labels: ["Dial size", "Strap material", "Water resistance", "Warranty"], sizes: null },
  ]);
});

test("a set whose name says that it is of details is not called so twice in the product's form", async () => {
  const heading = async (name: string) => {
    expect((await send("/admin/attribute-sets/new", { name, heading: "" })).status).toBe(303);
    const { heading } = await one(sql`select heading from attribute_set where name = ${name}`, {
      heading: z.string(),
    });
    return heading;
  };
  expect(await heading("Stole details")).toBe("Stole details");
  expect(await heading("Stoles")).toBe("Stoles details");
});
