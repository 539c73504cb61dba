import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { productToEdit } from "../../../shop/catalogue/edit/product-to-edit.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

const open = async (path: string) => textOf(await (await ask(path, { as: admin })).text());
const idOf = async (slug: string) =>
  String((await shop.services.db.execute(sql`select id from product where slug = ${slug}`)).rows[0]?.id);

/** A form with files, as a browser without scripts sends it. */
function form(fields: Record<string, string>): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return { method: "POST", body, headers: { Origin: "http://shop.test", Host: "shop.test" } };
}

const fields = { name: "Plain Cap", price: "399", status: "active", "variant.0.stock": "4" };

test("the list has the specified columns, searches without scripts, and accepts odd parameters", async () => {
  const all = await open("/admin/products");
  for (const words of [
    "Add Product",
    "Name",
    "Category",
    "Price",
    "Stock",
    "Status",
    "In Stock",
    "permanently deletes",
  ])
    expect(all).toContain(words);
  expect(await open("/admin/products?q=pocket+logo")).toContain("Pocket Logo Essential Tee");
  expect(await open("/admin/products?q=zzzzzz")).toContain("No products found.");
  for (const odd of ["page=0", "page=1e9", "sort=x", "status=%27", "category=%00", "q=%00%25", "after=%27"])
    expect((await ask(`/admin/products?${odd}`, { as: admin })).status, odd).toBe(200);
});

/** The fields of an opened product form, as a browser sends them. */
async function fieldsOf(path: string): Promise<Record<string, string>> {
  const html = (await (await ask(path, { as: admin })).text()).replaceAll(
    /<template[\s\S]*?<\/template>/g,
    "",
  );
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return Object.fromEntries(
    inputs.flatMap((tag) => {
      const name = attribute(tag, "name");
      const isLeftOut = /type="(checkbox|radio|file)"/.test(tag) && !/\bchecked\b/.test(tag);
      return name && !isLeftOut ? [[name, attribute(tag, "value") ?? ""]] : [];
    }),
  );
}

test("a product with 200 variants is saved again with all of them, and one with more is refused in words", async () => {
  const many = (colours: number) =>
    Object.fromEntries(
      Array.from({ length: colours * 10 }, (_, at) => {
        const row = { size: `W${28 + (at % 10)}`, colour: `Shade ${Math.floor(at / 10)}`, hex: "#1d2a4d" };
        return Object.entries({ ...row, stock: "2" }).map(([field, value]) => [
          `variant.${at}.${field}`,
          value,
        ]);
      }).flat(),
    );
  const made = await ask("/admin/products/new", {
    ...form({ name: "Wide Range", price: "499", status: "active", ...many(20) }),
    as: admin,
  });
  expect(made.status).toBe(303);
  const path = `/admin/products/${await idOf("wide-range")}`;
  const opened = await fieldsOf(path);
  expect(Object.keys(opened).length).toBeGreaterThan(2_000);
  const changed = { name: "Wide Range Chinos", price: "499", status: "active" };
  const again = await ask(path, { ...form({ ...opened, ...changed, "variant.0.stock": "5" }), as: admin });
  expect(again.status).toBe(303);
  const { rows } = await shop.services.db.execute(
    sql`select count(*)::integer as n, sum(stock)::integer as stock from variant where product_id = ${await idOf("wide-range")}`,
  );
  expect(rows).toEqual([{ n: 200, stock: 403 }]);

  const more = await ask("/admin/products/new", {
    ...form({ name: "Wider Range", price: "499", status: "active", ...many(21) }),
    as: admin,
  });
  const html = await more.text();
  expect(textOf(html)).toContain("A product has at most 200 variants, and these are 210.");
  expect(html).toContain('name="variant.209.size"');
});

test("an empty list says how to begin", async () => {
  const empty = await testShop();
  try {
    const answer = await (await asking(empty.services))("/admin/products", { as: await anAdmin(empty) });
    expect(textOf(await answer.text())).toContain(
      "No products found. Add your first product to get started.",
    );
  } finally {
    await empty.dispose();
  }
});

