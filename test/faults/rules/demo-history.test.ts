import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { prepareDemoHistory, wantDemoHistory } from "../../../demo/history.server.ts";
import { inTransaction } from "../../../platform/database/database.server.ts";
import { postDocuments } from "../../../shop/invoices/post-documents.server.ts";
import { postPaymentStatus } from "../../../shop/orders/posting/payment-status.server.ts";
import { postOrder } from "../../../shop/orders/posting/post-order.server.ts";
import { lockOrder } from "../../../shop/orders/read-orders.server.ts";
import { someJob } from "../../support/access/actors.ts";
import { figure } from "../../support/faults/servers.server.ts";
import { brokenRules } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

const orders = figure(60, 800);
let shop: TestShop;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  await wantDemoHistory(shop.services.db);
  const history = await prepareDemoHistory(shop.services, { url: shop.databaseUrl, orders });
  expect(await history?.make()).toBe(true);
}, 600_000);
afterAll(() => shop.dispose());

/** Counts of everything that a posting could change. */
async function ledgers() {
  const { rows } = await shop.services.db.execute(sql`
    select (select count(*) from stock_movement) as moves, (select count(*) from invoice) as documents,
      (select count(*) from order_event) as events, (select count(*) from refund) as refunds,
      (select sum(reserved) from variant) as reserved, (select count(*) from coupon_use) as coupons`);
  return rows;
}

test(`${orders} orders of the demo history break no invariant, and posting each again changes nothing`, async () => {
  expect(await brokenRules(shop)).toEqual([]);
  const before = await ledgers();
  const { db } = shop.services;
  const { rows } = await db.execute(sql`select id from orders`);
  for (const { id } of z.array(z.object({ id: z.string() })).parse(rows)) {
    await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id);
      if (!order) throw new Error(`the order ${id} is gone`);
      expect((await postOrder(tx, order, { actor: someJob, code: "order" })).ok).toBe(true);
      await postPaymentStatus(tx, order, someJob);
    });
    await postDocuments(shop.services, id);
  }
  expect(rows).toHaveLength(orders);
  expect(await ledgers()).toEqual(before);
});
