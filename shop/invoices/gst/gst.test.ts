import fc from "fast-check";
import { expect, test } from "vitest";
import { anAmount, holds } from "../../../test/support/money/money-cases.ts";
import { states } from "../../accounts/person/formats.ts";
import { gstRate } from "./rates.ts";
import { splitTax } from "./split-tax.ts";
import { stateNamed, stateOfGstin, stateTaxName } from "./states.ts";

const now = new Date("2026-11-21T06:00:00Z");
const lastOldDay = new Date("2025-09-21T18:29:59Z");
const firstNewDay = new Date("2025-09-21T18:30:00Z");
const one = (hsnCode: string | null, paid: number, quantity = 1) => ({ hsnCode, paid, quantity });

test("a T-shirt for up to 2,500 a piece is at 5 %, a dearer one at 18 %", () => {
  expect(gstRate(one("6109", 2_500_00), now)).toBe(5);
  expect(gstRate(one("6109", 2_500_01), now)).toBe(18);
  expect(gstRate(one("6109", 7_500_00, 3), now)).toBe(5);
  expect(gstRate(one("6109", 7_500_01, 3), now)).toBe(18);
});

test("the rates changed at midnight in India of 22 September 2025", () => {
  expect(gstRate(one("6205", 1_499_00), lastOldDay)).toBe(12);
  expect(gstRate(one("6205", 999_00), lastOldDay)).toBe(5);
  expect(gstRate(one("6205", 1_499_00), firstNewDay)).toBe(5);
  expect(gstRate(one("6404", 999_00), lastOldDay)).toBe(12);
  expect(gstRate(one("6404", 999_00), firstNewDay)).toBe(5);
  expect(gstRate(one("6404", 999_00), new Date("2021-12-31T12:00:00Z"))).toBe(5);
});

test.each([
  ["6403", 2_499_00, 5],
  ["6403", 2_999_00, 18],
  ["6505", 499_00, 5],
  ["65061090", 1_499_00, 18],
  ["7117", 299_00, 3],
  ["9004", 999_00, 18],
  ["4202", 1_299_00, 18],
  ["42022220", 499_00, 5],
  ["4203", 799_00, 18],
  ["9102", 1_999_00, 18],
  ["9615", 99_00, 5],
  ["8517", 999_00, 18],
  [null, 999_00, 18],
])("HSN %s for %i paise is at %i percent", (hsnCode, paid, rate) => {
  expect(gstRate(one(hsnCode, paid), now)).toBe(rate);
});

test("the tax is taken out of the price, and an odd paisa of it is the centre's", () => {
  expect(splitTax(499_00, 5, { sameState: true })).toEqual({
    taxable: 475_24,
    cgst: 11_88,
    sgst: 11_88,
    igst: 0,
  });
  expect(splitTax(500_00, 5, { sameState: true })).toEqual({
    taxable: 476_19,
    cgst: 11_91,
    sgst: 11_90,
    igst: 0,
  });
  expect(splitTax(500_00, 5, { sameState: false })).toEqual({
    taxable: 476_19,
    cgst: 0,
    sgst: 0,
    igst: 23_81,
  });
});

const rate = fc.constantFrom(3, 5, 12, 18);

test("the parts are together what was paid, none negative, and the halves a paisa apart at most", () => {
  holds(
    fc.property(anAmount, rate, fc.boolean(), (amount, percent, sameState) => {
      const { taxable, cgst, sgst, igst } = splitTax(amount, percent, { sameState });
      expect(taxable + cgst + sgst + igst).toBe(amount);
      expect([taxable, cgst, sgst, igst].every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
      expect(cgst - sgst === 0 || cgst - sgst === 1).toBe(true);
      expect(sameState ? igst : cgst).toBe(0);
      expect(Math.abs((taxable * percent) / 100 - (amount - taxable))).toBeLessThanOrEqual(1);
    }),
  );
});

test("more paid is never less of any part", () => {
  holds(
    fc.property(anAmount, fc.nat(1_000_00), rate, fc.boolean(), (amount, more, percent, sameState) => {
      const less = splitTax(amount, percent, { sameState });
      const whole = splitTax(amount + more, percent, { sameState });
      for (const part of ["taxable", "cgst", "sgst", "igst"] as const)
        expect(whole[part]).toBeGreaterThanOrEqual(less[part]);
    }),
  );
});

test("a higher rate is never less tax", () => {
  holds(
    fc.property(anAmount, fc.integer({ min: 0, max: 39 }), (amount, percent) => {
      const within = { sameState: false };
      expect(splitTax(amount, percent + 1, within).igst).toBeGreaterThanOrEqual(
        splitTax(amount, percent, within).igst,
      );
    }),
  );
});

test("every state of the address form has a code of its own, and a GSTIN tells it back", () => {
  const found = states.map(stateNamed);
  expect(new Set(found.map((state) => state?.code)).size).toBe(states.length);
  for (const state of found) expect(stateOfGstin(`${state?.code}AAACC1234D1Z5`)).toEqual(state);
  expect(stateNamed("Atlantis")).toBeNull();
  expect(stateNamed("constructor")).toBeNull();
});

test("the state's half has another name in Chandigarh than in Karnataka", () => {
  expect(stateTaxName({ code: "04", name: "Chandigarh" })).toBe("UTGST");
  expect(stateTaxName({ code: "29", name: "Karnataka" })).toBe("SGST");
});
