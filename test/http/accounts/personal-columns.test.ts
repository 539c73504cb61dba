import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { aDeliveredOrder, anAddress, aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { impersonalTables, type PersonalTable, personalTables } from "./personal-columns/tables.ts";

let shop: TestShop;
let ask: Ask;
let client: Client;
let asha: Person;
let orderIds: string[];

beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  client = new Client({ connectionString: shop.databaseUrl });
  await client.connect();
  await anAdmin(shop);
  asha = await aShopper(shop, { name: "Ashalata Marked", email: "ashalata@marked.example" });
  orderIds = await liveALife();
});
afterAll(async () => {
  await client.end();
  await shop.dispose();
});

const words = (text: string | undefined) => text?.split(" ") ?? [];
const retainedOf = ({ retained = {} }: PersonalTable) => Object.keys(retained).flatMap(words);
const columnRows = z.array(z.object({ table: z.string(), column: z.string() }));
const anyRows = z.array(z.record(z.string(), z.unknown()));

async function columns(): Promise<Map<string, string[]>> {
  const { rows } = await client.query(`
    select case table_schema when 'public' then '' else table_schema || '.' end || table_name as table,
      column_name as column from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema', 'jobs') order by 1, ordinal_position`);
  const found = new Map<string, string[]>();
  for (const { table, column } of columnRows.parse(rows))
    found.set(table, [...(found.get(table) ?? []), column]);
  return found;
}

async function rowsOf(table: string, { of }: PersonalTable) {
  // A condition uses some of the three parameters; all are named here, so that PostgreSQL knows their types.
  const text = `select * from ${table} where (${of}) and ($1::text, $2::text, $3::uuid[]) is not null`;
  const { rows } = await client.query(text, [asha.id, asha.email, orderIds]);
  return anyRows.parse(rows);
}

