import { expect, test } from "vitest";
import { stockReason } from "./stock-words.ts";

test.each([
  [{ reason: "Counted again", code: null }, "Counted again"],
  [{ reason: null, code: "order-paid" }, "order paid"],
  [{ reason: null, code: "not-confirmed" }, "not confirmed within 30 minutes"],
  [{ reason: null, code: "moved-to-delhi" }, "moved to delhi"],
  [{ reason: null, code: null }, ""],
])("%j is shown as %j", (stored, words) => expect(stockReason(stored)).toBe(words));
