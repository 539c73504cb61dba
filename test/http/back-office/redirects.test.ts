import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { saveRedirects } from "../../../shop/redirects/redirects.server.ts";
import { someStaff } from "../../support/access/actors.ts";
import { textOf } from "../../support/ask.server.ts";
import { seededOffice } from "../../support/pages/seeded-office.server.ts";

const { db, services, open, openAsAdmin, send, upload } = seededOffice();
const screen = "/admin/content/redirects";
const save = (path: string, target: string) => send(screen, { path, target });
const leads = async (path: string) => {
  const { status, location, headers } = await open(path);
  return [status, location, headers.get("Cache-Control")];
};

test("an old address leads on, with the marks of a campaign, and each use is counted", async () => {
  expect((await open("/pages/old-kurtas")).status).toBe(404);
  expect((await save("https://old.example/pages/old-kurtas/?x=1", "/category/women")).status).toBe(303);
  const moved = [301, "/category/women", "no-cache"];
  expect(await leads("/pages/old-kurtas")).toEqual(moved);
  expect(await leads("/pages/old-kurtas/")).toEqual(moved);
  expect(await leads("/pages/old-kurtas?utm_source=mail")).toEqual([
    301,
    "/category/women?utm_source=mail",
    "no-cache",
  ]);
  const { rows } = await db().execute(sql`select hits from redirect where path = '/pages/old-kurtas'`);
  expect(rows).toEqual([{ hits: "3" }]);
  expect(textOf((await openAsAdmin("/admin/audit")).html)).toContain("saved 1 redirect");
  const { html } = await openAsAdmin(screen);
  expect(textOf(html)).toMatch(/old-kurtas.*category\/women.*3/);
  expect(html).toContain('<option value="/category/women" label="Women (collection)">');
});

test("a click inside the shop follows it too; an address in other letters is another one", async () => {
  await save("/लेहंगा", "/shop?q=lehenga");
  expect(await leads(`/${encodeURIComponent("लेहंगा")}?a=b`)).toEqual([301, "/shop?q=lehenga", "no-cache"]);
  const data = await open(`/${encodeURIComponent("लेहंगा")}.data`);
  expect([data.status, await data.html]).toEqual([202, expect.stringContaining("/shop?q=lehenga")]);
  expect((await open("/Pages/OLD-kurtas")).status).toBe(404);
});

test("a page that is there wins, and so does one that comes back", async () => {
  await save("/faq", "/shop");
  expect((await open("/faq")).status).toBe(200);
  await save("/product/gone-with-the-season", "/shop");
  expect((await leads("/product/gone-with-the-season"))[1]).toBe("/shop");
  expect((await send(screen, { intent: "delete", path: "/product/gone-with-the-season" })).status).toBe(200);
  expect((await open("/product/gone-with-the-season")).status).toBe(404);
});

test("redirects that lead in a circle are refused, also over others", async () => {
  await save("/a-1", "/a-2");
  await save("/a-2", "/a-3?x=1");
  const answer = await save("/a-3", "/a-1/");
  const html = await answer.text();
  expect([answer.status, textOf(html)]).toEqual([
    409,
    expect.stringContaining("/a-3 would redirect back to itself."),
  ]);
  expect(html).toContain('value="/a-1/"');
  expect((await open("/a-3")).status).toBe(404);
});

test.each([
  ["/old%20kurtas", "/old%20kurtas"],
  ["/कुर्ते", "/%E0%A4%95%E0%A5%81%E0%A4%B0%E0%A5%8D%E0%A4%A4%E0%A5%87?a=b"],
  ["/old-sarees", "/x/../old-sarees"],
])("%s is refused as its own target, however that is written", async (path, target) => {
  expect((await save(path, target)).status).toBe(409);
  expect((await open(path)).status).toBe(404);
});

test("a target at the shop's own address is a path of the shop, and no way around to itself", async () => {
  const ports = { ...services(), site: { ...services().site, publicUrl: "https://shop.example" } };
  const saved = (path: string, target: string) => saveRedirects(ports, someStaff, [{ path, target }]);
  expect(await saved("/old-shawls", "https://shop.example/old-shawls")).toMatchObject({ refused: "loop" });
  expect(await saved("/old-shawls", "https://shop.example/shop?q=shawl")).toMatchObject({ ok: true });
  expect((await leads("/old-shawls"))[1]).toBe("/shop?q=shawl");
});

test("a target in another script is sent as headers can carry it, and listed as typed", async () => {
  await save("/purane-kurte", "/shop?q=कुर्ता");
  expect((await leads("/purane-kurte"))[1]).toBe(`/shop?q=${encodeURIComponent("कुर्ता")}`);
  expect(textOf((await openAsAdmin(screen)).html)).toContain("/shop?q=कुर्ता");
});

test.each([
  ["/x", "/a/..//evil.example", "A path of this shop"],
  ["kurtas", "/shop", "An address of this shop"],
  ["/", "/shop", "An address of this shop"],
  ["/x", "javascript:alert(1)", "A path of this shop"],
  ["/x", "//evil.example", "A path of this shop"],
  ["/x", "/\\evil.example", "A path of this shop"],
  ["/x", "http://plain.example", "A path of this shop"],
  ["/%", "/shop", "An address of this shop"],
])("%s to %s is refused at its field", async (path, target, words) => {
  const answer = await save(path, target);
  expect([answer.status, textOf(await answer.text())]).toEqual([400, expect.stringContaining(words)]);
});

test("a file of another shop's redirects is taken as a whole, or its wrong lines are named", async () => {
  const wrong = await upload(
    screen,
    { intent: "file" },
    { file: "Redirect from,Redirect to\r\n/ok,/shop\n\nbad,/shop\n" },
  );
  expect([wrong.status, textOf(await wrong.text())]).toEqual([
    400,
    expect.stringContaining("Line 4: An address"),
  ]);
  expect((await open("/ok")).status).toBe(404);
  const good = await upload(
    screen,
    { intent: "file" },
    { file: "Redirect from,Redirect to\r\n/ok,/shop\n/ok-2,https://blog.example/x\n" },
  );
  expect(good.status).toBe(303);
  expect([(await leads("/ok"))[1], (await leads("/ok-2"))[1]]).toEqual(["/shop", "https://blog.example/x"]);
  const none = await upload(screen, { intent: "file" }, { file: 'a,b\n/c,"/d\n/e,/f\n' });
  expect([none.status, textOf(await none.text())]).toEqual([
    400,
    expect.stringContaining("A quotation mark in line 2 is not closed."),
  ]);
});

test.each([
  ["semicolons", "from;to\n/by-semicolons;/shop\n"],
  ["tabs", "/by-tabs\t/shop\n"],
  ["what its first line names", "sep=|\nfrom|to\n/by-name|/shop\n"],
])("a file of redirects separated by %s is read", async (_, file) => {
  expect((await upload(screen, { intent: "file" }, { file })).status).toBe(303);
  const [path = ""] = /\/by-\w+/.exec(file) ?? [];
  expect((await leads(path))[1]).toBe("/shop");
});
