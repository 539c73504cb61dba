import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../../../platform/identity/tables.server.ts";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { emptyDraft } from "../../../shop/draft-orders/draft.ts";
import { saveDraft } from "../../../shop/draft-orders/drafts.server.ts";
import { placeDraft } from "../../../shop/draft-orders/place-draft.server.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { aStaffMember } from "../../support/access/actors.ts";
import { type Ask, asking, textOf } from "../../support/ask.server.ts";
import { deliverWebhooks } from "../../support/faults/model/shop-model.server.ts";
import { type OrderEditing, orderEditing } from "../../support/ordered/edited-orders.server.ts";
import { nowIs } from "../../support/ordered/placed-orders.server.ts";
import {
  anAddress,
  aShirt,
  brokenRules,
  checkoutDetails,
  type Piece,
  putInCart,
} from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let shopper: Person;
let shirt: Piece;
let begun: OrderEditing["begun"];
let change: OrderEditing["change"];
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  ({ begun, change } = orderEditing(shop, ask, admin));
  shopper = await aShopper(shop);
  shirt = await aShirt(shop, { stock: 90, price: 50_000 });
  await shop.services.db.execute(sql`
    insert into coupon (code, description, kind, value, max_discount, valid_from, valid_to)
    select code, '', kind, value, most, now() - interval '1 day', now() + interval '1 day'
    from (values ('TWENTY', 'percent', 20, null), ('CAPPED', 'percent', 20, 30000), ('ALLOFIT', 'percent', 100, null),
      ('FLAT', 'flat', 60000, null)) c (code, kind, value, most)`);
});
afterAll(async () => {
  await shop.runDue();
  expect(await brokenRules(shop)).toEqual([]);
  await shop.dispose();
});

const pieces = () => `quantity-${shirt.variantId}`;

async function ordered(couponCode: string, quantity = 4, method: "cod" | "online" = "cod") {
  await putInCart(shop, shopper, shirt, quantity);
  const placed = await placeOrder(shop.services, shopper, checkoutDetails({ couponCode, method }));
  if (!placed.ok) throw new Error(placed.refused);
  return placed.value;
}

async function paidOnline(couponCode: string, quantity: number) {
  const order = await ordered(couponCode, quantity, "online");
  const started = await startPayment(shop.services, order.id, shopper, "http://shop.test");
  if (!started.ok) throw new Error(started.refused);
  await shop.gateway.pay(started.value.gatewayOrderId);
  await deliverWebhooks(shop);
  return order;
}

test("a paid order with 20 % off, half of it removed: 20 % of what is left, and the right sum goes back", async () => {
  const order = await paidOnline("TWENTY", 4);
  expect((await begun(order)).fields.discount).toBe("20%");
  const { seen, after } = await change(order, { [pieces()]: "2" });
  for (const said of [
    "Discount: ₹400.00 → ₹200.00",
    "Before ₹1,600.00 After ₹800.00 Difference −₹800.00",
    "It is paid: ₹800.00 goes back to the customer.",
  ])
    expect(seen).toContain(said);
  expect(after).toMatchObject({ subtotal: 100_000, discount: 20_000, total: 80_000, couponCode: "TWENTY" });
  await shop.runDue();
  const { rows } = await shop.services.db.execute(
    sql`select amount::integer, state from refund where order_id = ${order.id}`,
  );
  expect(rows).toEqual([{ amount: 80_000, state: "succeeded" }]);
  const again = await change(order, { [pieces()]: "1" });
  expect(again.after).toMatchObject({ subtotal: 50_000, discount: 10_000, total: 40_000 });
  const coupon = textOf(await (await ask("/admin/coupons/TWENTY", { as: admin })).text());
  expect(coupon).toContain("Used 1 time; ₹100 taken off in all.");
});

