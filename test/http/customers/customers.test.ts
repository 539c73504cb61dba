import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let asha: Person;
let ravi: Person;
let leela: Person;
let shirt: Awaited<ReturnType<typeof aShirt>>;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  asha = await aShopper(shop, { name: "Asha Rao", email: "asha@customers.example" });
  ravi = await aShopper(shop, { name: "=Ravi Iyer", email: "ravi@customers.example" });
  leela = await aShopper(shop, { name: "Leela Nair", email: "leela@customers.example" });
  shirt = await aShirt(shop, { stock: 50 });
  await aDeliveredOrder(shop, asha, [[shirt, 1]]);
  await aDeliveredOrder(shop, ravi, [[shirt, 2]]);
  await aDeliveredOrder(shop, ravi, [[shirt, 1]]);
});
afterAll(() => shop.dispose());

const open = async (path: string, as: { cookie: string } = admin) => {
  const answer = await ask(path, { as });
  return { status: answer.status, html: await answer.text() };
};
const send = (path: string, fields: Record<string, string>, as: { cookie: string } = admin) =>
  ask(path, { ...posted(fields), as });
/** The names in the list, in its order. */
const listed = async (query: string) =>
  [
    ...(await open(`/admin/customers${query}`)).html.matchAll(
      /<a[^>]*href="\/admin\/customers\/[0-9a-f-]{36}"[^>]*>([^<]*)</g,
    ),
  ].map(([, name]) => name);
const rows = async <Row extends z.ZodObject>(shape: Row, query: ReturnType<typeof sql>) =>
  z.array(shape).parse((await shop.services.db.execute(query)).rows);
const versionIn = (html: string) => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";

test("the list has each customer with figures of their orders, sorts, searches and filters", async () => {
  const { html } = await open("/admin/customers");
  const row = textOf(/<tr>(?:(?!<\/tr>)[\s\S])*Ravi Iyer[\s\S]*?<\/tr>/.exec(html)?.[0] ?? "");
  const [spent] = await rows(
    z.object({ total: z.coerce.number() }),
    sql`select sum(total) as total from orders where user_id = ${ravi.id}`,
  );
  expect(row).toContain(`2 ₹${((spent?.total ?? 0) / 100).toLocaleString("en-IN")}`);
  expect(await listed("?sort=-orders")).toEqual(["=Ravi Iyer", "Asha Rao", "Leela Nair"]);
  expect(await listed("?sort=name")).toEqual(["=Ravi Iyer", "Asha Rao", "Leela Nair"]);
  expect(await listed("?sort=-name")).toEqual(["Leela Nair", "Asha Rao", "=Ravi Iyer"]);
  expect((await listed("?sort=spent"))[0]).toBe("Leela Nair");
  expect(await listed("?ordered=no")).toEqual(["Leela Nair"]);
  expect(await listed("?q=asha+rao")).toEqual(["Asha Rao"]);
  expect(await listed("?q=leela%40customers")).toEqual(["Leela Nair"]);
  await shop.services.db.execute(sql`update profile set phone = '+919811122233' where user_id = ${leela.id}`);
  for (const phone of ["9811122233", "+91 98111 22233", "098111-22233"])
    expect(await listed(`?q=${encodeURIComponent(phone)}`), phone).toEqual(["Leela Nair"]);
  expect(await listed("?q=nobody-of-this-name")).toEqual([]);
  // Staff who never ordered are no customers.
  expect(await listed("")).not.toContain("Admin");
});

test("the second page goes on where the first ended", async () => {
  await shop.services.db.execute(sql`insert into users (id, name, email)
    select gen_random_uuid(), 'Many ' || lpad(n::text, 2, '0'), 'many' || n || '@many.example' from generate_series(1, 60) n`);
  const [first, second] = [await listed("?q=many&sort=name"), await listed("?q=many&sort=name&page=2")];
  expect([first.length, first[0], second.length, second[0]]).toEqual([50, "Many 01", 10, "Many 51"]);
  await shop.services.db.execute(sql`delete from users where email like '%@many.example'`);
});

