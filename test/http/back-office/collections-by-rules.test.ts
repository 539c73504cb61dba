import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { refreshCollections } from "../../../shop/catalogue/membership/membership.server.ts";
import { textOf } from "../../support/ask.server.ts";
import { seededOffice } from "../../support/pages/seeded-office.server.ts";

const { db, services, open, openAsAdmin, send } = seededOffice();

/** The fields of a rule: each condition its field, operator and typed value, or the ticked choices. */
function rule(conditions: [field: string, operator: string, value: string | string[]][], match = "all") {
  const fields: Record<string, string> = { chosen: "rule", "rule.match": match };
  for (const [at, [field, operator, value]] of conditions.entries()) {
    fields[`rule.${at}.field`] = field;
    fields[`rule.${at}.operator`] = operator;
    if (typeof value === "string") fields[`rule.${at}.value`] = value;
    else for (const one of value) fields[`rule.${at}.value.${one}`] = "on";
  }
  return fields;
}
const plain = { title: "", slug: "", position: "90", isInMenus: "", isOnHome: "" };
const make = async (name: string, more: Record<string, string>) => {
  const made = await send("/admin/collections/new", { ...plain, name, ...more });
  expect(made.status).toBe(303);
};
const namesIn = (page: string) =>
  [...page.matchAll(/<h3 class="name"><a[^>]*>([^<]*)<\/a>/g)].map(([, name]) => name);
/** The names in a list; an empty one shows other products below. */
async function shown(address: string) {
  const { html } = await open(address);
  return /(?<!\d)0 products/.test(textOf(html)) ? [] : namesIn(html);
}
const versionOf = async (slug: string) =>
  /name="version" value="([^"]*)"/.exec((await openAsAdmin(`/admin/collections/${slug}/edit`)).html)?.[1] ??
  "";

async function idOf(name: string) {
  const { rows } = await db().execute(sql`select id from product where name = ${name}`);
  return String(rows[0]?.id);
}

async function addProduct(name: string, price: string, more: Record<string, string> = {}) {
  const fields = { name, price, brand: "Rule Loom", status: "active", "variant.0.stock": "4", ...more };
  expect((await send("/admin/products/new", fields)).status).toBe(303);
}

/** Saves the form of a product with another price. */
async function reprice(name: string, price: string, more: Record<string, string> = {}) {
  const { rows } = await db().execute(sql`select p.id, p.version, p.brand, v.id as variant, v.stock
    from product p join variant v on v.product_id = p.id where p.name = ${name}`);
  const [row] = rows;
  const stock = String(row?.stock);
  const saved = await send(`/admin/products/${String(row?.id)}`, {
    name,
    price,
    brand: String(row?.brand),
    status: "active",
    version: String(row?.version),
    "variant.0.id": String(row?.variant),
    "variant.0.stock": stock,
    "variant.0.seen": stock,
    ...more,
  });
  expect(saved.status).toBe(303);
}

const cheapLoom: [string, string, string][] = [
  ["brand", "is", "rule loom"],
  ["price", "at-most", "500"],
];

test("a collection by rules follows its products as they are saved, in its own order; pinned ones come first, left out ones are absent", async () => {
  await make("Cheap loom", { ...rule(cheapLoom), defaultSort: "price-asc" });
  expect(await shown("/category/cheap-loom")).toEqual([]);
  await addProduct("Loom Cap", "399");
  await addProduct("Loom Scarf", "299.50");
  await addProduct("Loom Shawl", "900");
  const list = "/category/cheap-loom";
  expect(await shown(list)).toEqual(["Loom Scarf", "Loom Cap"]);
  expect(await shown(`${list}?sort=price-desc`)).toEqual(["Loom Cap", "Loom Scarf"]);
  expect(textOf((await openAsAdmin("/admin/collections")).html)).toMatch(/Cheap loom.*?by rules/);

  await reprice("Loom Shawl", "499");
  await reprice("Loom Cap", "501");
  expect(await shown(list)).toEqual(["Loom Scarf", "Loom Shawl"]);
  // The order of the list is that of the collection until another is chosen, also by the links of the page.
  const page = (await open(list)).html;
  expect(page).toMatch(/<option value="price-asc" selected="">/);
  expect((await open(`${list}?sort=recommended`)).html).toMatch(/<option value="recommended" selected="">/);

  const place = (intent: string, product: string) =>
    send("/admin/collections/cheap-loom/products", { intent, product });
  await place("top", await idOf("Loom Shawl"));
  expect(await shown(`${list}?sort=recommended`)).toEqual(["Loom Shawl", "Loom Scarf"]);
  expect(await (await place("bury", await idOf("Loom Scarf"))).text()).toContain(
    "Left out of this collection",
  );
  expect(await shown(list)).toEqual(["Loom Shawl"]);
  await reprice("Loom Scarf", "280");
  expect(await shown(list)).toEqual(["Loom Shawl"]);
  expect((await openAsAdmin("/admin/collections/cheap-loom/products")).html).toContain(
    'aria-label="Put back: Loom Scarf"',
  );
  await place("back", await idOf("Loom Scarf"));
  expect(await shown(list)).toEqual(["Loom Scarf", "Loom Shawl"]);
});

