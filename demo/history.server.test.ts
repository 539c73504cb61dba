import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { placeOrder } from "../shop/checkout/place-order.server.ts";
import { quoteCart } from "../shop/checkout/quote.server.ts";
import { jobHandlers } from "../shop/jobs.server.ts";
import { onDatabase } from "../test/support/cluster/databases.server.ts";
import { aBuyer, anAddress, brokenRulesOf, putInCart } from "../test/support/orders.server.ts";
import { type TestShop, testShop } from "../test/support/test-shop.server.ts";
import { prepareDemoHistory, wantDemoHistory } from "./history.server.ts";

const orders = 70;
let shop: TestShop;

async function wanting(): Promise<TestShop> {
  const made = await testShop({ seed: true });
  await wantDemoHistory(made.services.db);
  return made;
}

const prepare = (of: TestShop, many = orders) =>
  prepareDemoHistory(of.services, { url: of.databaseUrl, orders: many });
const make = async (of: TestShop, many?: number) => (await (await prepare(of, many))?.make()) ?? false;

/** The shop's job of every minute: reservations of orders that were not paid when the history ended. */
const releaseHolds = (of: TestShop) => jobHandlers(of.services)["release-reservations"]?.({});

async function rowsOf(query: ReturnType<typeof sql>, of = shop) {
  return (await of.services.db.execute(query)).rows;
}

/** All values of a query with one column, in its order. */
async function valuesOf(query: ReturnType<typeof sql>, of = shop) {
  return (await rowsOf(query, of)).map((row) => Object.values(row)[0]);
}

const movedDefaults = sql`
  select count(*)::integer from pg_attrdef where pg_get_expr(adbin, adrelid) like '%demo_clock%'
    or exists (select from pg_namespace where nspname = 'demo_clock')`;

/** The connection that creates a history, once it has created orders. */
const making = `
  select distinct pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())
    and (select count(*) from orders) > 3`;

const pieceShape = z.object({
  variantId: z.string(),
  productId: z.string(),
  slug: z.string(),
  name: z.string(),
  size: z.string().nullable(),
});

/** On a busy machine a history starts late: the column defaults of the tables are changed first, one by one. */
const patient = { timeout: 40_000 };

beforeAll(async () => {
  shop = await wanting();
  expect(await make(shop)).toBe(true);
});
afterAll(() => shop.dispose());

test("the data breaks no rule, and no job or webhook is pending", async () => {
  expect(await brokenRulesOf(shop.services.db)).toEqual([]);
  expect(await valuesOf(sql`select name from test_job`)).toEqual([]);
  expect(
    await valuesOf(sql`select count(*)::integer from local_gateway.webhook where delivered_at is null`),
  ).toEqual([0]);
});

test("there are orders, payments, returns and refunds in every state that lasts", async () => {
  expect(
    await valuesOf(sql`select distinct status from orders where placed_at is not null order by 1`),
  ).toEqual(["cancelled", "confirmed", "delivered", "pending", "processing", "shipped"]);
  expect(await valuesOf(sql`select distinct method from orders order by 1`)).toEqual([
    "cod",
    "online",
    "whatsapp",
  ]);
  // 'paid_late' does not last, because such a payment is refunded at once; a duplicate payment is recorded as a note.
  expect(await valuesOf(sql`select distinct payment_status from orders order by 1`)).toEqual([
    "amount_mismatch",
    "completed",
    "failed",
    "partly_refunded",
    "pending",
    "refund_pending",
    "refunded",
  ]);
  expect(await valuesOf(sql`select distinct effect from received_payment order by 1`)).toEqual([
    "applied",
    "duplicate",
    "late",
    "mismatch",
  ]);
  expect(await valuesOf(sql`select distinct state from return_request order by 1`)).toEqual([
    "approved",
    "closed",
    "received",
    "rejected",
    "requested",
  ]);
  expect(await valuesOf(sql`select distinct provider || ' ' || state from refund order by 1`)).toEqual([
    "cashfree succeeded",
    "cod pending",
    "cod succeeded",
  ]);
  expect(await valuesOf(sql`select count(*)::integer from orders`)).toEqual([orders]);
});

