import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { updateProfile } from "../../../shop/accounts/customer/profile.server.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { onDatabase } from "../../support/cluster/databases.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let shopper: Person;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  // The demo shop's own admin is demoted, so that ours is the last one.
  await shop.services.db.execute(sql`update users set role = 'user'`);
  admin = await anAdmin(shop);
  shopper = await aShopper(shop, { name: "Leela Nair" });
});
afterAll(() => shop.dispose());

const read = (path: string) => readPage(ask, path, { as: admin });
const send = (path: string, fields: Record<string, string>) =>
  readPage(ask, path, { ...posted(fields), as: admin });

test("the dashboard shows its four statistics and the number of orders to confirm", async () => {
  await anOrder(shop, shopper);
  const { status, text, html } = await read("/admin");
  expect(status).toBe(200);
  for (const words of [
    "Administrator",
    "Total Products",
    "Total Orders",
    "Total Users",
    "Total Revenue",
    "Low stock",
  ])
    expect(text).toContain(words);
  expect(text).toMatch(/[1-9]\d* cash-on-delivery orders? to confirm/);
  expect(html).toContain('name="robots" content="noindex"');
});

test.each([
  "orders",
  "returns",
  "reviews",
  "messages",
  "coupons",
  "offers",
  "inventory",
  "books/settlements",
])("each tab of the list of %s says how many are in it", async (list) => {
  const { html } = await read(`/admin/${list}`);
  const [, tabs = ""] = /<nav class="status-tabs[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  const words = tabs
    .split("</a>")
    .map(textOf)
    .filter((one) => one.trim() !== "");
  expect(words.length).toBeGreaterThan(1);
  for (const one of words) expect(one.trim()).toMatch(/\D \d[\d,]*$/);
});

test("the palette finds settings, screens and actions by their words, and only those that the viewer may open", async () => {
  const placesOf = async (q: string, as: { cookie: string } = admin) => {
    const answer = await ask(`/admin/find?${new URLSearchParams({ q })}`, { as });
    const places = z.object({ places: z.array(z.object({ to: z.string(), name: z.string() })) });
    return places.parse(await answer.json()).places.map(({ to, name }) => `${name}: ${to}`);
  };
  expect((await placesOf("new product"))[0]).toBe("New product: /admin/products/new");
  expect((await placesOf("add product"))[0]).toBe("New product: /admin/products/new");
  expect(await placesOf("export orders")).toEqual(["Export orders: /admin/orders/export.csv"]);
  expect(await placesOf("gstin")).toContain("GSTIN: /admin/settings?part=legal");
  expect(await placesOf("couriers")).toContain("Couriers: /admin/settings?part=couriers");
  expect(await placesOf("zz top")).toEqual([]);
  // As an owner would say it; the first is what is meant.
  for (const [said, first] of [
    ["new order", "New order: /admin/orders/new"],
    ["draft orders", "Draft orders: /admin/orders/drafts"],
    ["new coupon", "New coupon: /admin/coupons/new"],
    ["new article", "New article: /admin/content/articles/new"],
    ["refund policy", "Refund Policy: /admin/content/policies/refund-policy"],
    ["logo", "Brand: /admin/brand"],
    ["gst", "GSTR-1: /admin/books?tab=gstr1"],
    ["hsn", "Books: /admin/books"],
    ["awb", "Orders: /admin/orders"],
    ["stock", "Inventory: /admin/inventory"],
    ["remittance", "Settlements: /admin/books/settlements"],
    ["password", "Change your password: /profile?tab=security"],
    ["email", "Emails: /admin/content/emails"],
    ["invoice number", "Company and tax: /admin/settings?part=legal"],
  ] as const)
    expect((await placesOf(said))[0], said).toBe(first);
  const [rules, ...others] = await placesOf("cod");
  expect(rules).toBe("Rules for cash on delivery: /admin/settings/cod");
  expect(others).toContain("Policies and payment: /admin/settings?part=policy");
  expect(await placesOf("invoice number")).toContain(
    "Numbers of invoices begin with: /admin/settings?part=legal",
  );
  expect(await placesOf("awb")).toContain("Couriers: /admin/settings?part=couriers");
  const support = await someoneAs(shop, "support");
  expect(await placesOf("gstin", support)).toEqual([]);
  expect(await placesOf("orders to send", support)).toEqual(["Orders to send: /admin/orders?status=to-send"]);
});