test("a product's form says in which collections it is by rule, and neither it nor a bulk change chooses them", async () => {
  await make("All of the loom", rule([["brand", "is", "Rule Loom"]]));
  const form = await openAsAdmin(`/admin/products/${await idOf("Loom Scarf")}`);
  expect(textOf(form.html)).toContain("By their rules also in: All of the loom, Cheap loom.");
  expect(form.html).not.toContain('name="collection.all-of-the-loom"');
  expect(form.html).toContain('name="collection.women"');
  await reprice("Loom Scarf", "280", { "collection.women": "yes", "collection.cheap-loom": "yes" });
  expect(await shown("/category/women?brand=Rule+Loom")).toEqual(["Loom Scarf"]);
  expect(await shown("/category/cheap-loom")).toContain("Loom Scarf");
  const bulk = await send("/admin/products", {
    intent: "uncollect:cheap-loom",
    id: await idOf("Loom Scarf"),
  });
  expect(await bulk.text()).toContain("Nothing was changed");
  expect((await openAsAdmin("/admin/products")).html).not.toContain('value="collect:cheap-loom"');
});

test("time, stock, offers and prices of variants are followed by the job", async () => {
  const job = () => refreshCollections(services());
  await addProduct("Loom Belt", "1000", { originalPrice: "1000" });
  const belt = await idOf("Loom Belt");
  const now = services().clock.now().toISOString();
  await db().execute(
    sql`update product set created_at = ${now}::timestamptz - interval '2 days' where id = ${belt}`,
  );
  const brand: [string, string, string] = ["brand", "is", "Rule Loom"];
  await make("Loom new", rule([brand, ["added", "within", "3"]]));
  await make("Loom off", rule([brand, ["percentOff", "at-least", "20"]]));
  await make("Loom there", rule([brand, ["inStock", "yes", ""], ["price", "at-least", "950"]]));
  const lists = async () => ({
    isNew: (await shown("/category/loom-new")).includes("Loom Belt"),
    off: (await shown("/category/loom-off")).includes("Loom Belt"),
    there: (await shown("/category/loom-there")).includes("Loom Belt"),
  });
  expect(await lists()).toEqual({ isNew: true, off: false, there: true });
  await db().execute(sql`with o as (insert into offer (title, discount_percent, valid_from, valid_to)
    values ('Loom week', 25, ${now}::timestamptz - interval '1 day', ${now}::timestamptz + interval '1 day') returning id)
    insert into offer_product (offer_id, product_id) select id, ${belt} from o`);
  await db().execute(
    sql`update product set created_at = ${now}::timestamptz - interval '4 days' where id = ${belt}`,
  );
  await job();
  expect(await lists()).toEqual({ isNew: false, off: true, there: false });
  await db().execute(sql`delete from offer where title = 'Loom week'`);
  await job();
  expect(await lists()).toEqual({ isNew: false, off: false, there: true });
  await db().execute(sql`insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, -stock, 'system', 'sold' from variant where product_id = ${belt}`);
  await job();
  expect(await lists()).toEqual({ isNew: false, off: false, there: false });
});

test("before it is saved a rule says how many products fit: some, none, or all", async () => {
  const preview = async (fields: Record<string, string>) =>
    textOf(
      await (
        await send("/admin/collections/new", { ...plain, name: "X", intent: "preview", ...fields })
      ).text(),
    );
  expect(await preview(rule([["brand", "is", "Rule Loom"]]))).toMatch(/Matches 4 of \d+ products\./);
  expect(await preview(rule([["price", "at-most", "1"]]))).toContain(
    "Matches no product: the list will be empty.",
  );
  const everything = rule([["price", "at-least", "1"]]);
  expect(await preview(everything)).toMatch(/Matches every product: all \d+\./);
  const { html } = await openAsAdmin(`/admin/rules/products?${new URLSearchParams(everything)}`);
  const { rows } = await db().execute(
    sql`select count(*)::integer as all from product where status = 'active'`,
  );
  expect(JSON.parse(html)).toEqual({ matches: { matched: rows[0]?.all, all: rows[0]?.all } });
  expect(JSON.parse((await openAsAdmin("/admin/rules/products?rule.0.field=price")).html)).toEqual({
    matches: null,
  });
  expect((await open("/admin/rules/products")).status).not.toBe(200);
  // Neither is refused.
  await make("Nothing yet", rule([["price", "at-most", "1"]]));
  // Without scripts a row is removed by its button.
  const two = { ...rule(cheapLoom), remove: "0" };
  const without = await (await send("/admin/collections/new", { ...plain, name: "X", ...two })).text();
  expect(without).not.toContain('value="rule loom"');
  expect(without).toContain('name="rule.1.value" value="500"');
});