/** Inserts data of the person into every table with personal data, marked so that it is found again. */
async function liveALife(): Promise<string[]> {
  const shirt = await aShirt(shop, { stock: 20 });
  const order = await aDeliveredOrder(shop, asha, [[shirt, 2]]);
  await shop.runDue();
  const { rows } = await client.query("select id from order_line where order_id = $1", [order.id]);
  const [line] = z.array(z.object({ id: z.string() })).parse(rows);
  const [returnId, refundId, addressId] = [randomUUID(), randomUUID(), randomUUID()];
  const gateway = `g-${order.id}`;
  const { db, mail } = shop.services;
  const all = [
    sql`update users set image = 'https://marked.example/face', verified_phone = '+919811122244' where id = ${asha.id}`,
    sql`update session set user_agent = 'Marked browser', ip_address = '203.0.113.77', second_factor_at = now()
      where user_id = ${asha.id}`,
    sql`update profile set phone = '+919811122233' where user_id = ${asha.id}`,
    sql`update customer set tags = '{"Marked tag"}', note = 'Marked note' where user_id = ${asha.id}`,
    sql`insert into two_factor (id, user_id, secret, backup_codes) values (gen_random_uuid(), ${asha.id}, 'x', 'y')`,
    sql`insert into verification (id, identifier, value, expires_at)
      values ('v1', 'i', ${asha.id}, now() + interval '1 day')`,
    sql`insert into staff_invitation (id, email, role, token_hash, invited_by, expires_at)
      select gen_random_uuid(), ${asha.email}, 'support', repeat('c', 64), id, now() from users where role = 'admin' limit 1`,
    sql`insert into address (id, user_id, label, name, phone, line1, line2, city, state, postal_code)
      values (${addressId}, ${asha.id}, 'Marked home', 'Ashalata Marked', '+919811122233', '7 Marked Lane', 'Marked floor',
      'Bengaluru', 'Karnataka', '560001')`,
    sql`insert into notification (id, user_id, kind, title, text, link, read_at)
      values (gen_random_uuid(), ${asha.id}, 'account', 'Marked title', 'Marked text', '/orders', now())`,
    sql`insert into cart_line (id, user_id, variant_id, quantity, price_seen)
      values (gen_random_uuid(), ${asha.id}, ${shirt.variantId}, 1, 100)`,
    sql`insert into cart_add_key (user_id, key) values (${asha.id}, gen_random_uuid())`,
    sql`with d as (insert into push_subscription (user_id, session_id, endpoint, p256dh, auth)
        select user_id, id, 'https://push.marked.example/asha', ${`B${"a".repeat(86)}`}, ${"b".repeat(22)} from session
        where user_id = ${asha.id} limit 1 returning id)
      insert into push_message (subscription_id, title, body, path, tag)
        select id, 'Marked title', 'Marked body', '/orders', 'order' from d`,
    sql`insert into notification_preference (user_id, kind, channel, enabled)
      values (${asha.id}, 'delivery', 'email', false)`,
    sql`insert into wishlist_entry (id, user_id, product_id) values (gen_random_uuid(), ${asha.id}, ${shirt.productId})`,
    sql`insert into contact_message (id, name, email, topic, message, created_at, subject, quoted, left_out, message_id, proven)
      values (gen_random_uuid(), 'Ashalata Marked', ${asha.email}, 'other', 'Marked message', now(), 'Marked subject',
      'Marked quotation', '{Marked file}', '<marked@asha.example>', true)`,
    sql`insert into conversation_entry (id, conversation_id, kind, text, actor_kind)
      select gen_random_uuid(), id, 'reply', 'Marked answer to a message', 'staff' from conversation where email = ${asha.email}`,
    sql`with s as (insert into newsletter_subscriber (id, email, status, requested_at, created_at)
        values (gen_random_uuid(), ${asha.email}, 'pending', now(), now()) returning id)
      insert into newsletter_link (token_hash, subscriber_id, purpose, created_at, expires_at)
        select repeat('a', 64), id, 'confirm', now(), now() + interval '1 day' from s`,
    sql`insert into stock_notice (variant_id, email, user_id) values (${shirt.variantId}, ${asha.email}, ${asha.id})`,
    sql`insert into review (id, product_id, rating, comment, display_name, fit, verified, order_line_id, user_id)
      values (gen_random_uuid(), ${shirt.productId}, 5, 'Soft cloth', 'Ashalata Marked', 'true', true, ${line?.id}, ${asha.id})`,
    sql`insert into review_photo (id, review_id, position, key, width, height, tint)
      select gen_random_uuid(), id, 0, ${"b".repeat(32)}, 10, 10, '#a1321d' from review where user_id = ${asha.id}`,
    sql`insert into review_vote (review_id, user_id)
      select id, ${asha.id} from review where user_id is null order by id limit 1`,
    sql`update orders set name = 'Ashalata Marked', phone = '+919811122233', line1 = '7 Marked Lane',
      line2 = 'Marked floor', note = 'Marked word to the customer', tags = '{marked}', updates_by = 'sms', company_name = 'Marked Traders', buyer_gstin = '29AABCT1332L1ZA', coupon_code = 'WELCOME10', discount_percent = 12.5, discount_max = 12345
      where id = ${order.id}`,
    sql`update parcel set courier = 'Delhivery', tracking_number = 'MARKED-PARCEL',
      tracking_link = 'https://marked.example/parcel' where order_id = ${order.id}`,
    sql`with b as (insert into courier_booking (order_id, parcel_id, courier, reference, state, told, awb, created_at)
        select order_id, id, 'local', 'MARKED-REFERENCE', 'booked', 'x', 'MARKED-PARCEL', now() from parcel
        where order_id = ${order.id} returning id)
      insert into courier_report (booking_id, at, code, words, received_at)
        select id, now(), 'DLVD', 'Marked words of the courier', now() from b`,
    sql`insert into past_order (source, number, email, name, phone, city, placed_at, state, total, refunded, lines)
      values ('shopify', '#1001', ${asha.email}, 'Ashalata Marked', '+919811122233', 'Bengaluru', now(), 'fulfilled', 100, 7,
      '[{"name": "Marked shirt", "sku": "M", "quantity": 1, "unit": 100}]')`,
    sql`insert into draft_order (id, user_id, order_id, order_version, content, actor_kind)
      values (gen_random_uuid(), ${asha.id}, ${order.id}, '1', '{"name": "Ashalata Marked", "email": "ashalata@marked.example"}', 'staff')`,
    sql`insert into payment_link (token, order_id, expires_at, actor_kind)
      values (${"t".repeat(43)}, ${order.id}, now(), 'staff')`,
    sql`insert into cod_confirmation (order_id, token, confirmed_at) values (${order.id}, ${"c".repeat(43)}, now())`,
    sql`insert into order_message (order_id, kind, variables, state, channel, recipient, attempts, provider_id, code,
      sent_at, settled_at) values (${order.id}, 'shipped', '[["parcel", "MARKED-PARCEL"]]', 'delivered', 'sms',
      '+919811122233', 1, 'Marked id', 'x', now(), now())`,
    sql`update order_line set colour = 'Indigo' where order_id = ${order.id}`,
    sql`insert into coupon (code, description, kind, value, valid_from, valid_to)
      values ('FORTEST', 'x', 'percent', 10, now(), now() + interval '1 day')`,
    sql`insert into coupon_use (coupon_code, order_id, user_id, amount) values ('FORTEST', ${order.id}, ${asha.id}, 0)`,
    sql`insert into reservation (order_id, variant_id, quantity, state, expires_at)
      values (${order.id}, ${shirt.variantId}, 1, 'released', now()) on conflict do nothing`,
    sql`insert into gateway_order (gateway_order_id, order_id, provider, amount, currency, session_id, state, expires_at)
      values (${gateway}, ${order.id}, 'local', 100, 'INR', 'x', 'closed', now())`,
    sql`insert into received_payment (provider, provider_payment_id, order_id, gateway_order_id, amount, currency, method,
      effect) values ('local', 'p1', ${order.id}, ${gateway}, 100, 'INR', 'upi', 'duplicate')`,
    sql`insert into failed_payment (provider, provider_payment_id, gateway_order_id) values ('local', 'p0', ${gateway})`,
    sql`insert into refund (id, order_id, provider, provider_payment_id, amount, reason, actor_kind, state)
      values (${refundId}, ${order.id}, 'local', 'p1', 100, 'x', 'system', 'succeeded')`,
    sql`insert into refund_line (refund_id, order_line_id, quantity, amount) values (${refundId}, ${line?.id}, 1, 100)`,
    sql`insert into payout_details (order_id, user_id, details)
      values (${order.id}, ${asha.id}, '{"kind": "upi", "upiId": "MARKED@upi"}')`,
    sql`insert into payment_webhook (fingerprint, type, gateway_order_id, body) values ('f', 'PAYMENT', ${gateway}, '{}')`,
    sql`insert into return_request (id, order_id, form_key, kind, reason, state, details, answer, courier, tracking_number,
      tracking_link, pickup_courier, pickup_number, pickup_link) values (${returnId}, ${order.id}, 'form-key-1', 'return', 'other', 'closed', 'Marked details', 'Marked answer',
      'Delhivery', 'MARKED-BACK', 'https://marked.example/back',
      'Delhivery', 'MARKED-PICKUP', 'https://marked.example/pickup')`,
    sql`insert into return_line (return_id, order_line_id, quantity) values (${returnId}, ${line?.id}, 1)`,
    sql`insert into return_photo (return_id, position, key, width, height)
      values (${returnId}, 0, ${"a".repeat(32)}, 10, 10)`,
    sql`insert into line_disposition (order_id, order_line_id, quantity, disposition, cause, cause_id)
      values (${order.id}, ${line?.id}, 1, 'restocked', 'return', ${returnId})`,
  ];
  for (const statement of all) await db.execute(statement);
  await mail.queue(db, {
    to: "inbox@shop.example",
    replyTo: asha.email,
    subject: "s",
    text: "Marked message",
  });
  return [order.id];
}