test("a new product is in the shop at once; a draft says that it is none, and is published with one button", async () => {
  const blank = await (await ask("/admin/products/new", { as: admin })).text();
  expect(blank).toMatch(/<option value="active" selected="">/);
  const draft = { ...fields, name: "Quiet Cap", status: "draft" };
  const created = await ask("/admin/products/new", { ...form(draft), as: admin });
  expect(created.headers.getSetCookie().join()).toContain("flash=draftCreated");
  expect((await ask("/product/quiet-cap")).status).toBe(404);
  const list = await (await ask(created.headers.get("Location") ?? "", { as: admin })).text();
  expect(textOf(list)).toContain("Quiet Cap is saved, but nobody can buy it yet");
  expect(list).toContain('aria-label="Publish Quiet Cap"');
  const id = await idOf("quiet-cap");
  await ask("/admin/products", { ...posted({ intent: "status:active", id }), as: admin });
  expect((await ask("/product/quiet-cap")).status).toBe(200);
  expect(await (await ask("/admin/products?q=quiet+cap", { as: admin })).text()).not.toContain(
    "Publish Quiet Cap",
  );
  await ask("/admin/products", { ...posted({ intent: "delete", product: id }), as: admin });
});

test("a product is created, edited and deleted by plain forms, with the specified messages", async () => {
  const created = await ask("/admin/products/new", { ...form(fields), as: admin });
  expect(created.headers.get("Location")).toMatch(/^\/admin\/products\?saved=/);
  expect(created.headers.getSetCookie().join()).toContain("flash=productCreated");
  expect(textOf(await (await ask("/product/plain-cap")).text())).toContain("₹399");
  const list = await (await ask(created.headers.get("Location") ?? "", { as: admin })).text();
  for (const [part, said] of [
    ["images", "It has no picture"],
    ["facts", "It has no HSN code, so it has no GST rate."],
  ])
    expect(list).toMatch(new RegExp(`href="/admin/products/[0-9a-f-]{36}#${part}"[^>]*>${said}`));

  const id = await idOf("plain-cap");
  const product = await productToEdit(shop.services, id);
  const [variant] = product?.draft.variants ?? [];
  const edit = {
    ...fields,
    price: "449",
    version: "1",
    "variant.0.id": variant?.id ?? "",
    "variant.0.seen": "4",
  };
  const updated = await ask(`/admin/products/${id}`, { ...form(edit), as: admin });
  expect(updated.headers.getSetCookie().join()).toContain("flash=productUpdated");

  const stale = textOf(
    await (
      await ask(`/admin/products/${id}`, { ...form({ ...edit, price: "999", name: "Mine" }), as: admin })
    ).text(),
  );
  expect(stale).toContain("Somebody else has changed this in the meantime");
  expect(stale).toMatch(/Price 999 449\.00/);
  expect(stale).toMatch(/Name Mine Plain Cap/);

  const shown = "/admin/products?q=cap&page=2";
  const deleted = await ask(shown, { ...posted({ intent: "delete", product: id }), as: admin });
  expect(deleted.headers.get("Location")).toBe(shown);
  expect(deleted.headers.getSetCookie().join()).toContain("flash=productDeleted");
  const again = await ask("/admin/products", { ...posted({ intent: "delete", product: id }), as: admin });
  expect(await again.text()).toContain("Failed to delete product");
  expect((await ask("/product/plain-cap")).status).toBe(404);
});

test("an invalid form is shown again with its errors and everything typed", async () => {
  const answer = await ask("/admin/products/new", {
    ...form({ ...fields, price: "cheap", brand: "My brand" }),
    as: admin,
  });
  const html = await answer.text();
  expect(textOf(html)).toContain("Failed to create product");
  expect(html).toContain("Please write the amount in digits, such as 1299 or 1299.50.");
  expect(html).toContain('value="My brand"');
});

test("without scripts, the server creates the table of variants", async () => {
  const command = {
    ...fields,
    intent: "matrix",
    sizes: "28 to 29",
    "colour.0.name": "Olive",
    "colour.0.hex": "#556b2f",
  };
  const html = await (await ask("/admin/products/new", { ...form(command), as: admin })).text();
  expect(textOf(html)).toContain("2 variants");
  expect(html).toContain('name="variant.1.sku"');
});

