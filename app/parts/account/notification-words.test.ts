import { expect, test } from "vitest";
import { notificationWords } from "./notification-words.ts";

const order = {
  order: "12345678-0000-4000-8000-000000000000",
  amount: 129_900,
  online: true,
  paid: false,
};
const older = { title: null, text: "" };

test.each([
  [{ code: "paid", ...order }, "We have received your payment.", "₹1,299.00 and are now packing"],
  [{ code: "placed", ...order }, "Thank you for your order.", "waiting for your payment"],
  [{ code: "placed", ...order, online: false }, "Thank you for your order.", "ready for the courier"],
  [
    { code: "shipped", ...order, products: "Maroon Festive Kurta and 2 more" },
    "Your order is on its way.",
    "Order 12345678, Maroon Festive Kurta and 2 more. ",
  ],
  [{ code: "cancelled", ...order, paid: true }, "Your order has been cancelled.", "refunding what you paid"],
  [
    { code: "return-requested", ...order, kind: "exchange", items: "1 × Tee (size M)" },
    "We have received your request.",
    "Exchange of 1 × Tee (size M). We will review it",
  ],
  [
    { code: "return-approved", ...order, items: "1 × Tee", answer: "" },
    "Your request has been approved.",
    "We take back 1 × Tee. Please pack it with its tags.",
  ],
  [
    { code: "exchange-shipped", ...order, items: "1 × Tee (size L)", by: "Blue Dart 12" },
    "Your exchange is on its way.",
    "We have sent 1 × Tee (size L). It comes with Blue Dart 12.",
  ],
  [{ code: "two-step-off" }, "Two-step login was turned off", ""],
  [{ code: "points-earned", points: 3 }, "points earned", ""],
  [{ code: "paid" }, "paid", ""],
  ["?", "News about your account", ""],
])("%j is shown with the title %s", (message, title, text) => {
  const words = notificationWords({ message, ...older });
  expect(words.title).toBe(title);
  expect(words.text).toContain(text);
});

test("a notification that an older version stored as text is shown unchanged", () => {
  expect(notificationWords({ message: null, title: "Welcome", text: "Hello" })).toEqual({
    title: "Welcome",
    text: "Hello",
  });
});