test("every column of a table with personal data is declared as exported, forgotten or retained", async () => {
  const all = await columns();
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, confrelid::regclass::text as column from pg_constraint where contype = 'f'`,
  );
  const personal =
    /^(user_id|customer\w*|email|phone|mobile|ip_address|user_agent|line1|postal_code|order_id|gateway_order_id|actor_id|actor_name|reply_to)$/;
  const tied = new Set(["users", "orders"]);
  for (const [table, names] of all) if (names.some((name) => personal.test(name))) tied.add(table);
  for (let before = 0; before !== tied.size; ) {
    before = tied.size;
    for (const { table, column: target } of columnRows.parse(rows)) if (tied.has(target)) tied.add(table);
  }
  const known = [...Object.keys(personalTables), ...Object.keys(impersonalTables)];
  expect([...tied].filter((table) => !known.includes(table))).toEqual([]);
  for (const [table, entry] of Object.entries(personalTables)) {
    const named = [...words(entry.exported), ...words(entry.forgotten), ...retainedOf(entry)];
    expect([...new Set(named)].sort(), table).toEqual([...(all.get(table) ?? [])].sort());
    const fated = new Set([...words(entry.forgotten), ...retainedOf(entry)]);
    if (!entry.goes)
      expect(
        words(entry.exported).filter((name) => !fated.has(name)),
        table,
      ).toEqual([]);
    for (const why of Object.values(entry.retained ?? {})) expect(why.length, table).toBeGreaterThan(10);
  }
});

/** A value as the download has it; of a JSON column each of its values. */
function leavesOf(value: unknown): string[] {
  if (value instanceof Date) return [value.toISOString().slice(0, 19)];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [String(value)];
}

test("the data download holds all exported columns, and deleting the account erases all forgotten ones", async () => {
  const before = new Map<string, Record<string, unknown>[]>();
  for (const [table, entry] of Object.entries(personalTables)) before.set(table, await rowsOf(table, entry));
  expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);
  // A column that is empty before the deletion proves nothing: liveALife must fill a new column.
  const unfilled = Object.entries(personalTables).flatMap(([table, { exported, forgotten, goes }]) =>
    [...words(exported), ...(goes ? [] : words(forgotten))]
      .filter((name) => (before.get(table) ?? []).every((row) => row[name] === null || row[name] === ""))
      .map((name) => `${table}.${name}`),
  );
  expect(unfilled).toEqual([]);

  const file = await (await ask("/profile/my-data", { as: asha })).text();
  for (const [table, entry] of Object.entries(personalTables)) {
    for (const name of words(entry.exported)) {
      for (const row of before.get(table) ?? []) {
        if (name === "product_id" || row[name] === null || row[name] === "") continue;
        for (const value of leavesOf(row[name])) expect(file, `${table}.${name}`).toContain(value);
      }
    }
  }

  const gone = await ask("/profile", {
    ...posted({ intent: "delete-account", email: asha.email }),
    as: asha,
  });
  expect(gone.status).toBe(303);
  for (const [table, entry] of Object.entries(personalTables)) {
    const rows = await rowsOf(table, entry);
    if (entry.goes) expect(rows, table).toEqual([]);
    else expect(rows.length, table).toBe(before.get(table)?.length);
    for (const row of rows) {
      for (const name of words(entry.forgotten)) {
        // A list is erased when it is empty.
        const value = Array.isArray(row[name]) && row[name].length === 0 ? null : row[name];
        expect([null, "", "Deleted customer"], `${table}.${name}`).toContain(value);
      }
    }
  }

  const marks = [
    asha.id,
    asha.email,
    "Marked",
    "MARKED",
    "marked.example",
    "9811122233",
    "203.0.113.77",
    anAddress.line1,
  ];
  // Not an assertion for each value of the demo: they took half of the time of this file.
  const left: string[] = [];
  for (const [table, names] of await columns()) {
    // The names that ledgers keep are those of staff.
    const retained = personalTables[table] ? retainedOf(personalTables[table]) : [];
    if (table in impersonalTables) continue;
    const { rows } = await client.query(`select to_jsonb(t) as row from ${table} t`);
    for (const { row } of z.array(z.object({ row: z.record(z.string(), z.unknown()) })).parse(rows)) {
      for (const name of names.filter((one) => one === "actor_name" || !retained.includes(one))) {
        const text = JSON.stringify(row[name]) ?? "";
        if (marks.some((mark) => text.includes(mark))) left.push(`${table}.${name}: ${text.slice(0, 80)}`);
      }
    }
  }
  expect(left).toEqual([]);
});
