import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import type { Business } from "../../../shop/delivery/business.ts";
import type { ShopDocument } from "../../../shop/invoices/document.ts";
import {
  issuedDocuments,
  numberedDocument,
  orderDocument,
} from "../../../shop/invoices/order-document.server.ts";
import { changeOrderStatus } from "../../../shop/orders/change-order.server.ts";
import type { OrderStatus } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { finalizeRefund, startRefund } from "../../../shop/payments/refunds.server.ts";
import { invalidateSettings } from "../../../shop/settings/settings.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import type { TaxRate } from "../../../shop/tax/rates.ts";
import { someStaff } from "../access/actors.ts";
import { aBuyer, anAddress, aShirt, brokenRules, checkoutDetails, putInCart } from "../orders.server.ts";
import { type TestShop, testShop } from "../test-shop.server.ts";
import { anAdmin } from "../users.server.ts";

/** A GSTIN of Karnataka. */
export const karnataka = "29AAACC1234D1Z5";

/** The demo shop with a GSTIN, for the tests of one file; afterwards the invariants are checked. */
export function invoicingShop() {
  let shop: TestShop;
  const ports = () => shop.services;
  beforeAll(async () => {
    shop = await testShop({ seed: true });
    await anAdmin(shop);
    await registered(karnataka);
  });
  afterAll(async () => {
    const broken = await brokenRules(shop);
    await shop.dispose();
    expect(broken).toEqual([]);
  });

  async function registered(gstin: string | null, taxRates: TaxRate[] = []) {
    const legal = { ...defaultSettings.legal, legalName: "Campus Style Private Limited", gstin };
    await shop.services.db.execute(sql`
      insert into setting (key, value) values
        ('legal', ${JSON.stringify(legal)}::jsonb), ('taxRates', ${JSON.stringify(taxRates)}::jsonb)
      on conflict (key) do update set value = excluded.value`);
    invalidateSettings(ports());
  }

  /** An order of two shirts for 499.00 each unless said otherwise, to be paid in cash. */
  async function placed({
    state = "Karnataka",
    status,
    hsnCode = "6205",
    price = 49_900,
    quantity = 2,
    business = null,
  }: {
    state?: string;
    status?: OrderStatus;
    hsnCode?: string | null;
    price?: number;
    quantity?: number;
    business?: Business | null;
  } = {}) {
    const buyer = { ...(await aBuyer(shop)), business };
    const shirt = await aShirt(shop, { price });
    await shop.services.db.execute(
      sql`update product set hsn_code = ${hsnCode} where id = ${shirt.productId}`,
    );
    await putInCart(shop, buyer, shirt, quantity);
    const address = { ...anAddress, state };
    const details = checkoutDetails({ address });
    const made = await placeOrder(ports(), buyer, details);
    if (!made.ok) throw new Error(made.refused);
    if (status) await move(made.value.id, status);
    return made.value.id;
  }

  async function move(orderId: string, to: OrderStatus) {
    const lines = (await orderOf(ports(), orderId))?.lines ?? [];
    const dispositions = lines.map(({ id, quantity }) => ({
      lineId: id,
      quantity,
      disposition: "restocked" as const,
    }));
    const moved = await changeOrderStatus(ports(), orderId, {
      to,
      actor: someStaff,
      reason: "a test",
      dispositions,
    });
    if (!moved.ok) throw new Error(moved.refused);
  }

  async function documentFor(orderId: string): Promise<ShopDocument | null> {
    const order = await orderOf(ports(), orderId);
    return order && orderDocument(ports(), order);
  }

  /** The documents of an order after the jobs have run: kind and total, the oldest first. */
  async function posted(id: string): Promise<[string, number][]> {
    await shop.runDue();
    return (await issuedDocuments(ports(), id)).map(({ kind, total }) => [kind, total]);
  }

  /** The newest document as it was issued. */
  async function newest(id: string): Promise<ShopDocument | null> {
    const last = (await issuedDocuments(ports(), id)).at(-1);
    return last ? numberedDocument(ports(), id, last.slug) : null;
  }

  async function refunded(
    id: string,
    amount: number,
    lines: { lineId: string; quantity: number; amount: number }[] = [],
  ) {
    const started = await startRefund(ports(), id, { amount, reason: "returned", actor: someStaff, lines });
    if (!started.ok) throw new Error(started.refused);
    await finalizeRefund(ports(), someStaff, started.value.refundId, "succeeded");
  }

  return { shop: () => shop, ports, registered, placed, move, documentFor, posted, newest, refunded };
}
