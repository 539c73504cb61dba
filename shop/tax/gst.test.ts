import fc from "fast-check";
import { expect, test } from "vitest";
import { anAmount, holds } from "../../test/support/money/money-cases.ts";
import { anOwnRate } from "../../test/support/money/own-rate.ts";
import { states } from "../accounts/customer/formats.ts";
import { gstRate, hasGstRate } from "./rates.ts";
import { splitTax } from "./split-tax.ts";
import { stateNamed, stateOfGstin, stateTaxName } from "./states.ts";

const now = new Date("2026-11-21T06:00:00Z");
const lastOldDay = new Date("2025-09-21T18:29:59Z");
const firstNewDay = new Date("2025-09-21T18:30:00Z");
const one = (hsnCode: string | null, paid: number, quantity = 1) => ({ hsnCode, paid, quantity });

test("a T-shirt worth up to 2,500 rupees without tax is taxed at 5 %, a more expensive one at 18 %", () => {
  expect(gstRate(one("6109", 2_500_00), now)).toBe(5);
  expect(gstRate(one("6109", 2_625_00), now)).toBe(5);
  expect(splitTax(2_625_00, 5, { sameState: false }).taxable).toBe(2_500_00);
  expect(gstRate(one("6109", 2_625_01), now)).toBe(18);
  expect(gstRate(one("6109", 7_875_00, 3), now)).toBe(5);
  expect(gstRate(one("6109", 7_875_01, 3), now)).toBe(18);
});

test("the rates change on 22 September 2025 at midnight in India", () => {
  expect(gstRate(one("6205", 1_499_00), lastOldDay)).toBe(12);
  expect(gstRate(one("6205", 999_00), lastOldDay)).toBe(5);
  // Worth 1,000 rupees without tax.
  expect(gstRate(one("6205", 1_050_00), lastOldDay)).toBe(5);
  expect(gstRate(one("6205", 1_050_01), lastOldDay)).toBe(12);
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
  // A silk saree, a cotton dupatta, a georgette one, an embroidered border, a stole (6214), a silver chain.
  ["50072010", 12_999_00, 5],
  ["52085290", 899_00, 5],
  ["54076190", 2_999_00, 5],
  ["5810", 399_00, 5],
  ["6214", 2_999_00, 18],
  ["71131110", 4_999_00, 3],
  ["66019100", 599_00, 5],
])("HSN %s for %i paise is at %i percent", (hsnCode, paid, rate) => {
  expect(gstRate(one(hsnCode, paid), now)).toBe(rate);
});

