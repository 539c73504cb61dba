import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { changeRole } from "../../../shop/accounts/sessions.server.ts";
import { addToCart, clearCart } from "../../../shop/cart/change-cart.server.ts";
import { changeInBulk } from "../../../shop/catalogue/bulk/bulk-edit.server.ts";
import { deleteProduct } from "../../../shop/catalogue/edit/delete-product.server.ts";
import { adjustStock } from "../../../shop/catalogue/inventory/adjust-stock.server.ts";
import {
  completeOrder,
  onWhatsApp,
  orderSingle,
  prepareOrder,
} from "../../../shop/checkout/buy-now.server.ts";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { releaseExpiredReservations } from "../../../shop/checkout/release-reservations.server.ts";
import type { Buyer } from "../../../shop/checkout/write-order.server.ts";
import { decideReturn } from "../../../shop/order-management/decide-return.server.ts";
import { addNote } from "../../../shop/order-management/notes-and-emails.server.ts";
import { refundLines } from "../../../shop/order-management/refund-lines.server.ts";
import { setOrderStatus } from "../../../shop/order-management/set-status.server.ts";
import { cancelOrder } from "../../../shop/orders/change-order.server.ts";
import { reorder } from "../../../shop/orders/order-again.server.ts";
import type { OrderStatus } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { payOnDelivery } from "../../../shop/payments/pay-on-delivery.server.ts";
import { reconcile, verifyPayment } from "../../../shop/payments/reconcile.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { receiveWebhook } from "../../../shop/payments/webhooks.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { writeReview } from "../../../shop/reviews/write-review.server.ts";
import { addToWishlist } from "../../../shop/wishlist/wishlist.server.ts";
import { aStaffMember, someJob } from "../access/actors.ts";
import {
  aBuyer,
  aDeliveredOrder,
  anAddress,
  aReturnWish,
  aShirt,
  checkoutDetails,
  putInCart,
} from "../orders.server.ts";
import type { TestShop } from "../test-shop.server.ts";

/** One call that writes to records that other calls write to at the same time. */
export type ConcurrentAction = () => Promise<unknown>;

/** Two shirts, and a delivered order of them of which a return is requested. `stock`: of each shirt, before the order. */
export async function aDeliveredReturn(shop: TestShop, buyer: Buyer, stock: number) {
  const shirt = await aShirt(shop, { stock });
  const other = await aShirt(shop, { stock });
  const delivered = await aDeliveredOrder(shop, buyer, [
    [shirt, 2],
    [other, 1],
  ]);
  const lineId = delivered.lines[0]?.id ?? "";
  const wish = aReturnWish([{ lineId, quantity: 1 }]);
  const asked = await requestReturn(shop.services, buyer, delivered.id, wish);
  return { shirt, other, delivered, lineId, returnId: asked.ok ? asked.value.id : "" };
}

/**
 * A small shop with contended records (two shirts, a buyer with a full cart, an order waiting for its
 * payment, a prepared one, one under way, one delivered with a return asked for), and every action on them by name.
 */
