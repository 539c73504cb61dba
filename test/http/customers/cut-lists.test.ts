import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Ask, asking, textOf } from "../../support/ask.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let asha: Person;
let ravi: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  asha = await aShopper(shop, { name: "Asha Rao", email: "asha@cut.example" });
  ravi = await aShopper(shop, { name: "Ravi Iyer", email: "ravi@cut.example" });
  const shirt = await aShirt(shop, { stock: 50 });
  const { id } = await aDeliveredOrder(shop, asha, [[shirt, 1]]);
  await aDeliveredOrder(shop, ravi, [[shirt, 1]]);
  const { db } = shop.services;
  // What Asha did before, beginning on 1 January: 42 more orders, and a return, a refund and a message for each.
  await db.execute(sql`insert into orders
    select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'placed_at', d, 'created_at', d))).*
    from orders o, generate_series(timestamptz '2026-01-01', '2026-02-11', interval '1 day') d where o.id = ${id}`);
  await db.execute(sql`insert into return_request (id, form_key, order_id, kind, reason, state, created_at)
    select gen_random_uuid(), 'asked-once', id, 'return', 'too-small', 'rejected', placed_at from orders
    where user_id = ${asha.id} and id <> ${id}`);
  await db.execute(sql`insert into contact_message (id, name, email, topic, message, created_at, user_id)
    select gen_random_uuid(), 'Asha Rao', 'asha@cut.example', 'other', 'I ask for the time no. ' || n || '.',
      now() - (43 - n) * interval '1 minute', ${asha.id}
    from generate_series(1, 42) n`);
});
afterAll(() => shop.dispose());

async function open(path: string, as: { cookie: string } = admin) {
  const html = await (await ask(path, { as })).text();
  return { html, text: textOf(html) };
}
/** The address of the link with these words. */
const linkOf = ({ html }: { html: string }, words: string) =>
  new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${words}<`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
/** The orders that a list shows. */
const orderIds = ({ html }: { html: string }) =>
  new Set([...html.matchAll(/href="\/admin\/orders\/([0-9a-f-]{36})/g)].map(([, id]) => id));
const ordersOf = async ({ id }: Person) =>
  z
    .array(z.object({ id: z.string() }))
    .parse((await shop.services.db.execute(sql`select id from orders where user_id = ${id}`)).rows)
    .map((row) => row.id);

test("a customer's newest orders lead to all of them, and to nobody else's", async () => {
  const path = linkOf(await open(`/admin/customers/${asha.id}`), "All 43 orders");
  expect(path).toBe(`/admin/orders?customer=${asha.id}`);
  const first = await open(path);
  expect(first.text).toContain("All 43");
  expect(first.text).toContain("Asha Rao");
  const second = await open(linkOf(first, "Next"));
  expect(new Set([...orderIds(first), ...orderIds(second)])).toEqual(new Set(await ordersOf(asha)));
  expect((await open(`${path}&status=pending`)).text).toContain("No orders found.");
  const one = await open(`/admin/customers/${ravi.id}`);
  expect(one.text).not.toContain("All 1 order");
  expect(orderIds(await open(`/admin/orders?customer=${ravi.id}`))).toEqual(new Set(await ordersOf(ravi)));
  expect((await open("/admin/orders?customer=nobody")).text).toContain("All 44");
  // The screen of their login and an open conversation show the newest orders, too.
  expect(linkOf(await open(`/admin/users/${asha.id}`), "All 43 orders")).toBe(path);
  const { rows } = await shop.services.db.execute(
    sql`select id from conversation where email = 'asha@cut.example'`,
  );
  expect(linkOf(await open(`/admin/messages/${rows[0]?.id}`), "All 43 orders")).toBe(path);
});

test("so do the other lists that are cut: returns, messages, and what happened", async () => {
  const page = await open(`/admin/customers/${asha.id}`);
  const returns = linkOf(page, "All returns");
  expect(returns).toBe(`/admin/returns?customer=${asha.id}`);
  expect((await open(returns)).text).toContain("All 42");
  expect((await open(`/admin/returns?customer=${ravi.id}`)).text).toContain("No returns found.");
  expect(page.text).not.toContain("the time no. 1.");
  expect((await open(linkOf(page, "All messages"))).text).toContain("the time no. 1.");
  expect(page.text).not.toContain(" 1 Jan 2026");
  const all = await open(linkOf(page, "Show all that happened"));
  expect(all.text).toContain(" 1 Jan 2026");
  expect(all.text).not.toContain("Show all that happened");
});