test("when the metrics fail, the dashboard shows an error and the rest of the page", async () => {
  await onDatabase(shop.databaseUrl, "alter table metric_by_day rename to metric_by_day_away");
  const { status, text } = await read("/admin");
  await onDatabase(shop.databaseUrl, "alter table metric_by_day_away rename to metric_by_day");
  expect(status).toBe(200);
  expect(text).toContain("Failed to fetch admin statistics");
  expect(text).toContain("Dashboard");
});

test.each([
  "/admin",
  "/admin/users",
  "/admin/health",
  "/admin/audit",
  "/admin/audit/export.csv",
  "/admin/nothing",
])("%s and its data redirect everybody but admins to the sign-in screen", async (path) => {
  for (const address of [path, path.endsWith(".csv") ? path : `${path}.data`]) {
    for (const as of [undefined, shopper]) {
      const answer = await ask(address, { as });
      expect(`${answer.headers.get("Location")}${await answer.text()}`).toContain("/auth?next=");
    }
  }
  expect((await read(path)).status).toBe(path === "/admin/nothing" ? 404 : 200);
});

test("users are listed, searched and filtered, with a message when nobody matches", async () => {
  const { text } = await read("/admin/users?q=leela");
  expect(text).toContain("Leela Nair");
  expect(text).toContain("N/A");
  expect((await read("/admin/users?role=admin")).text).not.toContain("Leela Nair");
  expect((await read("/admin/users?q=zeppelin")).text).toContain("No users found.");
  // Numbers are written as in the list of orders.
  const typed = { name: "Leela Nair", phone: "+91 98123 40005" };
  expect(await updateProfile(shop.services, shopper, typed)).toMatchObject({ ok: true });
  for (const path of ["/admin/users?q=leela", `/admin/users/${shopper.id}`]) {
    const shown = (await read(path)).text;
    expect(shown).toContain("98123 40005");
    expect(shown).not.toContain("9812340005");
  }
});

test.each([
  ["/admin/offers", "offers"],
  ["/admin/coupons", "coupons"],
  ["/admin/reviews", "reviews"],
  ["/admin/content", "articles"],
  ["/admin/content/redirects", "redirects"],
  ["/admin/size-guides", "size guides"],
  ["/admin/orders/drafts", "drafts"],
  ["/admin/categories", "categories"],
])("a search of %s that finds nothing does not say that there is nothing", async (path, what) => {
  const { text } = await read(`${path}?q=zzqqxx`);
  expect(text).toContain(`No ${what} found. Try other words`);
});

test("a role change shows the specified message, and the last admin cannot be demoted", async () => {
  const changed = await send("/admin/users", { intent: "role", id: shopper.id, role: "admin" });
  expect(changed.html).toContain("User role updated successfully");
  const back = await send("/admin/users", { intent: "role", id: shopper.id, role: "user" });
  expect(back.html).toContain("User role updated successfully");
  const last = await send("/admin/users", { intent: "role", id: admin.id, role: "user" });
  expect(last.html).toContain("Failed to update user role");
  expect((await send("/admin/users", { intent: "role", id: shopper.id, role: "king" })).status).toBe(400);
  const { text, html } = await read("/admin/audit?action=user.change-role");
  expect(text).toContain("changed the role of “Leela Nair” from user to admin");
  expect(html).toMatch(/<option(?=[^>]*value="user.change-role")(?=[^>]*selected="")/);
});

