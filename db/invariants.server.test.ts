import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { continueSeries } from "../shop/invoices/issued-documents.server.ts";
import { financialYear } from "../shop/invoices/series.ts";
import { changeOrderStatus } from "../shop/orders/change-order.server.ts";
import { requestReturn } from "../shop/returns/request-return.server.ts";
import { invalidateSettings } from "../shop/settings/settings.server.ts";
import { defaultSettings } from "../shop/settings/settings.ts";
import { someStaff } from "../test/support/access/actors.ts";
import { anOrder, nowIs } from "../test/support/ordered/placed-orders.server.ts";
import {
  aBuyer,
  aDeliveredOrder,
  aReturnWish,
  aShirt,
  brokenRules,
  inSize,
} from "../test/support/orders.server.ts";
import { type TestShop, testShop } from "../test/support/test-shop.server.ts";
import { anAdmin } from "../test/support/users.server.ts";

// `npm run restore` reads these rules out, so none may name what owners are free to do.

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  // Invoices are dated by the database, a series is continued by the shop's clock.
  shop.clock.set(new Date());
  await anAdmin(shop);
  const legal = JSON.stringify({ ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" });
  await shop.services.db.execute(sql`insert into setting (key, value) values ('legal', ${legal}::jsonb)
    on conflict (key) do update set value = excluded.value`);
  invalidateSettings(shop.services);
});
afterAll(() => shop.dispose());

const without = (variantId: string) =>
  shop.services.db.execute(sql`delete from variant where id = ${variantId}`);

test("a series of invoices that was begun elsewhere has no gap, and one that misses a number has", async () => {
  const { services } = shop;
  const year = financialYear(shop.clock.now());
  const begun = await continueSeries(services, { actor: someStaff, kind: "invoice", year, next: 501 });
  expect(begun).toMatchObject({ ok: true });
  expect(await brokenRules(shop)).toEqual([]);
  await nowIs(shop, await anOrder(shop, await aBuyer(shop)), "shipped");
  await shop.runDue();
  expect(await brokenRules(shop)).toEqual([]);
  await services.db.execute(sql`update invoice_series set last = last + 1 where kind = 'invoice'`);
  expect(await brokenRules(shop)).toEqual([
    expect.stringMatching(/^invoice series with a gap: invoice \d{4}$/),
  ]);
  await services.db.execute(sql`update invoice_series set last = last - 1 where kind = 'invoice'`);
});

test("units that were lost stay so when their variant is deleted", async () => {
  const shirt = await aShirt(shop);
  const order = await anOrder(shop, await aBuyer(shop), { pieces: [shirt, await aShirt(shop)] });
  await nowIs(shop, order, "shipped");
  const dispositions = order.lines.map(({ id, quantity }) => ({
    lineId: id,
    quantity,
    disposition: "lost" as const,
  }));
  const cancelled = {
    to: "cancelled",
    actor: someStaff,
    reason: "the parcel was lost",
    dispositions,
  } as const;
  expect((await changeOrderStatus(shop.services, order.id, cancelled)).ok).toBe(true);
  expect(await brokenRules(shop)).toEqual([]);
  await without(shirt.variantId);
  expect(await brokenRules(shop)).toEqual([]);
});

test("an exchange stays so when the size that was sent is deleted", async () => {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop);
  const large = await inSize(shop, shirt, "L");
  const order = await aDeliveredOrder(shop, asha, [[shirt, 1]]);
  const lines = order.lines.map(({ id }) => ({
    lineId: id,
    quantity: 1,
    exchangeVariantId: large.variantId,
  }));
  const wish = aReturnWish(lines, { kind: "exchange" });
  expect((await requestReturn(shop.services, asha, order.id, wish)).ok).toBe(true);
  expect(await brokenRules(shop)).toEqual([]);
  await without(large.variantId);
  expect(await brokenRules(shop)).toEqual([]);
});