test("a customer's page shows everything, and of two who change tags and note the second reads of the first", async () => {
  const path = `/admin/customers/${asha.id}`;
  await shop.services.db.execute(sql`insert into contact_message (id, name, email, topic, message, created_at, user_id)
    values (gen_random_uuid(), 'Asha', 'asha@customers.example', 'other', 'Where is my parcel?', now(), ${asha.id})`);
  await shop.services.db.execute(sql`insert into cart_line (id, user_id, variant_id, quantity, price_seen)
    values (gen_random_uuid(), ${asha.id}, ${shirt.variantId}, 3, 100)`);
  const { html } = await open(path);
  const text = textOf(html);
  for (const words of [
    "Where is my parcel?",
    "3 ×",
    "Order delivered",
    "Ordered for",
    "Account made",
    "Never asked for",
  ])
    expect(text).toContain(words);
  const version = versionIn(html);
  expect((await send(path, { tags: "VIP, vip , Wholesale", note: "Calls first", version })).status).toBe(303);
  const late = await send(path, { tags: "Late", note: "Mine", version });
  expect(late.status).toBe(409);
  const lateText = await late.text();
  expect(lateText).toContain("Mine");
  expect(textOf(lateText)).toContain("Saved meanwhile: Calls first");
  expect(await listed("?tag=Wholesale")).toEqual(["Asha Rao"]);
  expect(await listed("?q=Wholesale")).toEqual(["Asha Rao"]);
  const wrong = await send(path, { tags: "x".repeat(50), note: "", version: "2" });
  expect([wrong.status, textOf(await wrong.text()).includes("At most 40 characters each.")]).toEqual([
    400,
    true,
  ]);
  // The audit log cannot forget what staff wrote about a person.
  const entries = await rows(
    z.object({ entry: z.string() }),
    sql`select after::text as entry from audit_entry where action = 'customer.update'`,
  );
  expect(entries.map(({ entry }) => entry).join()).not.toContain("Calls first");
});

test("a group keeps itself by its rule, counts while it is written, and filters list and download", async () => {
  const rule = {
    "rule.match": "all",
    "rule.0.field": "orders",
    "rule.0.operator": "at-least",
    "rule.0.value": "2",
  };
  const asked = await ask(`/admin/rules/customers?${new URLSearchParams(rule)}`, { as: admin });
  expect(await asked.json()).toEqual({ matches: { matched: 1, all: 3 } });
  expect((await send("/admin/customers/groups/new", { name: "Regulars", ...rule })).status).toBe(303);
  const twice = await send("/admin/customers/groups/new", { name: "regulars", ...rule });
  expect([twice.status, textOf(await twice.text()).includes("Another group has this name.")]).toEqual([
    400,
    true,
  ]);
  const empty = await send("/admin/customers/groups/new", { name: "", "rule.match": "all" });
  expect([empty.status, textOf(await empty.text()).includes("Add at least one condition.")]).toEqual([
    400,
    true,
  ]);
  const [group] = await rows(z.object({ id: z.string() }), sql`select id from customer_group`);
  expect(await listed(`?group=${group?.id}`)).toEqual(["=Ravi Iyer"]);
  await shop.services.db.execute(sql`delete from cart_line where user_id = ${asha.id}`);
  await aDeliveredOrder(shop, asha, [[shirt, 1]]);
  expect((await listed(`?group=${group?.id}&sort=name`)).sort()).toEqual(["=Ravi Iyer", "Asha Rao"]);
  const file = await (await ask(`/admin/customers/export.csv?group=${group?.id}`, { as: admin })).text();
  expect(file.split("\r\n")).toHaveLength(4);
  // A name that a spreadsheet would run as a formula.
  expect(file).toContain("'=Ravi Iyer");
  // What came back later than what was bought may exceed it. A text that begins with "-" would not add up.
  await shop.services.db.execute(sql`update customer set spent = -1250 where user_id = ${asha.id}`);
  const less = await (await ask(`/admin/customers/export.csv?group=${group?.id}`, { as: admin })).text();
  expect(less).toContain(",-12.5,");
  const edit = `/admin/customers/groups/${group?.id}`;
  expect(textOf((await open(edit)).html)).toContain("Matches 2 of 3 customers.");
  const byCity = { ...rule, "rule.0.field": "city", "rule.0.operator": "is", "rule.0.value": "nowhere" };
  const changed = { name: "Nowhere", ...byCity, version: versionIn((await open(edit)).html) };
  expect((await send(edit, changed)).status).toBe(303);
  expect((await send(edit, { ...changed, name: "Mine" })).status).toBe(409);
  expect(await listed(`?group=${group?.id}`)).toEqual([]);
  expect((await send(edit, { intent: "delete" })).status).toBe(303);
  expect(textOf((await open("/admin/customers/groups")).html)).toContain("No groups yet");
});

