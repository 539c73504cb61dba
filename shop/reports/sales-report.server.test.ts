import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { someStaff } from "../../test/support/access/actors.ts";
import { anOrder, nowIs } from "../../test/support/ordered/placed-orders.server.ts";
import { aBuyer, aReturnable, aShirt, takenBack } from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { changeOrderStatus } from "../orders/change-order.server.ts";
import { startRefund } from "../payments/refunds.server.ts";
import { bestSellers, lowStockVariants } from "./best-sellers-and-low-stock.server.ts";
import { rollUpMetrics } from "./roll-up.server.ts";
import { facetTotals, salesReport } from "./sales-report.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
});
afterAll(() => shop.dispose());

const plain = z.array(
  z.object({ value: z.string().nullable(), count: z.coerce.number(), amount: z.coerce.number() }),
);

/** The expected sums, counted row by row. */
async function counted(by: "method" | "state" | "status") {
  const { rows } = await shop.services.db.execute(sql`
    select ${sql.identifier(by)} as value, count(*) as count, sum(case when status <> 'cancelled'
      and payment_status <> 'failed' then total - coalesce((select sum(r.amount) from refund r
        join received_payment p using (provider, provider_payment_id)
        where r.order_id = o.id and r.state <> 'failed' and p.effect = 'applied'), 0) else 0 end) as amount
    from orders o where placed_at is not null group by 1`);
  return plain.parse(rows);
}

async function holds() {
  const { totals, statuses } = await salesReport(shop.services, "7d");
  const rows = await counted("status");
  expect(totals.orders).toBe(rows.reduce((sum, row) => sum + row.count, 0));
  expect(totals.revenue).toBe(rows.reduce((sum, row) => sum + row.amount, 0));
  const sorted = (all: { value: string | null; count: number; amount: number }[]) =>
    all.toSorted((one, other) => String(one.value).localeCompare(String(other.value)));
  expect(
    sorted(statuses.map(({ value, orders, revenue }) => ({ value, count: orders, amount: revenue }))),
  ).toEqual(sorted(rows));
  return totals;
}

test("the stored daily sums equal the sums over all orders, after every kind of change", async () => {
  const buyer = await aBuyer(shop);
  const before = await holds();
  const shirt = await aShirt(shop, { stock: 50, price: 50_000 });
  const stored = await anOrder(shop, buyer, { pieces: [shirt] });
  const cancelled = await anOrder(shop, buyer, { pieces: [shirt], address: { state: "Kerala" } });
  expect((await holds()).orders - before.orders).toBe(2);

  await nowIs(shop, cancelled, "cancelled");
  const after = await holds();
  expect(after.revenue - before.revenue).toBe(stored.total);
  await rollUpMetrics(shop.services);
  expect(await holds()).toEqual(after);

  await nowIs(shop, stored, "delivered");
  const refund = await startRefund(shop.services, stored.id, {
    amount: 20_000,
    reason: "a test",
    actor: someStaff,
  });
  expect(refund.ok).toBe(true);
  expect((await holds()).revenue - before.revenue).toBe(stored.total - 20_000);
  await shop.services.db.execute(sql`update refund set state = 'failed' where order_id = ${stored.id}`);
  expect((await holds()).revenue - before.revenue).toBe(stored.total);
  await rollUpMetrics(shop.services);
  await holds();

  const [best] = await bestSellers(shop.services, { most: 1 });
  expect(best).toMatchObject({
    productId: shirt.productId,
    units: stored.lines.reduce((sum, line) => sum + line.quantity, 0),
  });
});