test("the most that a coupon takes off stays its most, and is said beside the discount until another replaces it", async () => {
  const order = await ordered("CAPPED");
  expect(order.discount).toBe(30_000);
  expect((await begun(order)).words).toContain("At most ₹300.00, as it was ordered.");
  const few = await change(order, { [pieces()]: "1" });
  expect(few.after).toMatchObject({ discount: 10_000, total: 40_000 });
  const support = await aShopper(shop);
  await shop.services.db.update(users).set({ role: "support" }).where(eq(users.id, support.id));
  const many = await change(order, { [pieces()]: "6" }, support);
  expect(many.after).toMatchObject({ discount: 30_000, total: 270_000 });
  const other = await change(order, { discount: "25%", discountReason: "Late" });
  expect(other.seen).toContain("Coupon CAPPED is not used any more");
  expect(other.after).toMatchObject({ discount: 75_000, total: 225_000, couponCode: null });
  const coupon = textOf(await (await ask("/admin/coupons/CAPPED", { as: admin })).text());
  expect(coupon).toContain("Used 0 times; ₹0 taken off in all.");
  expect((await begun(order)).words).not.toContain("At most");
  const fewer = await change(order, { [pieces()]: "5" });
  expect(fewer.after).toMatchObject({ discount: 62_500, total: 187_500 });
});

test("a fixed amount stays as it is, and is never more than the items cost; an order of nothing counts as paid", async () => {
  const order = await ordered("FLAT");
  expect((await begun(order)).fields.discount).toBe("600");
  const half = await change(order, { [pieces()]: "2" });
  expect(half.after).toMatchObject({ discount: 60_000, total: 40_000 });
  const one = await change(order, { [pieces()]: "1" });
  expect(one.seen).toContain("Discount: ₹600.00 → ₹500.00");
  expect(one.after).toMatchObject({ discount: 50_000, total: 0, paymentStatus: "completed" });
  const typed = await change(await ordered("FLAT"), { [pieces()]: "1", discount: "700" });
  expect(typed.answer.words).toContain("The items cost ₹500.00 together.");
});

test("a paid order that is given away stays paid when its money is back, and cancelled it counts as refunded", async () => {
  const order = await paidOnline("FLAT", 2);
  const { after } = await change(order, { discount: "1000", discountReason: "A gift" });
  expect(after).toMatchObject({ total: 0, paymentStatus: "refund_pending" });
  const status = async () => (await orderOf(shop.services, order.id))?.paymentStatus;
  await shop.runDue();
  expect(await status()).toBe("completed");
  await nowIs(shop, order, "cancelled");
  await shop.runDue();
  expect(await status()).toBe("refunded");
});

test("a percentage typed by staff for an order by hand is kept as one; the same discount again is no other reason", async () => {
  const { country: _, ...address } = anAddress;
  const lines = [{ variantId: shirt.variantId, quantity: 4, unit: null }];
  const discount = { kind: "percent" as const, value: 7.5, max: null };
  const content = { ...emptyDraft, ...address, lines, discount, discountReason: "A friend" };
  const asked = { id: null, version: 0, content, userId: shopper.id };
  const saved = await saveDraft(shop.services, aStaffMember(), asked);
  if (!saved.ok) throw new Error(saved.refused);
  const placed = await placeDraft(shop.services, aStaffMember(), saved.value);
  if (!placed.ok) throw new Error("not placed");
  const order = { id: placed.value.orderId };
  expect((await begun(order)).fields.discount).toBe("7.5%");
  const { after } = await change(order, { [pieces()]: "2", comment: "She called" });
  expect(after).toMatchObject({ discount: 7_500, total: 92_500 });
  expect(after.events.at(-1)?.note).toBe("She called");
});

test("a coupon of 100 % left a rupee to pay: another address changes no money", async () => {
  const order = await ordered("ALLOFIT", 2);
  expect(order.total).toBe(100);
  const { seen, after } = await change(order, { line1: "9, New Street" });
  expect(seen).not.toContain("Discount:");
  expect(after.total).toBe(100);
});
