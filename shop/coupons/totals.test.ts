import fc from "fast-check";
import { expect, test } from "vitest";
import { anAmount, holds } from "../../test/support/money/money-cases.ts";
import { allocate, couponDiscount, minimumTotal } from "./totals.ts";

const flat100 = { kind: "flat", value: 100_00, minOrder: 0, maxDiscount: null } as const;
const half = { kind: "percent", value: 50, minOrder: 0, maxDiscount: null } as const;

const cap = fc.option(anAmount);
const rule = fc.oneof(
  fc.record({
    kind: fc.constant("flat" as const),
    value: anAmount,
    minOrder: fc.constant(0),
    maxDiscount: cap,
  }),
  fc.record({
    kind: fc.constant("percent" as const),
    value: fc.integer({ min: 1, max: 100 }),
    minOrder: fc.nat(100_000_00),
    maxDiscount: cap,
  }),
);
const parts = fc.array(fc.nat(100_000_00), { minLength: 1, maxLength: 20 });
const shared = parts.chain((some) =>
  fc.record({ some: fc.constant(some), amount: fc.nat(some.reduce((all, part) => all + part, 0)) }),
);

test("a flat coupon takes off its value, a percent coupon its percentage of the subtotal", () => {
  expect(couponDiscount(flat100, 499_00)).toBe(100_00);
  expect(couponDiscount(half, 499_01)).toBe(249_51);
});

test("a coupon takes nothing off below its minimum order, and its full discount at the minimum", () => {
  const rule = { ...flat100, minOrder: 500_00 };
  expect(couponDiscount(rule, 499_99)).toBe(0);
  expect(couponDiscount(rule, 500_00)).toBe(100_00);
});

test("the discount of a percent coupon is limited to its cap", () => {
  expect(couponDiscount({ ...half, maxDiscount: 150_00 }, 1_000_00)).toBe(150_00);
});

test("a coupon always leaves at least one rupee to pay", () => {
  expect(couponDiscount({ ...half, value: 100 }, 499_00)).toBe(498_00);
  expect(couponDiscount(flat100, 60)).toBe(0);
});

test("a discount is whole paise, never negative, never above its cap, and leaves something to pay", () => {
  holds(
    fc.property(rule, anAmount, (coupon, subtotal) => {
      const off = couponDiscount(coupon, subtotal);
      expect(Number.isInteger(off) && off >= 0).toBe(true);
      expect(off).toBeLessThanOrEqual(coupon.maxDiscount ?? off);
      if (off > 0) expect(subtotal - off).toBeGreaterThanOrEqual(minimumTotal);
    }),
  );
});

test("a larger subtotal never gets a smaller discount", () => {
  holds(
    fc.property(rule, anAmount, anAmount, (coupon, one, more) => {
      expect(couponDiscount(coupon, one + more)).toBeGreaterThanOrEqual(couponDiscount(coupon, one));
    }),
  );
});

test("leftover paise go to the largest remainders, to the first of equal ones", () => {
  expect(allocate(100, [1_00, 1_00, 1_00])).toEqual([34, 33, 33]);
  expect(allocate(10, [1_00, 2_00])).toEqual([3, 7]);
  expect(allocate(0, [0, 0])).toEqual([0, 0]);
});

test("the shares sum exactly to the amount, and none is negative or above its part", () => {
  holds(
    fc.property(shared, ({ some, amount }) => {
      const shares = allocate(amount, some);
      expect(shares).toHaveLength(some.length);
      expect(shares.reduce((all, share) => all + share, 0)).toBe(amount);
      const fits = (share: number, index: number) =>
        Number.isInteger(share) && share >= 0 && share <= (some[index] ?? 0);
      expect(shares.every(fits)).toBe(true);
    }),
  );
});

test("every share is within a paisa of its exact proportion", () => {
  holds(
    fc.property(shared, ({ some, amount }) => {
      const sum = some.reduce((all, part) => all + part, 0);
      allocate(amount, some).forEach((share, index) => {
        if (sum > 0) expect(Math.abs(share - ((some[index] ?? 0) * amount) / sum)).toBeLessThan(1.000_001);
      });
    }),
  );
});
