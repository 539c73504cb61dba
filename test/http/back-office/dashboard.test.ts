import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertSeller } from "../../../demo/seed/seller.server.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { askedFor } from "../../support/ordered/returns-shop.server.ts";
import { aReturnable, aShirt } from "../../support/orders.server.ts";
import { readPage } from "../../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let asha: Person;
beforeAll(async () => {
  shop = await testShop();
  await insertSeller(shop.services.db);
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  asha = await aShopper(shop, { name: "Asha Rao" });
});
afterAll(() => shop.dispose());

const read = (path: string, as: { cookie: string } = admin) => readPage(ask, path, { as });
const change = (statement: ReturnType<typeof sql>) => shop.services.db.execute(statement);
/** The rows of "Action required": count, words, address, age. */
async function waiting(as: { cookie: string } = admin) {
  const { html } = await read("/admin?period=30d", as);
  const panel = /Action required<\/h2>([\s\S]*?)<\/ul>/.exec(html)?.[1] ?? "";
  return [...panel.matchAll(/<a[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>([\s\S]*?)<\/li>/g)].map(
    ([, to = "", words = "", after = ""]) => ({
      to: to.replaceAll("&amp;", "&"),
      words: words.replace(/<[^>]*>/g, ""),
      age: after.replace(/<[^>]*>/g, "").replace("the oldest since ", ""),
    }),
  );
}
/** What a list shows, by a mark of each row. */
const shown = async (path: string, row: RegExp) =>
  [...new Set([...(await read(path)).html.matchAll(row)].map(([, mark = ""]) => mark))].sort();
const ordersIn = (path: string) => shown(path, /aria-label="Select order ([0-9a-f]{8})"/g);
const numbers = (...orders: { id: string }[]) => orders.map(({ id }) => id.slice(0, 8)).sort();
const counts = async (as: { cookie: string } = admin) => (await ask("/admin/counts", { as })).json();

test("nothing waits in a new shop, and the dashboard says so; a list is shown only when its tab is chosen", async () => {
  const { text } = await read("/admin?period=30d");
  expect(text).toMatch(/Action required Nothing waits for you\./);
  // Nor did anything sell: no bar of a chart is higher than nothing.
  expect(text.match(/Highest: [^ ]+/g)).toEqual(["Highest: ₹0", "Highest: 0"]);
  expect(text).not.toContain("No products found");
  expect((await read("/admin?tab=products")).text).toContain("No products found");
});

test("each row leads to a list that shows exactly the counted ones, with the age of the oldest", async () => {
  const made = [];
  for (let at = 0; at < 8; at++)
    made.push(await anOrder(shop, asha, { method: at === 2 ? "online" : "cod" }));
  const [cod, old, unpaid, sent, approved, waits, failed, again] = made as Required<typeof made>;
  if (!cod || !old || !unpaid || !sent || !approved || !waits || !failed || !again)
    throw new Error("no orders");
  await change(sql`update orders set placed_at = now() - interval '75 hours' where id = ${old.id}`);
  await change(sql`update orders set payment_status = 'failed', placed_at = now() where id = ${unpaid.id}`);
  await nowIs(shop, sent, "confirmed");
  for (const one of [approved, waits, failed, again]) await nowIs(shop, one, "cancelled");
  const refund = (order: { id: string }, state: string, reason: string | null, provider = "cashfree") =>
    change(sql`insert into refund (order_id, provider, gateway_order_id, provider_payment_id, amount, reason, state, pending_reason, actor_kind, created_at)
      values (${order.id}, ${provider}, ${provider === "cashfree" ? order.id : null}, 'p', 100, 'a test', ${state}, ${reason}, 'system', clock_timestamp())`);
  await change(sql`insert into gateway_order (gateway_order_id, order_id, provider, amount, expires_at)
    select id, id, 'cashfree', total, now() from orders`);
  await refund(approved, "pending", "approval");
  await refund(waits, "pending", null, "cod");
  // In the provider's hands: nobody has to do anything.
  await refund(again, "pending", null);
  await refund(failed, "failed", null);
  const returned = await aReturnable(shop);
  await askedFor(returned.ask(1));
  await ask(
    "/contact",
    posted({ name: "Ravi", email: "ravi@day.example", topic: "orders", message: "Where is my parcel?" }),
  );
  await ask(
    "/contact",
    posted({ name: "Nila", email: "nila@day.example", topic: "orders", message: "Where is my parcel?" }),
  );
  await change(sql`update conversation set waiting = false where email = 'nila@day.example'`);
  await change(sql`insert into waiting_invoice (order_id) values (${sent.id}) on conflict do nothing`);
  const low = await aShirt(shop, { stock: 3 });
  await change(sql`update product set hsn_code = '9999' where id = ${low.productId}`);

  const rows = await waiting();
  const of = (to: string) => rows.find((one) => one.to === to);
  expect(of("/admin/orders?work=confirm-cod")).toMatchObject({
    words: "2 cash-on-delivery orders to confirm",
    age: "3 days",
  });
  expect(await ordersIn("/admin/orders?work=confirm-cod")).toEqual(numbers(cod, old));
  expect(of("/admin/orders?work=ship")?.words).toBe("1 confirmed order to send");
  expect(await ordersIn("/admin/orders?work=ship")).toEqual(numbers(sent));
  expect(of("/admin/orders?work=payment-failed")?.words).toBe("1 order with a failed payment");
  expect(await ordersIn("/admin/orders?work=payment-failed")).toEqual(numbers(unpaid));
  expect(of("/admin/orders?work=approve-refund")?.words).toBe("1 order with a refund to approve");
  expect(await ordersIn("/admin/orders?work=approve-refund")).toEqual(numbers(approved));
  expect(of("/admin/orders?work=refund-waits")?.words).toBe("1 order with a refund that waits");
  expect(await ordersIn("/admin/orders?work=refund-waits")).toEqual(numbers(waits));
  expect(of("/admin/orders?work=refund-failed")?.words).toBe("1 order with a failed refund");
  expect(await ordersIn("/admin/orders?work=refund-failed")).toEqual(numbers(failed));
  await refund(failed, "pending", null);
  expect(await ordersIn("/admin/orders?work=refund-failed")).toEqual([]);

  expect(of("/admin/messages?show=waiting")?.words).toBe("1 customer waits for an answer");
  const written = (await read("/admin/messages?show=waiting")).text;
  expect(written).toContain("Ravi");
  expect(written).not.toContain("Nila");
  const untaxed = await shown("/admin/products?tax=none", /aria-label="Select (Test[^"]*)"/g);
  expect(untaxed).toEqual([low.name]);
  expect(of("/admin/products?tax=none")?.words).toBe("1 product on sale without a GST rate");
  const lowRows = await shown("/admin/inventory?show=low", /href="\/admin\/inventory\/([0-9a-f-]{36})"/g);
  expect(of("/admin/inventory?show=low")?.words).toMatch(new RegExp(`^${lowRows.length} items? `));
  expect(of("/admin/orders?invoice=waiting")?.words).toContain("without a tax invoice");
  expect(of("/admin/returns?state=requested")?.words).toBe("1 return to review");
  const asked = await shown("/admin/returns?state=requested", / for order (?:<!-- -->)?([0-9a-f]{8})/g);
  expect(asked).toEqual(numbers(returned.order));
  expect((await read("/admin?period=30d")).text).not.toContain("payment notification");
});

test("each sees only what their role lets them see, on the dashboard and in the counters of the menu", async () => {
  const all = await counts();
  expect(all).toMatchObject({ "/admin/orders": 3, "/admin/messages": 1 });
  expect((await read("/admin/orders")).html).toMatch(
    /href="\/admin\/orders"[^>]*>[\s\S]{0,400}?3<span class="sr-only"> wait/,
  );
  const [order] = (await change(sql`select id from orders where status = 'confirmed' limit 1`)).rows;
  await nowIs(shop, { id: String(order?.id) }, "processing");
  expect(await counts()).toEqual(all);
  await nowIs(shop, { id: String(order?.id) }, "cancelled");
  expect(await counts()).toMatchObject({ "/admin/orders": 2 });

  const marketing = await someoneAs(shop, "marketing");
  expect((await waiting(marketing)).filter(({ to }) => to.startsWith("/admin/orders"))).toEqual([]);
  expect(await counts(marketing)).toMatchObject({ "/admin/orders": 0, "/admin/returns": 0 });
});
