import { expect, test } from "vitest";
import { csvRow } from "./csv.ts";

test.each([
  ["=1+1", `"'=1+1"`],
  ["+91 98", `"'+91 98"`],
  ["-5", `"'-5"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=x", `"'\t=x"`],
  ['say "hi", friend', '"say ""hi"", friend"'],
  ["two\nlines", '"two\nlines"'],
  ["मेला", '"मेला"'],
])("%s is harmless and whole", (cell, written) => {
  expect(csvRow([cell])).toBe(`${written}\r\n`);
});