test("returned units are subtracted from the best sellers once, also when the rest is cancelled", async () => {
  const { shirt, order, lineId, ask } = await aReturnable(shop, { quantity: 3, stock: 9, price: 10_000 });
  const sold = async () => {
    const all = await bestSellers(shop.services, { most: 1_000 });
    return all.find(({ productId }) => productId === shirt.productId);
  };
  expect(await sold()).toMatchObject({ units: 3, revenue: 30_000 });
  const asked = await ask(1);
  if (!asked.ok) throw new Error(asked.refused);
  await takenBack(shop, asked.value.id);
  expect(await sold()).toMatchObject({ units: 2, revenue: 20_000 });
  const dispositions = [{ lineId, quantity: 2, disposition: "lost" as const }];
  const cancel = { to: "cancelled", actor: someStaff, reason: "a test", dispositions } as const;
  expect((await changeOrderStatus(shop.services, order.id, cancel)).ok).toBe(true);
  expect(await sold()).toBeUndefined();
  await rollUpMetrics(shop.services);
  await holds();
});

test("an order counts on its Indian day, in the current or in the previous period", async () => {
  const buyer = await aBuyer(shop);
  const order = await anOrder(shop, buyer, { pieces: [await aShirt(shop, { price: 70_000 })] });
  const today = shop.clock.now().getTime();
  const moveTo = (days: number) =>
    shop.services.db.execute(
      sql`update orders set placed_at = ${new Date(today - days * 86_400_000)} where id = ${order.id}`,
    );
  await moveTo(8);
  const old = await salesReport(shop.services, "7d");
  await moveTo(2);
  const now = await salesReport(shop.services, "7d");
  expect(now.period.now.revenue - old.period.now.revenue).toBe(order.total);
  expect(old.period.before.revenue - now.period.before.revenue).toBe(order.total);
  expect(now.bars.at(-3)?.now.revenue).toBeGreaterThanOrEqual(order.total);
  await holds();
});

test("the stored totals of users and products equal a count of their rows", async () => {
  const { rows } = await shop.services.db.execute(
    sql`select role as value, count(*) as count, 0 as amount from users group by 1`,
  );
  const roles = await facetTotals(shop.services, "user");
  for (const { value, count } of plain.parse(rows)) expect(roles.get(value ?? "")).toBe(count);
  const before = (await salesReport(shop.services, "30d")).totals.products;
  const shirt = await aShirt(shop);
  expect((await salesReport(shop.services, "30d")).totals.products).toBe(before + 1);
  await shop.services.db.execute(sql`delete from product where id = ${shirt.productId}`);
  expect((await salesReport(shop.services, "30d")).totals.products).toBe(before);
});

test("the low stock list has variants with at most five units, the fewest first", async () => {
  await aShirt(shop, { name: "Nearly Gone", stock: 1 });
  const low = await lowStockVariants(shop.services, 5_000);
  expect(low.some(({ name, left }) => name === "Nearly Gone" && left === 1)).toBe(true);
  expect(low.every(({ left }) => left <= 5)).toBe(true);
  expect(low.map(({ left }) => left)).toEqual(
    low.map(({ left }) => left).toSorted((one, other) => one - other),
  );
});

test("the stored best sellers equal those summed from the days, also after the period has moved on", async () => {
  const { db, clock } = shop.services;
  const buyer = await aBuyer(shop);
  for (const price of [40_000, 50_000, 60_000])
    await anOrder(shop, buyer, { pieces: [await aShirt(shop, { price })] });
  // Without stored sums of the period, the days are summed again.
  const stored = async () =>
    (await bestSellers(shop.services, { most: 4 })).map(({ productId }) => productId);
  const summed = async () => {
    await db.execute(sql`delete from product_sales_window`);
    return stored();
  };
  await rollUpMetrics(shop.services);
  await anOrder(shop, buyer, { pieces: [await aShirt(shop, { price: 70_000 })] });
  const withDeltas = await stored();
  expect(withDeltas).toEqual(await summed());
  await rollUpMetrics(shop.services);
  expect(await stored()).toEqual(withDeltas);
  await db.execute(sql`update product_sales_window set first_day = first_day - 1`);
  await rollUpMetrics({ db, clock });
  expect(await stored()).toEqual(await summed());
});
