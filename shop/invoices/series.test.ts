import { expect, test } from "vitest";
import { documentNumber, financialYear } from "./series.ts";

test("the financial year changes on 1 April at midnight in India", () => {
  expect(financialYear(new Date("2026-03-31T18:29:59Z"))).toBe("2526");
  expect(financialYear(new Date("2026-03-31T18:30:00Z"))).toBe("2627");
  expect(financialYear(new Date("2026-12-31T20:00:00Z"))).toBe("2627");
  expect(financialYear(new Date("2099-06-01T00:00:00Z"))).toBe("9900");
});

test("a document number has at most sixteen characters, also for 999,999", () => {
  const prefixes = { prefix: "NEEM", creditPrefix: "CN" };
  expect(documentNumber("invoice", "2627", 1, prefixes)).toBe("NEEM/2627/000001");
  expect(documentNumber("credit-note", "2627", 42, prefixes)).toBe("CN/2627/000042");
  expect(documentNumber("invoice", "2627", 999_999, prefixes).length).toBeLessThanOrEqual(16);
});
