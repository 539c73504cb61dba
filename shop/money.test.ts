import fc from "fast-check";
import { expect, test } from "vitest";
import {
  amountFault,
  amountInWords,
  grouped,
  percentOf,
  plural,
  readRupees,
  roundPaise,
  rupees,
  rupeesExact,
} from "./money.ts";

test("totals have two decimals and Indian grouping", () => {
  expect(rupeesExact(123_456_750)).toBe("₹12,34,567.50");
  expect(rupeesExact(0)).toBe("₹0.00");
});

test("cards show whole rupees, and paise only when there are any", () => {
  expect(rupees(134_900)).toBe("₹1,349");
  expect(rupees(134_950)).toBe("₹1,349.50");
});

test("any amount is formatted as Intl formats it for India", () => {
  const exact = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
  const whole = new Intl.NumberFormat("en-IN", {
    style: "currency",
    currency: "INR",
    maximumFractionDigits: 0,
  });
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (amount) => {
      expect(rupeesExact(amount)).toBe(exact.format(amount / 100));
      expect(rupees(amount)).toBe((amount % 100 === 0 ? whole : exact).format(amount / 100));
    }),
  );
});

test("half a unit rounds up", () => {
  expect(roundPaise(149_949.5)).toBe(149_950);
  expect(roundPaise(149_950, 100)).toBe(150_000);
  expect(roundPaise(149_949, 100)).toBe(149_900);
});

test("a percentage of an amount is rounded half up to its unit", () => {
  expect(percentOf(1_050, 90)).toBe(945);
  expect(percentOf(1_005, 10)).toBe(101);
  expect(percentOf(79_900, 85, 100)).toBe(67_900);
  expect(percentOf(79_900, 150, 100)).toBe(119_900);
});

test("rounding changes an amount by at most half a unit, to a multiple of the unit", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.constantFrom(1 as const, 100 as const),
      (amount, unit) => {
        const rounded = roundPaise(amount, unit);
        expect(rounded % unit).toBe(0);
        expect(Math.abs(rounded - amount)).toBeLessThanOrEqual(unit / 2);
      },
    ),
  );
});

test("digits above the thousands are grouped in twos", () => {
  expect([0, 999, 1_000, 12_345, 123_456, 12_34_567, -1_234].map(grouped)).toEqual([
    "0",
    "999",
    "1,000",
    "12,345",
    "1,23,456",
    "12,34,567",
    "-1,234",
  ]);
});

test("any whole number is formatted as Intl formats it for India", () => {
  const intl = new Intl.NumberFormat("en-IN");
  const property = fc.property(fc.maxSafeInteger(), (whole) => {
    expect(grouped(whole)).toBe(intl.format(whole));
  });
  fc.assert(property);
});

test("a count of one uses the singular", () => {
  expect([0, 1, 2, 1_200].map((count) => plural(count, "buyer"))).toEqual([
    "0 buyers",
    "1 buyer",
    "2 buyers",
    "1,200 buyers",
  ]);
  expect(plural(2, "category", "categories")).toBe("2 categories");
});

test("an amount has a comma only where Indian or Western grouping has one", () => {
  const read = (typed: string[]) => typed.map(readRupees);
  expect(read(["1299", "1,299", "₹ 1,29,900.50", "129,900.5", "12,34,567", "1,234,567"])).toEqual([
    129_900, 129_900, 12_990_050, 12_990_050, 123_456_700, 123_456_700,
  ]);
  const odd = [
    "1299,00",
    "1,2,9,9",
    "12,99",
    ",299",
    "1,299,",
    "1299,000",
    "1,29,90",
    "1.299,00",
    "12 99",
    "1e3",
    "",
  ];
  expect(read(odd)).toEqual(odd.map(() => null));
});

test("an amount in words, as India counts", () => {
  expect(amountInWords(0)).toBe("Rupees zero only");
  expect(amountInWords(1_299_50)).toBe("Rupees one thousand two hundred ninety-nine and fifty paise only");
  expect(amountInWords(1_00_000_00)).toBe("Rupees one lakh only");
  expect(amountInWords(12_34_56_789_01)).toBe(
    "Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine and one paise only",
  );
  expect(amountInWords(20_00_015_00)).toBe("Rupees twenty lakh fifteen only");
});

test.each([
  ["99999999999", undefined, "At most ₹9,99,99,99,999."],
  ["₹ 12,34,56,78,90,123.50", undefined, "At most ₹9,99,99,99,999."],
  ["10000001", 1_000_000_000, "At most ₹1,00,00,000."],
  ["10000000", 1_000_000_000, "Please."],
  ["1299,50", undefined, "Paise come after a point: 1299.50, not 1299,50."],
  ["cheap", undefined, "Please."],
])("what is said of the refused amount %s", (typed, most, said) => {
  expect(amountFault(typed, "Please.", most)).toBe(said);
});
