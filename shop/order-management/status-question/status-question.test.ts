import { expect, test } from "vitest";
import { type AskedOrder, needsReason, statusQuestion } from "../status-question.ts";

const paid: AskedOrder = {
  status: "confirmed",
  method: "online",
  paid: true,
  paymentStatus: "completed",
  total: 500_00,
  advance: 0,
  received: 500_00,
  untaxed: false,
  parcels: [],
  refundable: 500_00,
};
const sent: AskedOrder = { ...paid, status: "shipped", refundable: 900_00 };
const unpaid: AskedOrder = { ...paid, status: "pending", paid: false, paymentStatus: "pending", received: 0 };

test("of many orders only those are counted and their refunds added up that will be cancelled", () => {
  const question = statusQuestion([paid, paid, sent], "cancelled");
  expect(question).toMatchObject({ orders: 2, refund: { orders: 2, amount: 1_000_00 } });
  expect(question && needsReason(question)).toBe(false);
});

test("where none of many would change nothing is asked: each is named with its reason instead", () => {
  expect(statusQuestion([sent, sent], "cancelled")).toBeNull();
  expect(statusQuestion([unpaid, unpaid], "shipped")).toBeNull();
  expect(statusQuestion([unpaid, sent], "shipped")).toBeNull();
  expect(statusQuestion([paid, paid], "confirmed")).toBeNull();
});

test("a reason is asked for those that change, not for those that are left", () => {
  const mixed = statusQuestion([unpaid, paid], "shipped");
  expect(mixed).toMatchObject({ orders: 1, prompts: { unpaid: 1 } });
  expect(mixed && needsReason(mixed)).toBe(false);
  const backwards = statusQuestion([paid, sent], "pending");
  expect(backwards).toMatchObject({ orders: 2, prompts: { backwards: 2 } });
  expect(backwards && needsReason(backwards)).toBe(true);
});

test("a single order is asked about whatever stands in its way", () => {
  const alone = statusQuestion([sent], "cancelled");
  expect(alone).toMatchObject({ orders: 1, refund: { amount: 900_00 }, prompts: { "cancel-sent": 1 } });
  expect(alone && needsReason(alone)).toBe(true);
  expect(statusQuestion([unpaid], "shipped")).toMatchObject({ orders: 1, prompts: { unpaid: 1 } });
});
