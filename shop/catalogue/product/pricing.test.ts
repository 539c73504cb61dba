import fc from "fast-check";
import { expect, test } from "vitest";
import { anAmount, holds } from "../../../test/support/money/money-cases.ts";
import { priceOf } from "../pricing.ts";

const prices = fc.record({ price: anAmount, originalPrice: fc.option(anAmount) });
const offer = fc.option(fc.integer({ min: 1, max: 100 }));

test("without MRP and offer the price is paid and nothing is struck", () => {
  expect(priceOf({ price: 649_00, originalPrice: null }, null)).toEqual({
    paid: 649_00,
    struck: null,
    percentOff: null,
  });
});

test("a higher MRP is struck and the percent is rounded", () => {
  expect(priceOf({ price: 479_00, originalPrice: 799_00 }, null)).toEqual({
    paid: 479_00,
    struck: 799_00,
    percentOff: 40,
  });
});

test("an MRP that is not higher is not struck", () => {
  expect(priceOf({ price: 500_00, originalPrice: 500_00 }, null).struck).toBeNull();
  expect(priceOf({ price: 500_00, originalPrice: 400_00 }, null).struck).toBeNull();
});

test("an offer is taken off the MRP and rounded to rupees", () => {
  expect(priceOf({ price: 900_00, originalPrice: 999_00 }, 25)).toEqual({
    paid: 749_00,
    struck: 999_00,
    percentOff: 25,
  });
});

test("an offer without an MRP is taken off the price, which is then struck", () => {
  expect(priceOf({ price: 555_00, originalPrice: null }, 10)).toEqual({
    paid: 500_00,
    struck: 555_00,
    percentOff: 10,
  });
});

test("an offer on the MRP that comes out dearer than the price leaves the price", () => {
  expect(priceOf({ price: 479_00, originalPrice: 799_00 }, 10).paid).toBe(479_00);
});

test("never above the price, never negative, never a fraction, percent between 0 and 100", () => {
  holds(
    fc.property(prices, offer, (one, percent) => {
      const { paid, struck, percentOff } = priceOf(one, percent);
      expect(paid).toBeLessThanOrEqual(one.price);
      expect(paid).toBeGreaterThanOrEqual(0);
      expect(Number.isInteger(paid)).toBe(true);
      expect(struck === null).toBe(percentOff === null);
      if (struck !== null && percentOff !== null) {
        expect(struck).toBeGreaterThan(paid);
        expect(percentOff).toBeGreaterThanOrEqual(0);
        expect(percentOff).toBeLessThanOrEqual(100);
      }
    }),
  );
});

test("a higher offer never costs more", () => {
  holds(
    fc.property(prices, fc.integer({ min: 1, max: 99 }), (one, percent) => {
      expect(priceOf(one, percent + 1).paid).toBeLessThanOrEqual(priceOf(one, percent).paid);
    }),
  );
});

test("an offer that lowers the price ends at whole rupees, at most half a rupee from its percent", () => {
  holds(
    fc.property(prices, fc.integer({ min: 1, max: 100 }), (one, percent) => {
      const { paid } = priceOf(one, percent);
      const exact = ((one.originalPrice ?? one.price) * (100 - percent)) / 100;
      if (paid < one.price) {
        expect(paid % 100).toBe(0);
        expect(Math.abs(paid - exact)).toBeLessThanOrEqual(50);
      }
    }),
  );
});
