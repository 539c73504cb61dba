import fc from "fast-check";
import { expect, test } from "vitest";
import { type OrderStatus, orderStatuses, type PaymentMethod } from "../orders.ts";
import { type Disposition, dispositions, requiredStock, type StockFacts } from "./required-stock.ts";

const line = { id: "line", variantId: "shirt", quantity: 3 };

function required(
  over: Partial<StockFacts>,
  ...response: [Disposition, number, StockFacts["dispositions"][0]["cause"]][]
) {
  const facts: StockFacts = {
    status: "pending",
    method: "cod",
    placed: true,
    paid: false,
    cancelledFrom: null,
    partSent: false,
    reserved: false,
    lines: [line],
    dispositions: response.map(([disposition, quantity, cause]) => ({
      lineId: "line",
      disposition,
      quantity,
      cause,
    })),
    ...over,
  };
  const { reserved, out, damaged, lost } = requiredStock(facts).get("shirt") ?? {
    reserved: 0,
    out: 0,
    damaged: 0,
    lost: 0,
  };
  return [reserved, out, damaged, lost];
}

/** Every status, method and state of payment, without returns: [reserved, out]. */
const table: [
  OrderStatus,
  PaymentMethod,
  { paid?: boolean; reserved?: boolean; from?: OrderStatus },
  number,
  number,
][] = [
  ["pending", "cod", {}, 0, 3],
  ["pending", "whatsapp", {}, 0, 3],
  ["pending", "online", { reserved: true }, 3, 0],
  ["pending", "online", {}, 0, 0],
  ["pending", "online", { paid: true, reserved: true }, 0, 3],
  ["confirmed", "online", {}, 0, 3],
  ["processing", "online", {}, 0, 3],
  ["shipped", "online", {}, 0, 3],
  ["delivered", "online", {}, 0, 3],
  ["shipped", "cod", {}, 0, 3],
  ["cancelled", "cod", { from: "pending" }, 0, 0],
  ["cancelled", "online", { from: "processing", paid: true }, 0, 0],
  // Shipped, and no unit is reported as returned: all are out.
  ["cancelled", "cod", { from: "shipped" }, 0, 3],
  ["cancelled", "cod", { from: "delivered" }, 0, 3],
];

test.each(table)(
  "%s, %s, %o: %i reserved, %i out of stock",
  (status, method, { paid, reserved: hasReservation, from }, reserved, out) => {
    const facts = {
      status,
      method,
      paid: paid ?? false,
      reserved: hasReservation ?? false,
      cancelledFrom: from ?? null,
    };
    expect(required(facts)).toEqual([reserved, out, 0, 0]);
  },
);

test("an order that is only prepared holds its units, and never takes them out of stock", () => {
  expect(required({ placed: false, method: "whatsapp", reserved: true })).toEqual([3, 0, 0, 0]);
  expect(required({ placed: false, method: "whatsapp" })).toEqual([0, 0, 0, 0]);
});

test("units that were returned and restocked stay in stock in every status", () => {
  const back: [Disposition, number, "return"] = ["restocked", 2, "return"];
  for (const status of orderStatuses.filter((one) => one !== "cancelled"))
    expect(required({ status }, back)).toEqual([0, 1, 0, 0]);
  expect(required({ status: "cancelled", cancelledFrom: "processing" }, back)).toEqual([0, 0, 0, 0]);
  expect(required({ status: "cancelled", cancelledFrom: "delivered" }, back)).toEqual([0, 1, 0, 0]);
});

test("units that were written off stay out, also when the order is cancelled before it ships again", () => {
  const gone: [Disposition, number, "return"] = ["damaged", 1, "return"];
  expect(required({ status: "delivered" }, gone)).toEqual([0, 3, 1, 0]);
  expect(required({ status: "cancelled", cancelledFrom: "processing" }, gone)).toEqual([0, 1, 1, 0]);
});

test("cancelling after shipping applies the outcome of each unit, but only while the order is cancelled", () => {
  const response: [Disposition, number, "cancellation"][] = [
    ["restocked", 1, "cancellation"],
    ["damaged", 1, "cancellation"],
    ["lost", 1, "cancellation"],
  ];
  expect(required({ status: "cancelled", cancelledFrom: "shipped" }, ...response)).toEqual([0, 2, 1, 1]);
  expect(required({ status: "shipped", cancelledFrom: "shipped" }, ...response)).toEqual([0, 3, 0, 0]);
});

test("an order of which one parcel was sent keeps what came back, and after its cancellation what staff say of the rest", () => {
  const back: [Disposition, number, "parcel"] = ["restocked", 1, "parcel"];
  expect(required({ status: "processing", partSent: true }, back)).toEqual([0, 2, 0, 0]);
  const cancelled = { status: "cancelled", cancelledFrom: "processing", partSent: true } as const;
  expect(required(cancelled, back, ["restocked", 2, "cancellation"])).toEqual([0, 0, 0, 0]);
  expect(required(cancelled, back, ["lost", 1, "cancellation"])).toEqual([0, 2, 0, 1]);
});

test("no quantity is negative or above what was ordered, and units written off are out", () => {
  const facts = fc.record({
    status: fc.constantFrom(...orderStatuses),
    method: fc.constantFrom<PaymentMethod>("cod", "online", "whatsapp"),
    placed: fc.boolean(),
    paid: fc.boolean(),
    reserved: fc.boolean(),
    partSent: fc.boolean(),
    cancelledFrom: fc.constantFrom(...orderStatuses, null),
    lines: fc.constant<StockFacts["lines"]>([line, { id: "other", variantId: "shirt", quantity: 2 }]),
    dispositions: fc.array(
      fc.record({
        lineId: fc.constantFrom("line", "other"),
        quantity: fc.integer({ min: 1, max: 5 }),
        disposition: fc.constantFrom(...dispositions),
        cause: fc.constantFrom(
          "return" as const,
          "refund" as const,
          "cancellation" as const,
          "parcel" as const,
        ),
      }),
      { maxLength: 6 },
    ),
  });
  fc.assert(
    fc.property(facts, (one) => {
      const { reserved, out, damaged, lost } = requiredStock(one).get("shirt") ?? {
        reserved: 9,
        out: 9,
        damaged: 9,
        lost: 9,
      };
      expect(Math.min(reserved, out, damaged, lost)).toBeGreaterThanOrEqual(0);
      expect(reserved + out).toBeLessThanOrEqual(5);
      expect(damaged + lost).toBeLessThanOrEqual(out);
      expect(reserved > 0 && out > 0).toBe(false);
    }),
  );
});
