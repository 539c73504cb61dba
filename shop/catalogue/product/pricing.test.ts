import fc from "fast-check";
import { expect, test } from "vitest";
import { anAmount, holds } from "../../../test/support/money/money-cases.ts";
import { anyVariant, cheapestAsked, priceOf } from "../pricing.ts";

const prices = fc.record({ price: anAmount, originalPrice: fc.option(anAmount) });
const offer = fc.option(fc.integer({ min: 1, max: 100 }));

test("without an MRP and an offer the price is paid and nothing is struck through", () => {
  expect(priceOf({ price: 649_00, originalPrice: null }, null)).toEqual({
    paid: 649_00,
    struck: null,
    percentOff: null,
  });
});

test("a higher MRP is struck through and the percentage is rounded", () => {
  expect(priceOf({ price: 479_00, originalPrice: 799_00 }, null)).toEqual({
    paid: 479_00,
    struck: 799_00,
    percentOff: 40,
  });
});

test("an MRP that is not higher is not struck through", () => {
  expect(priceOf({ price: 500_00, originalPrice: 500_00 }, null).struck).toBeNull();
  expect(priceOf({ price: 500_00, originalPrice: 400_00 }, null).struck).toBeNull();
});

test("the discount of an offer is taken off the MRP and the result rounded to rupees", () => {
  expect(priceOf({ price: 900_00, originalPrice: 999_00 }, 25)).toEqual({
    paid: 749_00,
    struck: 999_00,
    percentOff: 25,
  });
});

test("without an MRP the discount is taken off the price, which is then struck through", () => {
  expect(priceOf({ price: 555_00, originalPrice: null }, 10)).toEqual({
    paid: 500_00,
    struck: 555_00,
    percentOff: 10,
  });
});

test("an offer that would give more than the price leaves the price unchanged", () => {
  expect(priceOf({ price: 479_00, originalPrice: 799_00 }, 10).paid).toBe(479_00);
});

test("the amount paid is whole paise from 0 to the price, and the percentage is between 0 and 100", () => {
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

test("a higher discount never gives a higher price", () => {
  holds(
    fc.property(prices, fc.integer({ min: 1, max: 99 }), (one, percent) => {
      expect(priceOf(one, percent + 1).paid).toBeLessThanOrEqual(priceOf(one, percent).paid);
    }),
  );
});

test("a discounted price is in whole rupees, at most half a rupee from the exact percentage", () => {
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

test("a list's price is the cheapest of the asked sizes and colours, in stock before sold out", () => {
  const variant = (size: string, colour: string, paid: number, inStock = true) => ({
    size,
    colour,
    inStock,
    price: { paid, struck: null, percentOff: null },
  });
  const variants = [
    variant("S", "red", 400_00),
    variant("L", "red", 500_00, false),
    variant("L", "blue", 600_00),
    variant("XL", "blue", 700_00),
  ];
  const asked = (filters: Partial<typeof anyVariant>) => {
    const found = cheapestAsked(variants, { ...anyVariant, ...filters });
    return found && [found.variant.price.paid, found.pricesDiffer];
  };
  expect(asked({})).toEqual([400_00, true]);
  expect(asked({ sizes: ["L"] })).toEqual([600_00, false]);
  expect(asked({ sizes: ["L"], colours: ["red"] })).toEqual([500_00, false]);
  expect(asked({ sizes: ["L", "XL"] })).toEqual([600_00, true]);
  expect(asked({ colours: ["blue"] })).toEqual([600_00, true]);
  expect(asked({ sizes: ["XS"] })).toBeNull();
  expect(asked({ from: 600_00 })).toEqual([600_00, true]);
  expect(asked({ to: 500_00 })).toEqual([400_00, false]);
  expect(asked({ minDiscount: 10 })).toBeNull();
});
