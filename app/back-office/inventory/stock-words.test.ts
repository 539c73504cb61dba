import { expect, test } from "vitest";
import { stockReason } from "./stock-words.ts";

test.each([
  [{ why: "Counted again", code: null }, "Counted again"],
  [{ why: null, code: "order-paid" }, "order paid"],
  [{ why: null, code: "not-confirmed" }, "not confirmed within 30 minutes"],
  [{ why: null, code: "moved-to-delhi" }, "moved to delhi"],
  [{ why: null, code: null }, ""],
])("%j reads %j", (stored, words) => expect(stockReason(stored)).toBe(words));