test("two accounts of a person become one: what belongs to the other moves, its sessions end, and the audit log says so", async () => {
  const { db } = shop.services;
  const other = await aShopper(shop, { name: "A. Rao", email: "asha.old@customers.example" });
  await aDeliveredOrder(shop, other, [[shirt, 1]]);
  const [before] = await rows(
    z.object({ orders: z.number(), spent: z.coerce.number() }),
    sql`select sum(orders)::integer as orders, sum(spent) as spent from customer where user_id in (${asha.id}, ${other.id})`,
  );
  for (const statement of [
    sql`update users set verified_phone = '+919811144455' where id = ${other.id}`,
    sql`insert into address (id, user_id, label, name, phone, line1, city, state, postal_code, is_default) values
      (gen_random_uuid(), ${other.id}, 'Work', 'A. Rao', '+919811144455', '9 Old Lane', 'Pune', 'Maharashtra', '411001', true)`,
    sql`insert into wishlist_entry (id, user_id, product_id) values (gen_random_uuid(), ${other.id}, ${shirt.productId})`,
    sql`insert into cart_line (id, user_id, variant_id, quantity, price_seen) values (gen_random_uuid(), ${other.id}, ${shirt.variantId}, 1, 100)`,
    sql`insert into contact_message (id, name, email, topic, message, created_at, user_id) values
      (gen_random_uuid(), 'A. Rao', 'asha.old@customers.example', 'other', 'From my old address', now(), ${other.id})`,
    // By a mail that only claims to be of the old address.
    sql`with c as (insert into conversation (email, name, last_at, claimed) values
        ('asha.old@customers.example', 'A. Rao', now(), true) returning id, email)
      insert into contact_message (id, name, email, topic, message, created_at, subject, conversation_id)
        select gen_random_uuid(), 'A. Rao', email, 'other', 'Perhaps of me', now(), '', id from c`,
    sql`insert into past_order (source, number, email, placed_at, state, total, lines) values ('shopify', '#7', 'asha.old@customers.example', now(), 'fulfilled', 100, '[]')`,
    sql`insert into notification_preference (user_id, kind, channel, enabled) values (${other.id}, 'delivery', 'email', false), (${asha.id}, 'delivery', 'email', true)`,
    sql`update customer set tags = '{wholesale,vip,late}', note = 'Prefers a call.' where user_id = ${other.id}`,
    // Nineteen, one of them as the other account has it.
    sql`update customer set tags = array['VIP'] || array(select 'tag ' || n from generate_series(1, 18) n), note = 'Likes blue.'
      where user_id = ${asha.id}`,
  ])
    await db.execute(statement);
  const { mail } = shop.services;
  for (const to of [asha.email, other.email]) {
    await mail.queue(db, { to, subject: "An answer of the shop", text: "It has left." });
    await mail.queue(db, { to, subject: "A new password", text: "/auth/reset", secret: true });
  }
  const path = `/admin/customers/${asha.id}/merge`;
  const preview = textOf((await open(`${path}?other=asha.old%40customers.example`)).html);
  expect(preview).toMatch(/Orders 1 .*Past orders 1/);
  expect(preview).toContain("98111 44455 goes to the account that stays");
  expect(preview).toContain("Tags wholesale Tags that are lost late");
  expect(preview).toContain("Staff note moves here, below the note of this account Consents");
  for (const [typed, words] of [
    ["nobody@customers.example", "There is no account"],
    [asha.email, "This is the same account"],
    [admin.email, "belongs to the team"],
  ] as const)
    expect(textOf((await open(`${path}?other=${encodeURIComponent(typed)}`)).html)).toContain(words);
  const named = (await open(`${path}?other=${encodeURIComponent("asha")}`)).html;
  expect([named.includes(`?other=${other.id}`), named.includes(`?other=${asha.id}`)]).toEqual([true, false]);
  const merge = { intent: "merge", form: "merge", goes: other.id, reason: "The customer asked" };
  const noReason = await send(`${path}?other=${other.id}`, { ...merge, reason: "" });
  expect([noReason.status, textOf(await noReason.text()).includes("Say why")]).toEqual([400, true]);
  expect((await send(path, { ...merge, goes: admin.id })).status).toBe(409);
  const back = `/admin/customers/${other.id}/merge`;
  const both = await Promise.all([send(path, merge), send(back, { ...merge, goes: asha.id })]);
  expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
  const [kept] = await rows(
    z.object({ id: z.string(), orders: z.number(), spent: z.coerce.number() }),
    sql`select user_id as id, orders, spent from customer where user_id in (${asha.id}, ${other.id})`,
  );
  expect(kept).toMatchObject(before ?? {});
  const gone = kept?.id === asha.id ? other : asha;
  expect((await ask("/profile/my-data", { as: gone })).status).not.toBe(200);
  // What waits to be sent goes to the address that stays; what opened the other account is not sent.
  const stays = gone === other ? asha : other;
  const waiting = await rows(
    z.object({ to: z.string(), subject: z.string() }),
    sql`select "to", subject from mail_outbox where sent_at is null and "to" in (${asha.email}, ${other.email})`,
  );
  expect(new Set(waiting.map(({ to }) => to))).toEqual(new Set([stays.email]));
  const count = (wanted: string) => waiting.filter(({ subject }) => subject === wanted).length;
  expect([count("An answer of the shop"), count("A new password")]).toEqual([2, 1]);
  const [there] = await rows(
    z.object({ phone: z.string().nullable(), addresses: z.number(), wished: z.number(), quiet: z.boolean() }),
    sql`select verified_phone as phone, (select count(*)::integer from address where user_id = u.id) as addresses,
      (select count(*)::integer from wishlist_entry where user_id = u.id) as wished,
      exists (select from notification_preference where user_id = u.id and kind = 'delivery' and not enabled) as quiet
      from users u where id = ${kept?.id}`,
  );
  expect(there).toMatchObject({ phone: "+919811144455", wished: 1, quiet: true });
  expect(there?.addresses).toBeGreaterThan(0);
  const page = textOf((await open(`/admin/customers/${kept?.id}`)).html);
  for (const words of ["wholesale", "Prefers a call.", "Likes blue."]) expect(page).toContain(words);
  // What was written from either address is one conversation.
  for (const words of ["From my old address", "Where is my parcel?"]) expect(page).toContain(words);
  expect(
    await rows(
      z.object({ many: z.number(), claimed: z.boolean() }),
      sql`select count(*)::integer as many, claimed from conversation group by claimed order by claimed`,
    ),
  ).toEqual([
    { many: 1, claimed: false },
    { many: 1, claimed: true },
  ]);
  expect(page).not.toContain("Perhaps of me");
  expect(page).toContain("Orders of the earlier shop");
  expect(page).toContain("Merged another account into that of a customer");
  expect(textOf((await open("/admin/audit?action=customer.merge")).html)).toContain("The customer asked");
});

