import fc from "fast-check";
import { expect, test } from "vitest";
import { anAmount, holds } from "../../../test/support/money/money-cases.ts";
import { lineRefund } from "./refund-of-line.ts";

/** Any order line, and the units that are returned, one parcel after the other. */
const returned = fc
  .record({
    unit: anAmount,
    quantity: fc.integer({ min: 1, max: 10 }),
    off: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .chain(({ unit, quantity, off }) =>
    fc.record({
      line: fc.constant({ quantity, total: unit * quantity, discount: Math.floor(unit * quantity * off) }),
      parcels: fc.array(fc.integer({ min: 1, max: quantity }), { maxLength: 10 }),
    }),
  );

test("three shirts for 100.00 together are refunded as 33.33, 33.34 and 33.33", () => {
  const line = { quantity: 3, total: 120_00, discount: 20_00 };
  expect([0, 1, 2].map((before) => lineRefund(line, before, 1))).toEqual([33_33, 33_34, 33_33]);
  expect(lineRefund(line, 0, 3)).toBe(100_00);
});

test("more units than were bought, or a negative number of them, throw a RangeError", () => {
  const line = { quantity: 2, total: 200_00, discount: 0 };
  expect(() => lineRefund(line, 1, 2)).toThrow(RangeError);
  expect(() => lineRefund(line, -1, 1)).toThrow(RangeError);
  expect(() => lineRefund(line, 0, -1)).toThrow(RangeError);
});

test("any sequence of parcels refunds the paid amount in the end, never more before and never a negative part", () => {
  holds(
    fc.property(returned, ({ line, parcels }) => {
      const paid = line.total - line.discount;
      let before = 0;
      let back = 0;
      for (const wanted of [...parcels, line.quantity]) {
        const units = Math.min(wanted, line.quantity - before);
        const part = lineRefund(line, before, units);
        expect(Number.isInteger(part) && part >= 0).toBe(true);
        before += units;
        back += part;
        expect(back).toBeLessThanOrEqual(paid);
      }
      expect(back).toBe(paid);
    }),
  );
});