export async function customerActions(shop: TestShop): Promise<Record<string, ConcurrentAction>> {
  const ports = shop.services;
  const { db } = ports;
  const admin = aStaffMember();
  const buyer = await aBuyer(shop);
  const { shirt, other, delivered, lineId, returnId } = await aDeliveredReturn(shop, buyer, 12);
  const doomed = await aShirt(shop, { stock: 3 });
  const place = (method: "cod" | "online", key: string = randomUUID()) =>
    placeOrder(ports, buyer, checkoutDetails({ key, method }));
  const placed = async (method: "cod" | "online") => {
    await putInCart(shop, buyer, shirt);
    const order = await place(method);
    if (!order.ok) throw new Error(order.refused);
    return order.value.id;
  };
  const waiting = await placed("online");
  const started = await startPayment(ports, waiting, buyer, "http://shop.test");
  const gatewayId = started.ok ? started.value.gatewayOrderId : "";
  await shop.gateway.pay(gatewayId);
  const webhooks = await shop.gateway.webhooks();
  const underWay = await placed("cod");
  await putInCart(shop, buyer, shirt);
  const prepared = await prepareOrder(ports, buyer);
  const preparedId = prepared.ok ? prepared.value.id : "";
  await putInCart(shop, buyer, other, 2);
  const key = randomUUID();
  const set = (id: string, to: OrderStatus) => async () => {
    const seen = (await orderOf(ports, id))?.status ?? "pending";
    return setOrderStatus(ports, admin, id, { to, seen, reason: "a test" });
  };
  const decide = (decision: Parameters<typeof decideReturn>[4]) => () =>
    decideReturn(ports, admin, delivered.id, returnId, decision);
  const admins = await Promise.all([aBuyer(shop), aBuyer(shop)]);
  await Promise.all(admins.map(({ id }) => changeRole(ports, id, "admin")));

  return {
    addToCart: () =>
      addToCart(ports, buyer, { productId: shirt.productId, size: shirt.size, colour: null, quantity: 1 }),
    clearCart: () => clearCart(ports, buyer),
    wish: () => addToWishlist(ports, buyer, shirt.productId),
    placeForCash: () => place("cod"),
    placeOnline: () => place("online"),
    placeSameKey: () => place("cod", key),
    prepare: () => prepareOrder(ports, buyer),
    complete: () => completeOrder(ports, buyer, preparedId, anAddress),
    single: () =>
      orderSingle(ports, buyer, {
        key: randomUUID(),
        variantId: other.variantId,
        quantity: 1,
        ...onWhatsApp,
        unitShown: null,
        shippingShown: null,
        address: anAddress,
      }),
    again: () => reorder(ports, delivered.id, buyer),
    startPayment: () => startPayment(ports, waiting, buyer, "http://shop.test"),
    webhook: async () => {
      for (const webhook of webhooks) {
        const copy = webhook.clone();
        await receiveWebhook(ports, copy.headers, new Uint8Array(await copy.arrayBuffer()));
      }
    },
    verify: () => verifyPayment(ports, gatewayId, buyer),
    reconcile: () => reconcile(ports, gatewayId),
    payOnDelivery: () => payOnDelivery(ports, waiting, buyer),
    cancelWaiting: () => cancelOrder(ports, waiting, buyer),
    cancelUnderWay: () => cancelOrder(ports, underWay, buyer),
    ship: set(underWay, "shipped"),
    deliver: set(underWay, "delivered"),
    cancelByStaff: set(underWay, "cancelled"),
    cancelDelivered: set(delivered.id, "cancelled"),
    reopen: set(waiting, "pending"),
    refund: () =>
      refundLines(ports, admin, delivered.id, {
        key: randomUUID(),
        lines: [{ lineId, quantity: 1 }],
        extra: 0,
        reason: "a test",
      }),
    note: () => addNote(ports, admin, underWay, { key: randomUUID(), text: "called" }),
    askReturn: () => requestReturn(ports, buyer, delivered.id, aReturnWish([{ lineId, quantity: 1 }])),
    approve: decide({ do: "approve", answer: "" }),
    reject: decide({ do: "reject", reason: "worn" }),
    receive: decide({ do: "receive", conditions: { [lineId]: "restocked" } }),
    review: () =>
      writeReview(ports, buyer, {
        orderId: delivered.id,
        lineId,
        rating: 4,
        comment: "Good cloth, true to size",
        displayName: null,
        fit: null,
      }),
    adjustStock: async () => {
      const { rows } = await db.execute(sql`select stock from variant where id = ${shirt.variantId}`);
      const expected = String(rows[0]?.stock ?? 0);
      return adjustStock(ports, admin, {
        variantId: shirt.variantId,
        delta: "-1",
        expected,
        reason: "counted",
      });
    },
    bulkStock: () =>
      changeInBulk(ports, admin, [shirt.productId, other.productId], { kind: "stock", step: 1 }),
    bulkPrice: () =>
      changeInBulk(ports, admin, [other.productId, shirt.productId], { kind: "percent", percent: 5 }),
    deleteProduct: () => deleteProduct(ports, admin, doomed.productId),
    expire: async () => {
      await db.execute(sql`
        update reservation set expires_at = now() - interval '1 second'
        where order_id = ${waiting} and state = 'active'`);
      return releaseExpiredReservations(ports, someJob);
    },
    jobs: () => shop.runDue(),
    demoteOne: () => changeRole(ports, admins[0].id, "user"),
    demoteOther: () => changeRole(ports, admins[1].id, "user"),
  };
}