test("sizes that were ticked without making the table are not lost: the rows are made, and saving waits", async () => {
  const command = { ...fields, name: "Ticked Cap", "size.S": "yes", "size.M": "yes" };
  const html = await (await ask("/admin/products/new", { ...form(command), as: admin })).text();
  expect(textOf(html)).toContain("No row yet for S, M: the table has them now.");
  expect(html).toContain('name="variant.1.sku"');
  expect((await ask("/product/ticked-cap")).status).toBe(404);
});

test("drafts are visible to admins only, with a note that says so", async () => {
  await ask("/admin/products/new", {
    ...form({ ...fields, name: "Secret Cap", status: "draft" }),
    as: admin,
  });
  expect(await open("/product/secret-cap")).toContain("Only admins see this page");
  expect((await ask("/product/secret-cap")).status).toBe(404);
  const id = await idOf("secret-cap");
  expect(await open(`/admin/products/${id}`)).toContain("Nobody can buy this now");
});

test("a stock adjustment is recorded in the ledger, and a stale one is refused", async () => {
  const { rows } = await shop.services.db.execute(
    sql`select id, stock from variant where sku = 'RAN4088-NAV-L'`,
  );
  const [{ id, stock } = { id: "", stock: 0 }] = rows;
  const command = { variant: String(id), expected: String(stock), delta: "3", reason: "Goods received" };
  const answer = await ask("/admin/inventory", { ...posted(command), as: admin });
  expect(await answer.text()).toContain("Stock adjusted");
  expect(await (await ask("/admin/inventory", { ...posted(command), as: admin })).text()).toContain(
    "It has changed since",
  );
  const ledger = await open(`/admin/inventory/${id}`);
  expect(ledger).toContain("Goods received");
  expect(ledger).toContain("Admin (staff)");
  expect(await open("/admin/inventory?q=ran4088-nav-l")).toContain("RAN4088-NAV-L");
});

/** Sends a bulk edit; new prices are confirmed as shown. Out: the question and the answer to the confirmation. */
async function bulk(path: string, fields: Record<string, string>) {
  const send = async (more: Record<string, string>) =>
    (await ask(path, { ...posted({ ...fields, ...more }), as: admin })).text();
  const question = await send({});
  const confirmed = /name="confirmed" value="([^"]+)"/.exec(question)?.[1] ?? "";
  return { question, answer: await send({ confirmed }) };
}

test.each([
  ["price", "9,99", "Paise come after a point"],
  ["percent", "900", "A whole number from -90 to 500"],
  ["stock", "many", "A whole number such as 5 or -2."],
])(
  "a wrong value of a change of many products (%s) is said at its field, with what was typed",
  async (intent, value, fault) => {
    const id = await idOf("pocket-logo-essential-tee");
    const answer = await ask("/admin/products", { ...posted({ intent, value, id }), as: admin });
    const html = await answer.text();
    const [field] = /<input[^>]*name="value"[^>]*>/.exec(html) ?? [];
    expect(field).toContain('aria-invalid="true"');
    expect(field).toContain(`value="${value}"`);
    expect(html).toMatch(
      new RegExp(`<option[^>]*value="${intent}"[^>]*selected|<option[^>]*selected[^>]*value="${intent}"`),
    );
    expect(textOf(html)).toContain(fault);
  },
);

test("a bulk change of prices shows old and new first, is listed, and is undone from the list", async () => {
  const id = await idOf("pocket-logo-essential-tee");
  await shop.services.db.execute(sql`update product set original_price = 99900 where id = ${id}`);
  const fields = { intent: "percent", value: "+500", id };
  const stale = await (
    await ask("/admin/products", { ...posted({ ...fields, confirmed: "of-another-day" }), as: admin })
  ).text();
  expect(textOf(stale)).toContain("The prices have changed in the meantime.");
  expect((await productToEdit(shop.services, id))?.draft.price).toBe("699.00");
  const { question, answer } = await bulk("/admin/products", fields);
  for (const said of [
    "Change the price of 1 product?",
    "₹699 ₹4,194",
    "would cost more than the original price",
  ])
    expect(textOf(question)).toContain(said);
  expect(answer).toContain("1 product changed");
  expect((await productToEdit(shop.services, id))?.draft.price).toBe("4194.00");
  const list = await (await ask("/admin/products/bulk-edits", { as: admin })).text();
  expect(textOf(list)).toContain("Price changed by +500 % 1 product");
  const token = /name="token" value="([^"]+)"/.exec(list)?.[1] ?? "";
  const undone = await ask("/admin/products/bulk-edits", {
    ...posted({ intent: "undo", token }),
    as: admin,
  });
  expect(textOf(await undone.text())).toContain("Undone");
  expect((await productToEdit(shop.services, id))?.draft.price).toBe("699.00");
});

