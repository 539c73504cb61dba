import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitingInvoice } from "../../../shop/invoices/tables.server.ts";
import { changeOrderStatus } from "../../../shop/orders/change-order.server.ts";
import { invalidateSettings } from "../../../shop/settings/settings.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { onDatabase } from "../../support/cluster/databases.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await testShop();
  // Documents are dated by the database, "this month" is that of the shop's clock.
  shop.clock.set(new Date());
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  buyer = await aShopper(shop);
  const legal = JSON.stringify({ ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" });
  await shop.services.db.execute(sql`insert into setting (key, value) values ('legal', ${legal}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  invalidateSettings(shop.services);
});
afterAll(() => shop.dispose());

const open = async (path: string) => textOf(await (await ask(path, { as: admin })).text());
const send = async (path: string, fields: Record<string, string>) => {
  const answer = await ask(path, { ...posted(fields), as: admin });
  return { status: answer.status, words: textOf(await answer.text()) };
};

test("a document goes to the customer again, once for each form, from the order and from the books", async () => {
  const order = await anOrder(shop, buyer);
  await nowIs(shop, order, "shipped");
  await shop.runDue();
  const mails = async () =>
    (await shop.services.mail.list(shop.services.db, 50)).filter(({ subject }) =>
      subject.includes("Tax invoice"),
    );
  const page = await (await ask(`/admin/orders/${order.id}`, { as: admin })).text();
  const slug = /<option value="(INV-\d{4}-\d{6})"/.exec(page)?.[1] ?? "";
  const fields = { intent: "document", key: "d-12345678", slug };
  expect((await send(`/admin/orders/${order.id}`, fields)).status).toBe(303);
  expect((await send(`/admin/orders/${order.id}`, fields)).status).toBe(303);
  expect(await mails()).toHaveLength(1);
  const [mail] = await mails();
  expect(mail?.subject).toBe(`Tax invoice ${slug.replaceAll("-", "/")} of order ${order.id.slice(0, 8)}`);
  expect(mail?.text).toContain(`/orders/${order.id}/documents/${slug}.pdf`);
  expect(await open(`/admin/orders/${order.id}`)).toContain("Mail sent again: Tax invoice");

  expect(await open("/admin/books")).toContain("Send again");
  const again = { ...fields, order: order.id, key: "b-12345678" };
  expect((await send("/admin/books", again)).words).toContain("On its way");
  expect(await mails()).toHaveLength(2);
  expect((await send("/admin/books", { ...again, key: "b-12345679", slug: "INV-1-1" })).words).toContain(
    "There is no such document",
  );
  expect((await send("/admin/books", { ...again, key: "b-12345680", order: "1" })).status).toBe(400);
  expect(await open("/admin/books")).toContain("e-invoices (needed from a turnover of ₹5 crore");
});

test("lines and HSN codes of a month are on screen, and an order without an invoice is named beside all of them", async () => {
  const order = await anOrder(shop, buyer);
  await nowIs(shop, order, "shipped");
  await shop.runDue();
  const [line] = order.lines;
  const lines = await open("/admin/books?tab=lines");
  expect(lines).toContain(line?.name);
  expect(lines).toMatch(/HSN 6205, 1 PCS .*5%/);
  expect(await open("/admin/books?tab=lines&rate=18")).not.toContain("HSN 6205");
  const month = await open("/admin/books?tab=gstr1");
  expect(month).toMatch(/HSN summary, consumers .*6205 at 5% \d PCS/);
  expect(month).not.toContain("without a tax invoice");
  await shop.services.db.insert(waitingInvoice).values({ orderId: (await anOrder(shop, buyer)).id });
  for (const tab of ["", "lines", "gstr1"])
    expect(await open(`/admin/books?tab=${tab}`)).toContain("1 shipped order without a tax invoice");
});

test("a download of the books that the database refuses says so, and is no file that breaks off", async () => {
  await onDatabase(shop.databaseUrl, "alter table invoice rename to invoice_away");
  const answers = await Promise.all(
    ["invoices", "pdfs", "gstr1"].map((what) =>
      ask(`/admin/books/download?period=2026-11&what=${what}`, { as: admin }),
    ),
  );
  await onDatabase(shop.databaseUrl, "alter table invoice_away rename to invoice");
  for (const { status, headers } of answers)
    expect([status, headers.get("Content-Disposition")]).toEqual([500, null]);
});

test("a shop without a GSTIN sees what its receipts are less, and what that means", async () => {
  await shop.services.db.execute(sql`delete from setting where key = 'legal'`);
  invalidateSettings(shop.services);
  const order = await anOrder(shop, buyer);
  await nowIs(shop, order, "shipped");
  await shop.runDue();
  expect(await open("/admin/books")).not.toContain("Receipts, net");
  const disposition = "restocked" as const;
  const dispositions = order.lines.map(({ id: lineId, quantity }) => ({ lineId, quantity, disposition }));
  const change = { to: "cancelled", actor: someStaff, reason: "a test", dispositions } as const;
  expect((await changeOrderStatus(shop.services, order.id, change)).ok).toBe(true);
  expect(await open("/admin/books")).toMatch(
    /Receipts without tax 1 \S+ \S+ (₹[\d,.]+) Refunds and cancellations 1 \S+ \S+ \1 Receipts, net 1 ₹0.00 ₹0.00 ₹0.00 .*get no credit notes/,
  );
});
