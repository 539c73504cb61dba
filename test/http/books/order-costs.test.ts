import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, textOf } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

/* What an order earned and cost, at the order and in the books. */

let shop: TestShop;
let ask: Ask;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  [admin, buyer] = await Promise.all([anAdmin(shop), aShopper(shop)]);
});
afterAll(() => shop.dispose());

const open = async (path: string) => textOf(await (await ask(path, { as: admin })).text());
/** "Net sales ₹499.00", at the order. */
const sales = async (id: string) => / Net sales (\S+)/.exec(await open(`/admin/orders/${id}`))?.[1];

test("an order counts in the sales once it was sent or is paid for, and not while it waits or is cancelled", async () => {
  const [cod, waits] = [await anOrder(shop, buyer), await anOrder(shop, buyer, { method: "online" })];
  for (const { id } of [cod, waits]) expect(await sales(id)).toBe("₹0.00");
  expect(await open(`/admin/orders/${cod.id}`)).toContain(
    "This order counts once it has been sent or paid for.",
  );
  await nowIs(shop, cod, "shipped");
  expect(await sales(cod.id)).toBe("₹499.00");
  await shop.services.db.execute(sql`insert into received_payment
    (provider, provider_payment_id, order_id, amount, currency, effect)
    values ('outside', 'cash-1', ${waits.id}, 49900, 'INR', 'applied')`);
  await shop.services.db.execute(sql`update orders set payment_status = 'completed' where id = ${waits.id}`);
  expect(await sales(waits.id)).toBe("₹499.00");
  const given = await anOrder(shop, buyer);
  await nowIs(shop, given, "cancelled");
  expect(await sales(given.id)).toBe("₹0.00");
});

test("the file of costs goes by the day of the order, and the books say so beside it", async () => {
  const order = await anOrder(shop, buyer);
  await nowIs(shop, order, "shipped");
  // Ordered in October, and invoiced when it ships in November.
  await shop.services.db.execute(
    sql`update orders set placed_at = '2026-10-31T10:00:00Z' where id = ${order.id}`,
  );
  const costs = async (period: string) =>
    (await ask(`/admin/books/download?what=costs&period=${period}`, { as: admin })).text();
  expect(await costs("2026-10")).toMatch(
    new RegExp(`^\\W*Order,Ordered,Net sales[\\s\\S]*${order.id},2026-10-31,499`),
  );
  expect(await costs("2026-11")).not.toContain(order.id);
  expect(await open("/admin/books")).toContain(
    "“What orders cost” lists the orders placed in this period; the other files list what was invoiced in it.",
  );
});
