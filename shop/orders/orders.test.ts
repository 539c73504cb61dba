import { expect, test } from "vitest";
import { estimatedArrival, type OrderStatus } from "./orders.ts";

const createdAt = new Date("2026-11-01T06:00:00Z");
const order = (status: OrderStatus, shippedAt?: string) => ({
  status,
  paymentStatus: "completed" as const,
  createdAt,
  deliveryDays: 6,
  parcels: [],
  events: shippedAt
    ? [
        {
          at: new Date(shippedAt),
          kind: "status" as const,
          from: "processing",
          to: "shipped",
          actor: { kind: "system" as const, id: null, name: "" },
          note: null,
          remark: null,
        },
      ]
    : [],
});

test.each([
  ["pending", undefined, "2026-11-07T06:00:00Z"],
  ["processing", undefined, "2026-11-05T06:00:00Z"],
  ["shipped", "2026-11-02T06:00:00Z", "2026-11-03T06:00:00Z"],
  // Shipped after the date of the specification's rule.
  ["shipped", "2026-11-09T06:00:00Z", "2026-11-11T06:00:00Z"],
] as const)("a %s order that shipped at %s arrives by %s", (status, shippedAt, arrival) => {
  expect(estimatedArrival(order(status, shippedAt))).toEqual(new Date(arrival));
});

test.each([
  ["pending", 12, "2026-11-13T06:00:00Z"],
  ["processing", 12, "2026-11-09T06:00:00Z"],
  ["shipped", 12, "2026-11-05T06:00:00Z"],
  ["shipped", 2, "2026-11-02T06:00:00Z"],
  ["pending", 0, "2026-11-01T06:00:00Z"],
] as const)("a %s order that was promised in %i days arrives by %s", (status, deliveryDays, arrival) => {
  expect(estimatedArrival({ ...order(status), deliveryDays })).toEqual(new Date(arrival));
});

test.each([
  [["undelivered"], true],
  [["returning"], false],
  [["delivered", "returning"], false],
  [["lost", "sent"], true],
] as const)("a shipped order with parcels that are %s is expected to arrive: %s", (states, arrives) => {
  const parcels = states.map((state) => ({ state }));
  expect(estimatedArrival({ ...order("shipped"), parcels }) !== null).toBe(arrives);
});

test.each([
  ["pending", "failed", false],
  ["pending", "pending", true],
  ["shipped", "failed", true],
] as const)("a %s order whose payment is %s is expected to arrive: %s", (status, paymentStatus, arrives) => {
  expect(estimatedArrival({ ...order(status), paymentStatus }) !== null).toBe(arrives);
});