/** What the account that goes takes with it: ways to log in, and what hangs on its devices. */
const ends = [
  "cart_add_key",
  "credential",
  "order_key",
  "push_subscription",
  "session",
  "staff_invitation",
  "two_factor",
];
/** Of staff, whose accounts are never merged. */
const ofStaff = ["staff_notice", "staff_notice_choice", "saved_view", "list_choice"];

test("a merge knows every table that names an account", async () => {
  const merge = await readFile("shop/customers/merge.server.ts", "utf8");
  const tables = await rows(
    z.object({ name: z.string() }),
    sql`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass order by 1`,
  );
  const moved = (name: string) => new RegExp(`(?:update|insert into) ${name}\\b`).test(merge);
  expect(tables.length).toBeGreaterThan(15);
  expect(
    tables.map(({ name }) => name).filter((name) => !moved(name) && ![...ends, ...ofStaff].includes(name)),
  ).toEqual([]);
});

test("each role sees and does what its permissions allow", async () => {
  await shop.services.db.execute(
    sql`insert into role (key, name, permissions) values ('reader', 'Reader', '{customers.view}')`,
  );
  const path = `/admin/customers/${ravi.id}`;
  for (const [role, edits] of [
    ["support", true],
    ["reader", false],
  ] as const) {
    const visitor = await someoneAs(shop, role);
    const { html } = await open(path, visitor);
    expect(html).not.toContain(`${path}/merge`);
    expect(html.includes('name="note"'), role).toBe(edits);
    for (const refused of ["/admin/customers/export.csv", `${path}/merge`])
      expect((await ask(refused, { as: visitor })).status, refused).toBe(302);
    expect((await ask("/admin/customers/groups/new", { as: visitor })).status, role).toBe(edits ? 200 : 302);
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "1";
    await send(path, { tags: role, version }, visitor);
  }
  const { html } = await open(path, admin);
  expect(html).toContain('value="support"');
  expect(html).not.toContain('value="reader"');
});
