import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { savedView } from "../../../shop/saved-views/tables.server.ts";
import { viewListNames, viewLists } from "../../../shop/saved-views/views.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { aShirt } from "../../support/orders.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let owner: Person;
let packer: { cookie: string };
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  owner = await anAdmin(shop);
  packer = await someoneAs(shop, "support");
  await anOrder(shop, await aShopper(shop));
});
afterAll(() => shop.dispose());

const read = (path: string, as: { cookie: string } = owner) => readPage(ask, path, { as });
const send = (path: string, fields: Record<string, string>, as: { cookie: string } = owner) =>
  readPage(ask, path, { ...posted(fields), as });
/** The saved views above a list: name and address, the chosen one with a star. */
const views = ({ html }: { html: string }) =>
  [...html.matchAll(/<a(?=[^>]*class="saved-view")([^>]*)>([^<]*)<\/a>/g)].map(
    ([, link = "", name]) =>
      `${link.includes("aria-current") ? "*" : ""}${name} ${/href="([^"]*)"/.exec(link)?.[1]?.replaceAll("&amp;", "&")}`,
  );
const heads = ({ html }: { html: string }) =>
  [
    ...(/<table class="list-table[^"]*">[\s\S]*?<thead>([\s\S]*?)<\/thead>/.exec(html)?.[1] ?? "").matchAll(
      /<th(?![^>]*choice)[^>]*>([\s\S]*?)<\/th>/g,
    ),
  ].map(([, head = ""]) => head.replace(/<[^>]*>/g, ""));
const idOf = async (name: string) =>
  (await shop.services.db.select().from(savedView).where(eq(savedView.name, name)))[0]?.id ?? "";

