import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { textOf } from "../../support/ask.server.ts";
import { firstHeading, seededOffice } from "../../support/pages/seeded-office.server.ts";

const { db, open, openAsAdmin, send } = seededOffice();
const versionOf = async (slug: string) =>
  /name="version" value="([^"]*)"/.exec((await openAsAdmin(`/admin/collections/${slug}/edit`)).html)?.[1] ??
  "";

const festive = {
  name: "Festive wear",
  title: "",
  slug: "",
  description: "For Diwali and every wedding after it",
  position: "3",
  isInMenus: "on",
  isOnHome: "on",
  metaTitle: "Festive kurtas and sarees",
  metaDescription: "Hand-picked for the season.",
};

/** Puts products into a collection. Out: how many. */
async function fill(slug: string, many: number) {
  const { rowCount } = await db().execute(sql`insert into product_collection (product_id, collection_slug)
    select id, ${slug} from product where status = 'active' order by slug limit ${many}`);
  return rowCount;
}

test("a new collection is in the menus, on the home page, in the sitemap, and has a page with its own words", async () => {
  const made = await send("/admin/collections/new", festive);
  expect([made.status, made.headers.get("Location")]).toEqual([303, "/admin/collections"]);
  expect(await fill("festive-wear", 7)).toBe(7);
  const { status, html } = await open("/category/festive-wear");
  expect([status, firstHeading(html)]).toEqual([200, "Festive wear"]);
  expect(textOf(html)).toContain("7 products");
  expect(html).toMatch(/<title>Festive kurtas and sarees/);
  expect(html).toContain('content="Hand-picked for the season."');
  const home = (await open("/")).html;
  expect(home.split('href="/category/festive-wear"').length - 1).toBeGreaterThan(2);
  expect(textOf(home)).toContain("For Diwali and every wedding after it");
  expect((await open("/sitemaps/sitemap-pages.xml")).html).toContain("/category/festive-wear");
  expect(textOf((await openAsAdmin("/admin/collections")).html)).toMatch(
    /Festive wear \/category\/festive-wear.*7/,
  );
});

test("the list of collections is searched by name", async () => {
  const found = async (q: string) => textOf((await openAsAdmin(`/admin/collections?q=${q}`)).html);
  expect(await found("foot")).toMatch(/\/category\/footwear.*1–1 of 1/);
  expect(await found("foot")).not.toContain("/category/women");
  expect(await found("zeppelin")).toContain("No collections found. Try other words.");
});

test("a collection that is in no menu and not on the home page has its page only", async () => {
  await send("/admin/collections/new", { ...festive, name: "Lookbook 2026", isInMenus: "", isOnHome: "" });
  expect((await open("/")).html).not.toContain("/category/lookbook-2026");
  expect(firstHeading((await open("/category/lookbook-2026")).html)).toBe("Lookbook 2026");
  expect(textOf((await open("/shop?category=lookbook-2026")).html)).toContain("Shop Lookbook 2026");
});

test("after a change of its address the old one leads to the new one, and products, offers and product types follow", async () => {
  await send("/admin/collections/new", { ...festive, name: "Monsoon", slug: "monsoon" });
  await fill("monsoon", 5);
  await db().execute(sql`update product_type set collections = '{monsoon}' where name = 'Abayas'`);
  await db().execute(sql`with o as (insert into offer (title, discount_percent, valid_from, valid_to)
    values ('Rain', 10, '2026-11-01', '2026-12-31') returning id)
    insert into offer_scope (offer_id, kind, ref) select id, 'collection', 'monsoon' from o`);
  const version = await versionOf("monsoon");
  const moved = await send("/admin/collections/monsoon/edit", {
    ...festive,
    name: "Rainy days",
    slug: "rainy-days",
    version,
  });
  expect(moved.status).toBe(303);
  const old = await open("/category/monsoon");
  expect([old.status, old.location]).toEqual([301, "/category/rainy-days"]);
  // What an advertisement adds to the address goes along.
  const marked = await open("/category/monsoon?utm_source=diwali&sort=newest");
  expect(marked.location).toBe("/category/rainy-days?utm_source=diwali&sort=newest");
  // Kept by a browser, it would lead in a circle once the first address is used again.
  expect((await open("/category/monsoon")).headers.get("Cache-Control")).toBe("no-cache");
  const now = await open("/category/rainy-days");
  expect([now.status, firstHeading(now.html)]).toEqual([200, "Rainy days"]);
  expect(textOf(now.html)).toContain("5 products");
  const { rows } = await db().execute(sql`select
    (select collections from product_type where name = 'Abayas') as types,
    (select ref from offer_scope where kind = 'collection' and ref like '%rain%') as offer`);
  expect(rows).toEqual([{ types: ["rainy-days"], offer: "rainy-days" }]);

  const inUse = await send("/admin/collections/rainy-days/edit", { intent: "delete" });
  expect(inUse.status).toBe(409);
  expect(textOf(await inUse.text())).toContain("An offer is for this collection");
  // The first address again: it is no redirect any more.
  const back = { ...festive, name: "Monsoon", slug: "monsoon", version: await versionOf("rainy-days") };
  await send("/admin/collections/rainy-days/edit", back);
  expect((await open("/category/monsoon")).status).toBe(200);
  expect((await open("/category/rainy-days")).location).toBe("/category/monsoon");
});

