import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { aStaffMember, someJob } from "../../test/support/access/actors.ts";
import { deliverWebhooks } from "../../test/support/faults/model/shop-model.server.ts";
import { anOrder } from "../../test/support/ordered/placed-orders.server.ts";
import {
  aBuyer,
  aReturnable,
  aShirt,
  brokenRules,
  type Piece,
  putInCart,
  stockOf,
  takenBack,
} from "../../test/support/orders.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { anAdmin } from "../../test/support/users.server.ts";
import { releaseExpiredReservations } from "../checkout/release-reservations.server.ts";
import type { ItemDisposition } from "../orders/change-order.server.ts";
import type { OrderStatus } from "../orders/orders.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { payOnDelivery } from "../payments/pay-on-delivery.server.ts";
import { startPayment } from "../payments/start-payment.server.ts";
import { orderDetail } from "./order-detail.server.ts";
import { actOnParcel, sendNewParcel } from "./parcel-acts.server.ts";
import { refundLines } from "./refund-lines.server.ts";
import { setOrderStatus } from "./set-status.server.ts";
import { orderVersion } from "./staff-action.server.ts";

let shop: TestShop;
const admin = aStaffMember();
beforeAll(async () => {
  shop = await testShop();
  await anAdmin(shop);
});
afterAll(async () => {
  const broken = await brokenRules(shop);
  await shop.dispose();
  expect(broken).toEqual([]);
});

async function set(orderId: string, to: OrderStatus, dispositions?: ItemDisposition[]) {
  const seen = (await orderOf(shop.services, orderId))?.status ?? "pending";
  return setOrderStatus(shop.services, admin, orderId, {
    to,
    seen,
    reason: "a test",
    ...(dispositions && { dispositions }),
  });
}

async function inStock(piece: Piece): Promise<number> {
  return (await stockOf(shop, piece)).stock;
}

/** The stock moves that were posted for an order, oldest first. */
async function ledger(orderId: string): Promise<[string, number][]> {
  const { rows } = await shop.services.db.execute(
    sql`select kind, delta from stock_movement where source_id = ${orderId} order by id`,
  );
  return z
    .array(z.object({ kind: z.string(), delta: z.number() }))
    .parse(rows)
    .map(({ kind, delta }) => [kind, delta]);
}

async function anOnlineOrder(stock = 3) {
  const asha = await aBuyer(shop);
  const shirt = await aShirt(shop, { stock });
  const order = await anOrder(shop, asha, { pieces: [shirt], method: "online" });
  return { asha, shirt, order };
}

test("returned and restocked units are not restocked again when the order is set back and cancelled", async () => {
  const { shirt, order, ask } = await aReturnable(shop, { quantity: 2, stock: 20 });
  const asked = await ask(2);
  if (!asked.ok) throw new Error(asked.refused);
  await takenBack(shop, asked.value.id);
  expect(await inStock(shirt)).toBe(20);
  expect((await set(order.id, "processing")).ok).toBe(true);
  expect((await set(order.id, "cancelled")).ok).toBe(true);
  expect(await inStock(shirt)).toBe(20);
});

test("shipping an unpaid online order takes its stock, and it can no longer be switched to cash", async () => {
  const { asha, shirt, order } = await anOnlineOrder();
  const noReason = await setOrderStatus(shop.services, admin, order.id, { to: "shipped", seen: "pending" });
  expect(noReason).toEqual({ ok: false, refused: "reason-needed" });
  expect((await set(order.id, "shipped")).ok).toBe(true);
  expect(await stockOf(shop, shirt)).toEqual({ stock: 2, reserved: 0 });
  expect(await payOnDelivery(shop.services, order.id, asha)).toEqual({ ok: false, refused: "has-left" });
  expect((await startPayment(shop.services, order.id, asha, "http://shop.test")).ok).toBe(true);
  expect((await set(order.id, "delivered")).ok).toBe(true);
  expect((await orderOf(shop.services, order.id))?.paymentStatus).toBe("pending");
});

test("an unpaid online order whose units were sold meanwhile cannot be shipped", async () => {
  const { shirt, order } = await anOnlineOrder(1);
  await shop.services.db.execute(sql`update reservation set expires_at = now() where order_id = ${order.id}`);
  await releaseExpiredReservations(shop.services, someJob);
  await anOrder(shop, await aBuyer(shop), { pieces: [shirt] });
  expect(await set(order.id, "shipped")).toEqual({ ok: false, refused: "out-of-stock" });
  expect((await orderOf(shop.services, order.id))?.status).toBe("pending");
});

