import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paiseOf, Rupees, readExact, writeExact } from "./exact-json.ts";

const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

test("an amount is written with two decimals and read back as the same paise", () => {
  fc.assert(
    fc.property(amounts, (paise) => {
      const read = readExact(writeExact({ order_amount: new Rupees(paise) }));
      expect(read).toEqual({ order_amount: expect.stringMatching(/^\d+\.\d\d$/) });
      expect(paiseOf(new Rupees(paise).text)).toBe(paise);
    }),
  );
});

test.each([
  ["170", 17_000],
  ["170.5", 17_050],
  ["170.00", 17_000],
  ["170.5000", 17_050],
  ["0.01", 1],
  ["1349.99", 134_999],
  ["90071992547409.91", Number.MAX_SAFE_INTEGER],
])("%s rupees are %i paise", (text, paise) => expect(paiseOf(text)).toBe(paise));

test.each(["170.005", "-1", "1e2", "", "1.", ".5", "1,000", "90071992547409.92", "NaN", " 1"])(
  "'%s' is refused as an amount",
  (text) => expect(paiseOf(text)).toBeNull(),
);

test("half a paisa and a negative amount cannot be sent", () => {
  expect(() => new Rupees(0.5)).toThrow();
  expect(() => new Rupees(-1)).toThrow();
});

describe("reading and writing", () => {
  test("numbers keep all their digits, also ids too long for a JavaScript number", () => {
    expect(readExact('{"a":170.00,"b":[14567890123456789012],"c":"1","d":null}')).toEqual({
      a: "170.00",
      b: ["14567890123456789012"],
      c: "1",
      d: null,
    });
  });

  test("all other values are written as JSON.stringify writes them", () => {
    const value = { a: 'a "quoted" @170.50', b: [1, true, null], c: { d: "₹" }, e: undefined };
    expect(writeExact(value)).toBe(JSON.stringify(value));
  });

  test("text that is not JSON throws", () => expect(() => readExact("{")).toThrow(SyntaxError));
});

test("what the database cannot store is left out of a gateway's texts", () => {
  expect(readExact(String.raw`{"message":"no\u0000 \ud83d","amount":1.50}`)).toEqual({
    message: "no ",
    amount: "1.50",
  });
});
