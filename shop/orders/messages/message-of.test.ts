import { afterAll, expect, test } from "vitest";
import { anOrder } from "../../../test/support/ordered/placed-orders.server.ts";
import { aBuyer } from "../../../test/support/orders.server.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { filledText } from "../../notifications/phone/template-text.ts";
import type { NotificationParameters, OrderNotification } from "../order-emails.ts";
import { shortId } from "../orders.ts";
import { messageOf } from "./message-of.ts";

const shop = await testShop();
afterAll(shop.dispose);
const order = await anOrder(shop, await aBuyer(shop));
const id = shortId(order.id);

const said = (notification: OrderNotification, more: NotificationParameters = {}, of = order) => {
  const { kind, variables } = messageOf("https://s.example", of, notification, more);
  return filledText(kind, variables, "Shop").replace(/ (See|Track|Tell|Try).*/, "");
};

test("a return, an exchange and their refunds are told with their state and amount", () => {
  expect(said("return-requested", { kind: "exchange" })).toBe(
    `Your exchange request for order ${id} has been received.`,
  );
  expect(said("return-rejected", { kind: "return" })).toBe(
    `Your return request for order ${id} has been declined.`,
  );
  expect(said("refund-started", { amount: 49_950 })).toBe(
    `Your refund of Rs. 499 and 50 paise for order ${id} has been initiated.`,
  );
  expect(said("refunded", { amount: 49_900 })).toBe(
    `Your refund of Rs. 499 for order ${id} has been completed.`,
  );
  expect(said("exchange-shipped", { by: "Blue Dart 42" })).toBe(
    `Your exchange for order ${id} is on its way with Blue Dart 42.`,
  );
});

test("a refund of cash asks where to send it, with the form's address", () => {
  const { kind, variables } = messageOf("https://s.example", order, "refund-started", { askPayout: true });
  expect(filledText(kind, variables, "Shop")).toContain(
    `here: https://s.example/orders/${order.id}/payout - Shop`,
  );
});

test.each([
  [null, null, "our courier"],
  ["DTDC", "A-1/2", "DTDC A 1 2"],
  ["A courier with a very long name", "12345678901234", "our courier"],
])("the parcel of %j %j is named within the rules of variables", (courier, trackingNumber, named) => {
  expect(said("shipped", {}, { ...order, courier, trackingNumber })).toBe(
    `Your order ${id} is on its way with ${named}.`,
  );
});
