import { expect, test } from "vitest";
import { readTable } from "./read-table.ts";

const linesOf = (text: string) => {
  const table = readTable(Buffer.from(text));
  return "rows" in table ? table.rows.map(({ line, cell }) => `${line} ${cell(0)}`) : table.says;
};

test.each(["\n", "\r\n"])("rows are counted as a spreadsheet counts them, with line ends %j", (end) => {
  const file = ["Name,Note", "", `Asha,"two${end}lines"`, `Dev,"three${end}${end}lines"`, "Gita,"].join(end);
  expect(linesOf(file)).toEqual(["3 Asha", "4 Dev", "5 Gita"]);
});

test("a file edited by hand may mix line ends", () => {
  expect(linesOf("Name,Note\r\nAsha,a\nDev,b\r\n")).toEqual(["2 Asha", "3 Dev"]);
});
