import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { textOf } from "../../support/ask.server.ts";
import { eventually } from "../../support/eventually.ts";
import { seededOffice } from "../../support/pages/seeded-office.server.ts";

const { clock, db, open, openAsAdmin, send } = seededOffice();
const page = async (path: string) => textOf((await openAsAdmin(path)).html);
const versionAt = async (path: string) =>
  /name="version" value="([^"]*)"/.exec((await openAsAdmin(path)).html)?.[1] ?? "";
const rate = { prefix: "3304", rate: "18", stepUpTo: "", stepRate: "", from: "2025-09-22", source: "9/2025" };
const add = async (over: Partial<typeof rate>) =>
  send("/admin/taxes/new", { ...rate, ...over, version: await versionAt("/admin/taxes/new") });

test("the built-in rates are listed with their step, day and source; nobody but staff sees them", async () => {
  expect(await page("/admin/taxes")).toMatch(
    /HSN 62 Woven garments 5% up to ₹2,500 a unit before tax, else 18% From 22 September 2025. Notification 9\/2025/,
  );
  expect((await open("/admin/taxes")).status).toBe(302);
});

test("a product without a rate is listed until the owner adds its rate, which the product's form then shows", async () => {
  const { rows } = await db().execute<{ id: string; name: string }>(
    sql`update product set hsn_code = '33049910' where id = (select id from product where status = 'active' limit 1)
      returning id, name`,
  );
  const [changed] = rows;
  expect(await page("/admin/taxes")).toContain(`${changed?.name} HSN 33049910`);
  expect((await add({})).status).toBe(303);
  const after = await page("/admin/taxes");
  expect(after).not.toContain(changed?.name);
  expect(after).toMatch(/HSN 3304 18% From 22 September 2025. 9\/2025 Yours/);
  expect(await page(`/admin/products/${changed?.id}`)).toContain("GST 18% (HSN 3304, 9/2025)");
});

test("what has a rate today gets a new one from tomorrow on, which can be withdrawn until then", async () => {
  const refused = await add({ prefix: "61", rate: "12", from: "2026-01-01" });
  const html = await refused.text();
  expect(refused.status).toBe(400);
  expect(textOf(html)).toContain("The new one begins tomorrow at the earliest");
  expect(html).toContain('value="2026-01-01"');
  expect((await add({ prefix: "61", rate: "12", from: "2090-04-01" })).status).toBe(303);
  expect(textOf(await (await add({ prefix: "61", rate: "12", from: "2090-04-01" })).text())).toContain(
    "There is already a rate of this code from this day.",
  );
  expect(await page("/admin/taxes")).toMatch(
    /HSN 61 Knitted garments 12% From 1 April 2090. 9\/2025 Yours To come/,
  );
  const version = await versionAt("/admin/taxes");
  const withdrawn = { intent: "withdraw", version, from: "2090-04-01" };
  expect((await send("/admin/taxes", { ...withdrawn, prefix: "61" })).status).toBe(200);
  expect(await page("/admin/taxes")).not.toContain("1 April 2090");
  const inForce = await send("/admin/taxes", { ...withdrawn, prefix: "3304", from: "2025-09-22" });
  expect(inForce.status).toBe(409);
});

test("a wrong rate is answered at its field", async () => {
  const answer = await add({ prefix: "6", rate: "41", stepUpTo: "2,500", from: "2026-02-31", source: " " });
  const text = textOf(await answer.text());
  expect(answer.status).toBe(400);
  for (const words of [
    "Two to eight digits",
    "A whole number of percent",
    "A day, such as",
    "The notification, or who",
  ])
    expect(text).toContain(words);
});

test("two people who add a rate at once do not lose one", async () => {
  const version = await versionAt("/admin/taxes/new");
  const both = ["8517", "9503"].map((prefix) => send("/admin/taxes/new", { ...rate, prefix, version }));
  const answers = await Promise.all(both);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
});

test("a series begun elsewhere goes on here, with the owner's letters, until its first document", async () => {
  const { settings, count } = {
    settings: "/admin/settings?part=legal",
    count: { intent: "continue", kind: "credit-note", year: "2627" },
  };
  expect((await send("/admin/taxes", { ...count, next: "0" })).status).toBe(400);
  expect((await send("/admin/taxes", { ...count, next: "118" })).status).toBe(200);
  expect(await page("/admin/taxes")).toMatch(/Credit notes None issued. Next: CN\/\d{4}\/000118/);
  // A screen that was opened before 1 April cannot begin the new year's series with a gap.
  const before = clock().now();
  clock().set("2027-03-31T18:30:00Z");
  const late = await send("/admin/taxes", { ...count, next: "200" });
  expect([late.status, textOf(await late.text())]).toEqual([409, expect.stringContaining("financial year")]);
  expect(await page("/admin/taxes")).toMatch(/Credit notes None issued. Next: CN\/2728\/000001/);
  clock().set(before);
  const { html } = await openAsAdmin(settings);
  const fields = Object.fromEntries(
    [...html.matchAll(/<input[^>]*name="((?:legal|invoices)\.[^"]+)"[^>]*value="([^"]*)"/g)].map(
      ([, name, value]) => [name ?? "", value ?? ""],
    ),
  );
  const version = await versionAt(settings);
  const same = await send(settings, {
    ...fields,
    version,
    "invoices.prefix": "NK",
    "invoices.creditPrefix": "NK",
  });
  expect(textOf(await same.text())).toContain("others than those of invoices");
  const saved = await send(settings, {
    ...fields,
    version,
    "invoices.prefix": "NK",
    "invoices.creditPrefix": "NC",
  });
  expect(saved.status).toBe(303);
  expect(await page("/admin/taxes")).toMatch(/Credit notes None issued. Next: NC\/\d{4}\/000118/);
});

test("a business that is not registered for GST is asked for no rate anywhere", async () => {
  const { rows } = await db().execute<{ id: string }>(
    sql`update product set hsn_code = '99999999' where id = (select id from product where status = 'active' limit 1)
      returning id`,
  );
  const pages = ["/admin/taxes", `/admin/products/${rows[0]?.id}`, "/admin"];
  const asksFor = /without a (GST )?rate|has no GST rate/;
  const seen = async () => Promise.all(pages.map(async (path) => asksFor.test(await page(path))));
  expect(await seen()).toEqual([true, true, true]);
  const legal = { ...defaultSettings.legal, isUnregistered: true };
  await db().execute(sql`
    insert into setting (key, value) values ('legal', ${JSON.stringify(legal)}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  await eventually(async () => expect(await seen()).toEqual([false, false, false]));
});