test("an address that is used again, also by another collection, redirects no more, and can be left again", async () => {
  const move = async (from: string, to: string) => {
    const fields = { ...festive, name: to, slug: to, version: await versionOf(from) };
    expect((await send(`/admin/collections/${from}/edit`, fields)).status).toBe(303);
  };
  await send("/admin/collections/new", { ...festive, name: "Spring" });
  await move("spring", "early-summer");
  await send("/admin/collections/new", { ...festive, name: "Spring" });
  expect((await open("/category/spring")).status).toBe(200);
  await move("spring", "late-winter");
  expect((await open("/category/spring")).location).toBe("/category/late-winter");
  await move("late-winter", "spring");
  expect((await open("/category/late-winter")).location).toBe("/category/spring");
  expect((await open("/category/spring")).status).toBe(200);
});

test("what is wrong stands at its field and what was typed stays: an address in use, a wrong one, too long a title", async () => {
  const taken = await send("/admin/collections/new", { ...festive, name: "Men again", slug: "men" });
  const html = await taken.text();
  expect(taken.status).toBe(400);
  expect(html).toContain("Another collection or a category has this address.");
  expect(html).toContain('value="Men again"');
  const { rows } = await db().execute(sql`select slug from category limit 1`);
  const ofCategory = await send("/admin/collections/new", {
    ...festive,
    name: "X",
    slug: String(rows[0]?.slug),
  });
  expect(await ofCategory.text()).toContain("Another collection or a category has this address.");
  const big = await send("/admin/collections/new", { ...festive, name: "X", slug: "Big Letters" });
  expect(big.status).toBe(400);
  expect(await big.text()).toContain("Small letters, digits and single hyphens");
  const long = await send("/admin/collections/new", { ...festive, name: "Long", metaTitle: "x".repeat(71) });
  expect(await long.text()).toContain("At most 70 characters.");
});

test("an address made from the name gets a number when a category or a collection has it, and then stays", async () => {
  const shirts = { ...festive, name: "T-Shirts" };
  expect((await send("/admin/collections/new", shirts)).status).toBe(303);
  expect(firstHeading((await open("/category/t-shirts-2")).html)).toBe("T-Shirts");
  const version = await versionOf("t-shirts-2");
  const again = await send("/admin/collections/t-shirts-2/edit", { ...shirts, position: "9", version });
  expect([again.status, (await openAsAdmin("/admin/collections/t-shirts-2/edit")).status]).toEqual([
    303, 200,
  ]);
  expect((await send("/admin/collections/new", { ...festive, name: "त्योहार" })).status).toBe(303);
  expect(firstHeading((await open("/category/tyohar")).html)).toBe("त्योहार");
});

test("two at once: the second sees what the first has saved, and nothing is lost", async () => {
  await send("/admin/collections/new", { ...festive, name: "Winter" });
  const version = await versionOf("winter");
  const first = await send("/admin/collections/winter/edit", {
    ...festive,
    name: "Winter",
    slug: "winter",
    position: "8",
    version,
  });
  expect(first.status).toBe(303);
  const second = await send("/admin/collections/winter/edit", {
    ...festive,
    name: "Winter and fog",
    slug: "winter",
    version,
  });
  const html = await second.text();
  expect(second.status).toBe(409);
  expect(html).toContain('value="Winter and fog"');
  expect(html).toContain("Saved meanwhile: 8");
});

test("a deleted collection leaves its products, and a new category gets an address of its own", async () => {
  await send("/admin/collections/new", { ...festive, name: "Clearance" });
  await fill("clearance", 3);
  const gone = await send("/admin/collections/clearance/edit", { intent: "delete" });
  expect(gone.headers.get("Set-Cookie")).toContain("collectionDeleted");
  expect(firstHeading((await open("/category/clearance")).html)).toBe("All Products");
  expect((await openAsAdmin("/admin/collections/clearance/edit")).status).toBe(404);
  const { rows } = await db().execute(sql`select count(*)::integer as products,
    (select count(*)::integer from audit_entry where subject_kind = 'collection' and subject_id = 'clearance') as audited
    from product`);
  expect(rows).toEqual([{ products: 601, audited: 2 }]);
});

test("several collections are deleted at once when that is confirmed; one in an offer is kept and named", async () => {
  for (const name of ["Gone one", "Gone two", "On offer"])
    await send("/admin/collections/new", { ...festive, name });
  await db().execute(sql`with made as (
    insert into offer (title, discount_percent, valid_from, valid_to) values ('Held', 10, now(), now() + interval '1 day') returning id)
    insert into offer_scope (offer_id, kind, ref) select id, 'collection', 'on-offer' from made`);
  const chosen: [string, string][] = [
    ["intent", "delete"],
    ["id", "gone-one"],
    ["id", "gone-two"],
    ["id", "on-offer"],
  ];
  const sendChosen = (fields: [string, string][]) => send("/admin/collections", fields);
  const asked = await sendChosen(chosen);
  expect(textOf(await asked.text())).toContain("Delete 3 collections? Gone one, Gone two, On offer.");
  expect((await openAsAdmin("/admin/collections/gone-one/edit")).status).toBe(200);
  const done = textOf(await (await sendChosen([...chosen, ["confirmed", "yes"]])).text());
  expect(done).toContain("On offer: an offer is for it.");
  const statusOf = async (slug: string) => (await openAsAdmin(`/admin/collections/${slug}/edit`)).status;
  expect(await Promise.all(["gone-one", "gone-two", "on-offer"].map(statusOf))).toEqual([404, 404, 200]);
  expect(textOf(await (await sendChosen([["intent", "delete"]])).text())).toContain("Nothing was deleted");
  await send("/admin/collections/new", { ...festive, name: "Gone three" });
  const last = await send("/admin/collections?q=gone", {
    intent: "delete",
    id: "gone-three",
    confirmed: "yes",
  });
  expect(last.headers.get("Location")).toBe("/admin/collections?q=gone");
});