test("a cost is saved with the form and shown again; a bulk change says which prices fall below it", async () => {
  const created = await ask("/admin/products/new", {
    ...form({ ...fields, name: "Costly Cap", price: "399", cost: "210.5", hsnCode: "6505" }),
    as: admin,
  });
  expect(created.headers.getSetCookie().join()).toContain("flash=productCreated");
  const id = await idOf("costly-cap");
  const html = await (await ask(`/admin/products/${id}`, { as: admin })).text();
  expect(html).toMatch(/name="cost"[^>]*value="210\.50"/);
  expect(textOf(html)).toContain("What you pay for one item, without GST. Customers never see it.");
  const other = await idOf("pocket-logo-essential-tee");
  await shop.services.db.execute(sql`update product set cost = null where id = ${other}`);
  const asked = async (body: URLSearchParams) =>
    textOf(
      await (
        await ask("/admin/products", { method: "POST", body, headers: posted({}).headers ?? {}, as: admin })
      ).text(),
    );
  const both = new URLSearchParams({ intent: "price", value: "220", id });
  both.append("id", other);
  const said = await asked(both);
  expect(said).toContain("1 product would be sold below cost.");
  expect(said).toContain("The cost is compared with the new price without GST.");
  expect(said).toContain("₹210.50 (above ₹209.52 without 5 % GST)");
  expect(said).toContain("Not known");
  await shop.services.db.execute(sql`update product set hsn_code = null where id = ${id}`);
  expect(await asked(new URLSearchParams({ intent: "price", value: "210", id }))).toContain(
    "compared with the whole new price, because no GST rate is known",
  );
  expect(await asked(new URLSearchParams({ intent: "price", value: "220", id }))).not.toContain("below cost");
  await ask("/admin/products", { ...posted({ intent: "delete", product: id }), as: admin });
});

test("a bulk edit and its Undo work as plain forms", async () => {
  const id = await idOf("pocket-logo-essential-tee");
  const { answer: changed } = await bulk("/admin/products", { intent: "price", value: "555", id });
  expect(changed).toContain("1 product changed");
  const token = /name="token" value="([^"]+)"/.exec(changed)?.[1] ?? "";
  expect((await productToEdit(shop.services, id))?.draft.price).toBe("555.00");
  expect(
    await (await ask("/admin/products", { ...posted({ intent: "undo", token }), as: admin })).text(),
  ).toContain("1 product is as before");
  expect((await productToEdit(shop.services, id))?.draft.price).toBe("699.00");
});

test("a bulk edit keeps search and tab and applies to every page, and the tabs count the search results", async () => {
  const address = "/admin/products?q=kurta&status=active";
  const page = await (await ask(address, { as: admin })).text();
  const action = /formAction="([^"]+)"/i.exec(page)?.[1]?.replaceAll("&amp;", "&");
  expect(action).toBe(address);
  const found = Number(/Select all (?:<!-- -->)?(\d+)/.exec(page)?.[1]);
  expect(found).toBeGreaterThan(25);
  expect(textOf(page)).toMatch(new RegExp(`All ${found} Active ${found} Draft 0 Archived 0`));
  const other = "pocket-logo-essential-tee";
  const before = (await productToEdit(shop.services, await idOf(other)))?.draft.price;
  const id = await idOf(
    String(
      (
        await shop.services.db.execute(
          sql`select slug from product where name ilike '%kurta%' and status = 'active' order by created_at desc limit 1`,
        )
      ).rows[0]?.slug,
    ),
  );
  const { answer: html } = await bulk(address, { intent: "price", value: "777", all: "on", id });
  expect(html).toContain(`${found} products changed`);
  expect(html).toContain('value="kurta"');
  const { rows } = await shop.services.db.execute(
    sql`select count(*)::integer as n from product where price = 77700`,
  );
  expect(rows[0]?.n).toBe(found);
  expect((await productToEdit(shop.services, await idOf(other)))?.draft.price).toBe(before);
});