test("all data is from the past 121 days, and events and document numbers are in chronological order", async () => {
  const now = shop.clock.now();
  const begin = new Date(now.getTime() - 121 * 86_400_000);
  for (const [table, at] of [
    ["orders", "created_at"],
    ["orders", "updated_at"],
    ["order_event", "at"],
    ["invoice", "issued_at"],
    ["refund", "created_at"],
    ["refund", "settled_at"],
    ["return_request", "created_at"],
    ["received_payment", "at"],
    ["contact_message", "created_at"],
    ["search_log", "at"],
    ["audit_entry", "at"],
    ["notification", "created_at"],
    ["payment_webhook", "received_at"],
    ["users", "created_at"],
    ["mail_outbox", "created_at"],
  ] as const) {
    const range = sql.raw(
      `select count(*)::integer as n, min(${at}) as first, max(${at}) as last from ${table}`,
    );
    const [found] = await rowsOf(range);
    expect([table, Number(found?.n) > 0]).toEqual([table, true]);
    expect([table, at, new Date(String(found?.first)) >= begin]).toEqual([table, at, true]);
    expect([table, at, new Date(String(found?.last)) <= now]).toEqual([table, at, true]);
  }
  expect(
    await valuesOf(sql`
      select count(*)::integer from (select issued_at, lag(issued_at) over (partition by kind, financial_year order by number) as before
        from invoice where number is not null) one where issued_at < before`),
  ).toEqual([0]);
  expect(
    await valuesOf(sql`
      select count(*)::integer from (select at, lag(at) over (partition by order_id order by id) as before
        from order_event) one where at < before`),
  ).toEqual([0]);
  expect(await valuesOf(sql`select distinct kind from invoice order by 1`)).toEqual([
    "credit-note",
    "invoice",
  ]);
});

test("the back office has sales, reviews, messages, searches, coupons, stock moves and staff to show", async () => {
  for (const something of [
    sql`select count(*)::integer from product_sales`,
    sql`select count(*)::integer from review where user_id is not null`,
    sql`select count(*)::integer from contact_message where read_at is null`,
    sql`select count(*)::integer from search_total where results = 0`,
    sql`select count(*)::integer from coupon_use`,
    sql`select count(*)::integer from stock_notice`,
    sql`select count(*)::integer from stock_movement where reason like 'Counted%' or reason like 'Delivery%'`,
  ])
    expect((await valuesOf(something))[0]).toBeGreaterThan(0);
  expect(await valuesOf(sql`select count(*)::integer from metric_change`)).toEqual([0]);
  expect(await valuesOf(sql`select name from users where role = 'admin' order by name`)).toEqual([
    "Demo Admin",
    "Farhan Ali",
    "Meera Iyer",
  ]);
});

test("emails and phones are fictitious, PIN codes match their states, and no generated user can sign in", async () => {
  expect(await valuesOf(sql`select email::text from users where email not like '%.test'`)).toEqual([]);
  expect(
    await valuesOf(sql`
      select count(*)::integer from orders where placed_at is not null and phone not like '+9190000%'`),
  ).toEqual([0]);
  expect(
    await valuesOf(sql`select u.email::text from users u join credential a on a.user_id = u.id order by 1`),
  ).toEqual(["admin@campus.test", "shopper@campus.test"]);
  expect(
    await valuesOf(sql`
      select distinct o.postal_code || ' ' || o.state from orders o
        left join pin_code p on p.pin = o.postal_code and p.state = o.state
        where o.placed_at is not null and p.pin is null`),
  ).toEqual([]);
});

test("a history is created once; of one that was killed what was created stays, and no default is left changed", async () => {
  expect(await valuesOf(movedDefaults)).toEqual([0]);
  expect(await make(shop)).toBe(false);
  expect(await valuesOf(sql`select count(*)::integer from orders`)).toEqual([orders]);

  const killed = await wanting();
  const broken = expect(make(killed)).rejects.toThrow();
  await expect
    .poll(
      () => onDatabase(killed.databaseUrl, `select pg_terminate_backend(pid) as ended from (${making}) one`),
      patient,
    )
    .toEqual([{ ended: true }]);
  await broken;
  await releaseHolds(killed);
  expect(await brokenRulesOf(killed.services.db)).toEqual([]);
  const [left] = await valuesOf(sql`select count(*)::integer from orders`, killed);
  expect(left).toBeLessThan(orders);
  expect(await make(killed)).toBe(false);
  expect(await valuesOf(sql`select count(*)::integer from orders`, killed)).toEqual([left]);
  expect(await valuesOf(movedDefaults, killed)).toEqual([0]);
  await killed.dispose();
});