test("a wrong value is said at its condition, and everything typed stays", async () => {
  const { rows } = await db().execute(sql`select id from category order by slug limit 1`);
  const category = String(rows[0]?.id);
  const sent = rule([
    ["category", "in", [category]],
    ["price", "at-most", "cheap"],
    ["tag", "is", ""],
  ]);
  const refused = await send("/admin/collections/new", { ...plain, name: "Odd rule", ...sent });
  const html = await refused.text();
  expect(refused.status).toBe(400);
  expect(html).toMatch(
    /<input[^>]*aria-invalid="true"[^>]*name="rule.1.value"[\s\S]*?An amount in rupees, such as 499 or 499\.50\./,
  );
  expect(html).toContain("Write a text to compare with.");
  expect(html).toContain('value="Odd rule"');
  expect(html).toContain('value="cheap"');
  expect(html).toMatch(
    new RegExp(
      `<input[^>]*checked=""[^>]*name="rule.0.value.${category}"|name="rule.0.value.${category}"[^>]*checked=""`,
    ),
  );
  const none = await send("/admin/collections/new", { ...plain, name: "No rule", chosen: "rule" });
  expect(none.status).toBe(400);
  expect(await none.text()).toContain("Add at least one condition.");
});

test("of two at once the second sees the rule that the first has saved; back to by hand it keeps what it showed", async () => {
  const version = await versionOf("all-of-the-loom");
  const edit = (more: Record<string, string>) =>
    send("/admin/collections/all-of-the-loom/edit", {
      ...plain,
      name: "All of the loom",
      slug: "all-of-the-loom",
      version,
      ...more,
    });
  expect(
    (
      await edit(
        rule([
          ["brand", "contains", "loom"],
          ["price", "at-most", "500"],
        ]),
      )
    ).status,
  ).toBe(303);
  const second = await edit(rule([["brand", "is", "Rule Loom"]]));
  expect(second.status).toBe(409);
  expect(textOf(await second.text())).toContain(
    "Saved meanwhile: All of: Brand contains loom; Price is at most ₹500",
  );
  const before = await shown("/category/all-of-the-loom");
  expect(before).toContain("Loom Scarf");
  const now = await versionOf("all-of-the-loom");
  expect((await edit({ chosen: "hand", version: now })).status).toBe(303);
  await refreshCollections(services());
  expect(await shown("/category/all-of-the-loom")).toEqual(before);
  const form = await openAsAdmin(`/admin/products/${await idOf("Loom Scarf")}`);
  expect(form.html).toMatch(/<input[^>]*name="collection.all-of-the-loom"[^>]*checked=""/);
  const { rows } = await db().execute(sql`select "before" ->> 'rule' as rule from audit_entry
    where subject_id = 'all-of-the-loom' order by at desc limit 1`);
  expect(rows).toEqual([{ rule: "All of: Brand contains loom; Price is at most ₹500" }]);
});

test("a rule follows a category that is merged into another, and a changed slug", async () => {
  const { rows } = await db().execute(sql`with made as (insert into category (slug, name, kind)
    values ('loom-caps', 'Loom caps', 'dress'), ('loom-hats', 'Loom hats', 'dress') returning id, slug)
    select id from made order by slug`);
  const [caps, hats] = rows.map(({ id }) => String(id));
  await addProduct("Loom Beret", "700", { categoryId: caps ?? "" });
  await make("Headwear", rule([["category", "in", [caps ?? ""]]]));
  expect(await shown("/category/headwear")).toEqual(["Loom Beret"]);
  await send(`/admin/categories/${caps}`, { intent: "merge", into: hats ?? "" });
  await refreshCollections(services());
  expect(await shown("/category/headwear")).toEqual(["Loom Beret"]);
  const version = await versionOf("headwear");
  const renamed = {
    ...plain,
    name: "Headwear",
    slug: "hats-and-caps",
    version,
    ...rule([["category", "in", [hats ?? ""]]]),
  };
  expect((await send("/admin/collections/headwear/edit", renamed)).status).toBe(303);
  expect(await shown("/category/hats-and-caps")).toEqual(["Loom Beret"]);
});