test("the audit log shows the days that its filter names, with what else was filtered", async () => {
  const days = async (query: string) => (await read(`/admin/audit?action=user.change-role&${query}`)).text;
  const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  expect(await days(`from=${before}`)).toContain("changed the role of “Leela Nair”");
  const none = await days(`from=2020-01-01&to=${before}`);
  expect(none).toContain("No entries match.");
  expect(none).toContain(`2020-01-01 to ${before}`);
  const { html } = await read(`/admin/audit?action=user.change-role&from=${before}`);
  expect(html).toMatch(
    /name="action" value="user.change-role"[^>]*>(?:(?!<\/form>).)*name="from"[^>]*value="/s,
  );
});

test("an unchanged role needs no password and ends no session; a chosen one survives the password question", async () => {
  const other = await aShopper(shop, { name: "Nila Das" });
  // A session from an hour ago is not enough to change a role.
  await shop.services.db.execute(
    sql`update session set created_at = now() - interval '1 hour' where user_id = ${admin.id}`,
  );
  const same = await send("/admin/users", { intent: "role", id: other.id, role: "user" });
  expect(same.html).toContain("User role updated successfully");
  expect((await ask("/profile", { as: other })).status).toBe(200);
  expect((await read("/admin/audit?action=user.change-role")).text).not.toContain("Nila Das");

  const asked = await ask("/admin/users.data", {
    ...posted({ intent: "role", id: other.id, role: "admin" }),
    as: admin,
  });
  expect(await asked.text()).toContain(`/admin/users/${other.id}?role=admin`);
  const chosen = /<option(?=[^>]*value="admin")(?=[^>]*selected="")/;
  expect((await read(`/admin/users/${other.id}?role=admin`)).html).toMatch(chosen);
  expect((await read(`/admin/users/${other.id}`)).html).not.toMatch(chosen);
  const wrong = await send(`/admin/users/${other.id}`, {
    intent: "role",
    role: "admin",
    password: "not this one",
  });
  expect(wrong.html).toMatch(chosen);
  await send(`/admin/users/${other.id}`, { intent: "role", role: "admin", password: admin.password });
  expect((await read("/admin/audit?action=user.change-role")).text).toContain("Nila Das");
  await shop.services.db.execute(sql`update session set created_at = now() where user_id = ${admin.id}`);
  await send("/admin/users", { intent: "role", id: other.id, role: "user" });
});

test.each([
  "/admin/orders/5f0c9d1e-0000-4000-8000-000000000000",
  "/admin/orders/nonsense",
  "/admin/import/5f0c9d1e-0000-4000-8000-000000000000",
])("%s answers 404 and not with a server error", async (path) => {
  const { status, text } = await read(path);
  expect(status).toBe(404);
  expect(text).toContain("Page not found");
  expect(text).not.toContain("it is us");
});

test("an archived product counts neither as out of stock nor as a product", async () => {
  const totalProducts = async () =>
    Number(/Total Products (\d+)/.exec((await read("/admin")).text)?.[1]?.replaceAll(",", ""));
  const tab = async (path: string, name: string) =>
    Number(new RegExp(`${name} ([\\d,]+)`).exec((await read(path)).text)?.[1]?.replaceAll(",", ""));
  const before = {
    products: await totalProducts(),
    out: await tab("/admin/inventory", "Out of stock"),
    productsOut: await tab("/admin/products", "Out of Stock"),
  };
  const { rows } = await shop.services.db.execute(sql`
    select p.id, count(*)::integer as sizes from product p join variant v on v.product_id = p.id
    where p.status = 'active' group by p.id having bool_and(v.stock > v.reserved + 5) limit 1`);
  const [{ id, sizes }] = z.tuple([z.object({ id: z.string(), sizes: z.number() })]).parse(rows);
  await shop.services.db.execute(sql`
    insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
    select id, sku, reserved - stock, 'system', 'lost' from variant where product_id = ${id}`);
  expect(await tab("/admin/inventory", "Out of stock")).toBe(before.out + sizes);
  await shop.services.db.execute(sql`update product set status = 'archived' where id = ${id}`);
  expect({
    products: await totalProducts(),
    out: await tab("/admin/inventory", "Out of stock"),
    productsOut: await tab("/admin/products", "Out of Stock"),
  }).toEqual({ ...before, products: before.products - 1 });
});