test("there is no rate without an HSN code, for an unknown code, and before GST existed", () => {
  expect(gstRate(one(null, 999_00), now)).toBeNull();
  expect(gstRate(one("8517", 999_00), now)).toBeNull();
  expect(gstRate(one("6109", 999_00), new Date("2017-06-01"))).toBeNull();
  expect([hasGstRate("6109", now), hasGstRate("8517", now), hasGstRate(null, now)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("the owner's rates and the built-in ones: the longest matching code counts, then goods without one", () => {
  const own = [anOwnRate("33", 12), anOwnRate("3304", 18), anOwnRate("", 28)];
  expect(gstRate(one("33049910", 999_00), now, own)).toBe(18);
  expect(gstRate(one("3305", 999_00), now, own)).toBe(12);
  expect(gstRate(one("8517", 999_00), now, own)).toBe(28);
  expect(gstRate(one(null, 999_00), now, own)).toBe(28);
  expect(gstRate(one("6109", 999_00), now, own)).toBe(5);
  expect(hasGstRate(null, now, own)).toBe(true);
});

test("a new rate of the owner's counts from its day on, with its step", () => {
  const step = { upTo: 1_500_00, rate: 5 };
  const own = [
    { ...anOwnRate("6109", 12), from: "2027-04-01", step },
    { ...anOwnRate("62", 20), from: "2026-11-22" },
  ];
  const rates = (at: string) => [
    gstRate(one("61091000", 1_575_00), new Date(at), own),
    gstRate(one("61091000", 1_575_01), new Date(at), own),
    gstRate(one("6205", 3_000_00), new Date(at), own),
    gstRate(one("6110", 999_00), new Date(at), own),
  ];
  expect(rates("2026-11-21T18:29:59Z")).toEqual([5, 5, 18, 5]);
  expect(rates("2026-11-21T18:30:00Z")).toEqual([5, 5, 20, 5]);
  expect(rates("2027-03-31T18:30:00Z")).toEqual([5, 12, 20, 5]);
});

test("a rate of the owner's from the same day as a built-in one counts instead of it", () => {
  expect(gstRate(one("61091000", 999_00), now, [])).toBe(5);
  expect(gstRate(one("61091000", 999_00), now, [{ ...anOwnRate("61", 12), from: "2025-09-22" }])).toBe(12);
});

test("the tax is taken out of the price in equal halves, and the remainder is the taxable value", () => {
  expect(splitTax(499_00, 5, { sameState: true })).toEqual({
    taxable: 475_24,
    cgst: 11_88,
    sgst: 11_88,
    igst: 0,
  });
  expect(splitTax(500_00, 5, { sameState: true })).toEqual({
    taxable: 476_20,
    cgst: 11_90,
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

const rates = [3, 5, 12, 18];
const rate = fc.constantFrom(...rates);

test("for every amount up to ten lakh rupees CGST and SGST are equal halves, and the parts sum to the amount", () => {
  // Every paisa up to ten lakh paise, then every whole rupee up to ten lakh rupees.
  const wrong: string[] = [];
  const look = (amount: number, percent: number) => {
    const { taxable, cgst, sgst, igst } = splitTax(amount, percent, { sameState: true });
    const exact = (amount * percent) / (200 + 2 * percent);
    const fits = cgst === sgst && igst === 0 && taxable >= 0 && taxable + cgst + sgst === amount;
    if (!fits || Math.abs(cgst - exact) > 0.5) wrong.push(`${amount} at ${percent} %`);
  };
  for (const percent of rates) {
    for (let amount = 0; amount <= 10_000_00; amount++) look(amount, percent);
    for (let amount = 10_000_00; amount <= 10_00_000_00; amount += 100) look(amount, percent);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});

test("the parts sum to the amount paid and none is negative", () => {
  holds(
    fc.property(anAmount, rate, fc.boolean(), (amount, percent, sameState) => {
      const { taxable, cgst, sgst, igst } = splitTax(amount, percent, { sameState });
      expect(taxable + cgst + sgst + igst).toBe(amount);
      expect([taxable, cgst, sgst, igst].every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
      expect(cgst).toBe(sgst);
      expect(sameState ? igst : cgst).toBe(0);
      expect(Math.abs((taxable * percent) / 100 - (amount - taxable))).toBeLessThanOrEqual(1.5);
    }),
  );
});

test("a higher rate never gives less tax", () => {
  holds(
    fc.property(anAmount, fc.integer({ min: 0, max: 39 }), (amount, percent) => {
      const within = { sameState: false };
      expect(splitTax(amount, percent + 1, within).igst).toBeGreaterThanOrEqual(
        splitTax(amount, percent, within).igst,
      );
    }),
  );
});

test("every state of the address form has its own code, and is found by it from a GSTIN", () => {
  const found = states.map(stateNamed);
  expect(new Set(found.map((state) => state?.code)).size).toBe(states.length);
  for (const state of found) expect(stateOfGstin(`${state?.code}AAACC1234D1Z5`)).toEqual(state);
  expect(stateNamed("Atlantis")).toBeNull();
  expect(stateNamed("constructor")).toBeNull();
});

test("the state's half of the tax is UTGST in Chandigarh and SGST in Karnataka", () => {
  expect(stateTaxName({ code: "04", name: "Chandigarh" })).toBe("UTGST");
  expect(stateTaxName({ code: "29", name: "Karnataka" })).toBe("SGST");
});
