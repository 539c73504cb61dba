import { expect, test } from "vitest";
import { csvRow, escapeFormula, unescapeFormula } from "./csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+91 98", "'+91 98"],
  ["-5", "'-5"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=x", "'\t=x"],
  [" =x", "' =x"],
  ["＝1+1", "'＝1+1"],
  [";=1+1", "';=1+1"],
  ["|calc", "'|calc"],
  ['say "hi", friend', '"say ""hi"", friend"'],
  ["two\nlines", '"two\nlines"'],
  ["मेला", "मेला"],
])("the cell %j is written safely and completely", (cell, written) => {
  expect(csvRow([cell])).toBe(`${written}\r\n`);
});

test.each(["=1+1", "+91", "\tx", "'=x", "''-x", "plain", "'quoted'", 'a "b", c', "कुर्ता\nनीला"])(
  "the cell %j is unchanged after it is escaped and unescaped",
  (cell) => {
    expect(escapeFormula(cell)).not.toMatch(/^[=+\-@\t\r]/);
    expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
  },
);