test("a customer's page shows their account, and an unknown id answers 404", async () => {
  const { text } = await read(`/admin/users/${shopper.id}`);
  expect(text).toContain(shopper.email);
  expect(text).toContain("Block Leela Nair?");
  for (const id of ["5f0c9d1e-0000-4000-8000-000000000000", "nonsense", "%00"]) {
    const unknown = await read(`/admin/users/${id}`);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain("Page not found");
  }
});

test.each([
  ["/admin/products", "Products"],
  ["/admin/categories", "Products"],
  ["/admin/collections/new", "Products"],
  ["/admin/size-guides", "Products"],
  ["/admin/parcels/returned", "Orders"],
  ["/admin/settings/cod", "Settings"],
])("on %s the menu marks %s", async (path, marked) => {
  const { html } = await read(path);
  const menu = html.slice(html.indexOf('class="office-nav"'));
  expect(textOf(/<a[^>]*aria-current="page"[^>]*>(.*?)<\/a>/s.exec(menu)?.[1] ?? "")).toMatch(
    new RegExp(`^\\s*${marked}`),
  );
});

test("the health page says what is not configured and what to do", async () => {
  const { text } = await read("/admin/health");
  expect(text).toContain("PostgreSQL");
  expect(text).toContain("set PUBLIC_URL to the shop's address");
});

test("the audit log shows what an act changed as a table of the fields that differ", async () => {
  const entry = {
    title: "Diwali",
    validFrom: "2026-11-01",
    tags: ["new"],
    address: { city: "Pune", pin: "411001" },
  };
  const after = { ...entry, title: "Holi", address: { city: "Nashik", pin: "411001" }, tags: [] };
  await shop.services.db.execute(sql`
    insert into audit_entry (actor_kind, actor_name, action, subject_kind, subject_id, subject_name, before, after)
    values ('staff', 'Admin', 'offer.update', 'offer', '1', 'Holi', ${JSON.stringify(entry)}, ${JSON.stringify(after)})`);
  const { text } = await read("/admin/audit?action=offer.update");
  expect(text).toContain(
    "What changed Field Before After Tags new nothing Title Diwali Holi Address city Pune Nashik",
  );
  expect(text).not.toContain("411001");
});

test("the audit log shows a new product's category by name, and nothing that only served to save it", async () => {
  const { rows } = await shop.services.db.execute<{ id: string; name: string }>(
    sql`select id, name from category order by name limit 1`,
  );
  const product = { name: "Kurta", categoryId: rows[0]?.id, dataFields: ["fabric"] };
  await shop.services.db.execute(sql`
    insert into audit_entry (actor_kind, actor_name, action, subject_kind, subject_id, subject_name, after)
    values ('staff', 'Admin', 'product.create', 'product', '1', 'Kurta', ${JSON.stringify(product)})`);
  const { text } = await read("/admin/audit?action=product.create");
  expect(text).toContain(`Category ${rows[0]?.name}`);
  expect(text).not.toContain(String(rows[0]?.id));
  expect(text).not.toContain("Data fields");
});

test("the audit log is exported as a file", async () => {
  const answer = await ask("/admin/audit/export.csv?kind=user", { as: admin });
  expect(answer.headers.get("Content-Disposition")).toContain("attachment");
  const file = await answer.text();
  expect(file).toContain("user.change-role,user");
  expect(file).toContain("changed the role of “Leela Nair” from user to admin");
});