test("a view keeps search and filters under a name, for whoever saved it, and can be changed and deleted", async () => {
  const list = await read(
    "/admin/orders?status=pending&method=cod&after=1_00000000-0000-4000-8000-000000000000",
  );
  const offered = /href="([^"]*views\/orders\/new[^"]*)"/.exec(list.html)?.[1] ?? "";
  const form = await read(offered.replaceAll("&amp;", "&"));
  expect(form.html).toMatch(/name="query"[^>]*value="method=cod&amp;status=pending"/);
  const fields = { query: "method=cod&status=pending", version: "" };
  expect((await send("/admin/views/orders/new", { ...fields, name: " " })).text).toContain(
    "Please give it a name.",
  );
  const saved = await send("/admin/views/orders/new", { ...fields, name: "COD to call" });
  expect(saved.headers.get("Location")).toBe("/admin/orders?method=cod&status=pending");
  expect(views(await read("/admin/orders"))).toEqual(["COD to call /admin/orders?method=cod&status=pending"]);
  expect(views(await read("/admin/orders?status=pending&method=cod"))).toEqual([
    "*COD to call /admin/orders?method=cod&status=pending",
  ]);
  expect(views(await read("/admin/orders", packer))).toEqual([]);
  expect((await read(`/admin/views/orders/${await idOf("COD to call")}`, packer)).status).toBe(404);
  const twice = await send("/admin/views/orders/new", { ...fields, name: "cod to CALL" });
  expect(twice.status).toBe(400);
  expect(twice.text).toContain("Another view has this name.");

  const one = `/admin/views/orders/${await idOf("COD to call")}`;
  // Somebody reads version 1 in two tabs, and the slower one would undo the other.
  const pasted = { version: "1", name: "Cash", query: "https://shop.example/admin/orders?page=3&method=cod" };
  expect((await send(one, pasted)).headers.get("Location")).toBe("/admin/orders?method=cod");
  const late = await send(one, { ...pasted, name: "Cash of today" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("Saved meanwhile: Cash");
  expect(late.html).toContain('value="Cash of today"');
  expect(views(await read("/admin/orders"))).toEqual(["Cash /admin/orders?method=cod"]);
  expect((await send(one, { intent: "delete" })).headers.get("Location")).toBe("/admin/views/orders");
  expect(views(await read("/admin/orders"))).toEqual([]);
  expect((await send(one, { intent: "delete" })).status).toBe(303);
  expect((await read("/admin/audit")).text).toContain("deleted the saved view “Cash”");
});

test("who may change the settings shares views with all who see the list, and only they change them", async () => {
  const view = { name: "Unpaid", query: "payment=failed", shared: "on", version: "" };
  const refused = await send("/admin/views/orders/new", view, packer);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Only who may change the settings can share a view.");
  expect(refused.html).toContain('value="Unpaid"');
  await send("/admin/views/orders/new", view);
  expect(views(await read("/admin/orders", packer))).toEqual(["Unpaid /admin/orders?payment=failed"]);
  const one = `/admin/views/orders/${await idOf("Unpaid")}`;
  expect((await read(one, packer)).text).toContain("Somebody else has shared it");
  await send(one, { ...view, name: "Mine now", version: "1" }, packer);
  await send(one, { intent: "delete" }, packer);
  expect(views(await read("/admin/orders", packer))).toEqual(["Unpaid /admin/orders?payment=failed"]);
  // A name is taken only among one's own.
  await send("/admin/views/orders/new", { ...view, shared: "" }, packer);
  expect(views(await read("/admin/orders", packer))).toHaveLength(2);
});

test("each sees the columns that they have chosen, of every list that has views, and nobody else's change", async () => {
  await aShirt(shop);
  for (const list of viewListNames) {
    const { path, columns } = viewLists[list];
    const before = heads(await read(path));
    // Books are empty: their heads are not shown without rows.
    if (before.length === 0) continue;
    expect(before, list).toEqual(expect.arrayContaining([...columns]));
    const [dropped = "", ...kept] = columns;
    const body = new URLSearchParams([...kept, "No such column"].map((column) => ["column", column]));
    const answer = await ask(`/admin/views/${list}`, { ...posted({}), body, as: owner });
    expect(answer.headers.get("Location")).toBe(path);
    expect(heads(await read(path)), list).toEqual(before.filter((column) => column !== dropped));
  }
  expect(heads(await read("/admin/orders", packer))).toContain("Customer");
  expect((await read("/admin/views/customers/new", packer)).status).toBe(
    (await read("/admin/customers", packer)).status === 200 ? 200 : 404,
  );
  expect((await read("/admin/views/nothing")).status).toBe(404);
});

test("the sort order that somebody used last is that of their next visit", async () => {
  const sorted = async (path: string, as: { cookie: string } = owner) =>
    /aria-sort="(\w+)"/.exec((await read(path, as)).html)?.[1];
  expect(await sorted("/admin/products")).toBeUndefined();
  expect(await sorted("/admin/products?sort=-name")).toBe("descending");
  expect(await sorted("/admin/products")).toBe("descending");
  expect(await sorted("/admin/products", packer)).toBeUndefined();
  expect(await sorted("/admin/products?sort=-newest")).toBeUndefined();
  expect(await sorted("/admin/products")).toBeUndefined();
  expect(await sorted("/admin/orders")).toBe("descending");
  expect(await sorted("/admin/orders?sort=total")).toBe("ascending");
  const { html } = await read("/admin/orders");
  expect(/aria-sort="ascending"[^>]*><a[^>]*>([^<]*)/.exec(html)?.[1]).toBe("Total");
  expect(html).toContain("/admin/orders/export.csv?sort=total");
});

test("a view that names no sort shows the list in its own order, whatever was used last", async () => {
  const sorted = async (path: string) => {
    const { html } = await read(path);
    return /aria-sort="(\w+)"[^>]*><a[^>]*>([^<]*)/.exec(html)?.slice(1).join(" ");
  };
  await send("/admin/views/orders/new", { name: "By cash", query: "method=cod", version: "" });
  await send("/admin/views/orders/new", { name: "Dear", query: "method=cod&sort=-total", version: "" });
  const own = "descending Date";
  await read("/admin/orders?sort=total");
  expect(await sorted("/admin/orders")).toBe("ascending Total");
  expect(await sorted("/admin/orders?method=cod")).toBe(own);
  expect(await sorted("/admin/orders?method=cod&page=1")).toBe(own);
  expect(await sorted("/admin/orders?status=pending")).toBe("ascending Total");
  expect(await sorted("/admin/orders?method=cod&sort=-total")).toBe("descending Total");
});