test("a cancelled order cannot be reopened while the units wait for another order to be paid", async () => {
  const { shirt, order } = await anOnlineOrder(1);
  expect((await set(order.id, "cancelled")).ok).toBe(true);
  await anOrder(shop, await aBuyer(shop), { pieces: [shirt], method: "online" });
  expect(await stockOf(shop, shirt)).toEqual({ stock: 1, reserved: 1 });
  expect(await set(order.id, "pending")).toEqual({ ok: false, refused: "out-of-stock" });
});

test("cancelling a shipped order needs an outcome for each unit, and lost or damaged units are written off", async () => {
  const { shirt, order, lineId } = await aReturnable(shop, { quantity: 3, stock: 10 });
  expect((await set(order.id, "shipped")).ok).toBe(true);
  expect(await set(order.id, "cancelled")).toEqual({ ok: false, refused: "outcome-needed" });
  const one = (disposition: ItemDisposition["disposition"]) => ({ lineId, quantity: 1, disposition });
  const two = [one("restocked"), one("lost")];
  expect(await set(order.id, "cancelled", two)).toEqual({ ok: false, refused: "outcome-needed" });
  expect((await set(order.id, "cancelled", [...two, one("damaged")])).ok).toBe(true);
  expect(await inStock(shirt)).toBe(8);
  expect((await ledger(order.id)).slice(1)).toEqual([
    ["restock", 3],
    ["damaged", -1],
    ["lost", -1],
  ]);
  // Reopening voids the decision: all three are out again, and nothing is written off.
  expect((await set(order.id, "shipped")).ok).toBe(true);
  expect(await inStock(shirt)).toBe(7);
});

test("a refund without a return needs an outcome for each unit", async () => {
  const { shirt, order, lineId } = await aReturnable(shop, { quantity: 3, stock: 10 });
  const refund = (disposition?: ItemDisposition["disposition"]) =>
    refundLines(shop.services, admin, order.id, {
      key: randomUUID(),
      extra: 0,
      reason: "a test",
      lines: [{ lineId, quantity: 1, disposition }],
    });
  expect(await refund()).toEqual({ ok: false, refused: "outcome-needed" });
  expect((await refund("kept")).ok).toBe(true);
  expect(await inStock(shirt)).toBe(7);
  expect((await refund("restocked")).ok).toBe(true);
  expect(await inStock(shirt)).toBe(8);
  expect((await refund("lost")).ok).toBe(true);
  expect(await inStock(shirt)).toBe(8);
  expect((await ledger(order.id)).at(-1)).toEqual(["lost", -1]);
});

test("a cash order that is set back from delivered to shipped is unpaid again", async () => {
  const { order } = await aReturnable(shop);
  expect((await set(order.id, "shipped")).ok).toBe(true);
  expect((await orderOf(shop.services, order.id))?.paymentStatus).toBe("pending");
  expect((await set(order.id, "delivered")).ok).toBe(true);
  expect((await orderOf(shop.services, order.id))?.paymentStatus).toBe("completed");
});

test("a unit refunded before an order was cancelled and sent again is not to be sent when a parcel is lost", async () => {
  const asha = await aBuyer(shop);
  const [one, other] = [await aShirt(shop, { stock: 5 }), await aShirt(shop, { stock: 5 })];
  await putInCart(shop, asha, one, 2);
  const { id, lines } = await anOrder(shop, asha, { pieces: [other], method: "online" });
  const lineId = lines.find(({ variantId }) => variantId === one.variantId)?.id ?? "";
  const begun = await startPayment(shop.services, id, asha, "http://shop.test");
  if (!begun.ok) throw new Error(begun.refused);
  await shop.gateway.pay(begun.value.gatewayOrderId);
  await deliverWebhooks(shop);
  const unit: ItemDisposition = { lineId, quantity: 1, disposition: "restocked" };
  const refund = { key: randomUUID(), extra: 0, reason: "a test", lines: [unit] };
  expect((await refundLines(shop.services, admin, id, refund)).ok).toBe(true);
  const carrier = { courier: "", trackingNumber: "", trackingLink: "" };
  const seen = async () => ({ version: await orderVersion(shop.services.db, id), reason: "a test" });
  const units = [{ lineId, quantity: 1 }];
  const sent = await sendNewParcel(shop.services, admin, id, { ...carrier, ...(await seen()), units });
  if (!sent.ok) throw new Error(sent.refused);
  // All of its money goes back, and it is sent all the same.
  expect((await set(id, "cancelled", [unit])).ok).toBe(true);
  await shop.runDue();
  expect((await set(id, "shipped")).ok).toBe(true);
  const parcelId = sent.value.parcels[0]?.id ?? "";
  const lost = { ...(await seen()), parcelId, act: "lose" as const };
  expect(await actOnParcel(shop.services, admin, id, lost)).toMatchObject({
    ok: true,
    value: { status: "shipped" },
  });
  expect((await orderDetail(shop.services, id))?.unsent[lineId]).toBe(0);
});