test("the same seed gives the same history", async () => {
  const other = await wanting();
  expect(await make(other)).toBe(true);
  const stored = sql`
    select o.status, o.payment_status, o.method, o.total, o.placed_at, o.state,
      (select string_agg(l.sku || ' ' || l.quantity || ' ' || l.discount, ',' order by l.position)
        from order_line l where l.order_id = o.id) as lines,
      (select string_agg(i.number || ' ' || i.total, ',' order by i.number) from invoice i where i.order_id = o.id) as papers
    from orders o order by o.created_at, o.total, o.phone`;
  expect(await rowsOf(stored, other)).toEqual(await rowsOf(stored));
  await other.dispose();
});

test("meanwhile the shop stays open: its orders wait for no more than one action of the history", async () => {
  const open = await wanting();
  const made = make(open, 60);
  await expect.poll(() => onDatabase(open.databaseUrl, making), patient).toHaveLength(1);
  const live = new Client({ connectionString: open.databaseUrl });
  await live.connect();
  const { rows } = await live.query(
    "insert into users (id, name, email) values (gen_random_uuid(), 'Asha', 'asha@home.in') returning created_at = now() as now",
  );
  expect(rows).toEqual([{ now: true }]);
  // Every variant, also those that the history has sold, in the order in which orders lock them.
  let locked = 0;
  for (let time = 0; time < 5; time++) {
    await live.query("begin; set local lock_timeout = '2s'");
    locked = (await live.query("select id from variant order by id for update")).rowCount ?? 0;
    await live.query("commit");
  }
  expect(locked).toBeGreaterThan(1_000);
  expect(await onDatabase(open.databaseUrl, making)).toHaveLength(1);
  const buyer = await aBuyer(open);
  const sold = z.array(pieceShape).parse(
    await rowsOf(
      sql`
        select v.id as "variantId", p.id as "productId", p.slug, p.name, v.size
        from order_line l join variant v on v.id = l.variant_id join product p on p.id = v.product_id
        where v.stock > v.reserved order by l.id limit 3`,
      open,
    ),
  );
  expect(sold).toHaveLength(3);
  for (const piece of sold) {
    await putInCart(open, buyer, piece);
    const quote = await quoteCart(open.services, buyer.id, null);
    const placed = await placeOrder(open.services, buyer, {
      key: randomUUID(),
      version: quote.version,
      couponCode: null,
      method: "cod",
      address: anAddress,
    });
    expect(placed.ok).toBe(true);
  }
  await live.end();
  expect(await made).toBe(true);
  expect(await brokenRulesOf(open.services.db)).toEqual([]);
  await open.dispose();
});

test("an aborted history keeps what was created, and the next start restores the column defaults", async () => {
  const stopped = await wanting();
  const history = await prepare(stopped, 60);
  const made = history?.make();
  await expect.poll(() => onDatabase(stopped.databaseUrl, making), patient).toHaveLength(1);
  expect(await prepare(stopped)).toBe(null);
  await history?.giveUp();
  expect(await made).toBe(false);
  await releaseHolds(stopped);
  expect(await brokenRulesOf(stopped.services.db)).toEqual([]);
  expect(await valuesOf(movedDefaults, stopped)).not.toEqual([0]);
  expect(await prepare(stopped)).toBe(null);
  expect(await valuesOf(movedDefaults, stopped)).toEqual([0]);
  await stopped.dispose();
});

test("a demo shop that does not request a history gets none", async () => {
  const plain = await testShop({ seed: true });
  expect(await make(plain)).toBe(false);
  expect(await valuesOf(sql`select count(*)::integer from orders`, plain)).toEqual([0]);
  await plain.dispose();
});
