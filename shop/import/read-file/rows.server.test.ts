import { expect, test } from "vitest";
import type { Draft, Summary } from "../draft.ts";
import { readImport } from "../read-file.server.ts";

async function read(text: string): Promise<{ drafts: Draft[]; summary: Summary }> {
  const known = {
    categories: new Map(),
    collections: new Set<string>(),
    sets: new Map(),
    setOfCategory: new Map(),
  };
  const reading = readImport(Buffer.from(text), known);
  const drafts: Draft[] = [];
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { drafts, summary: value };
    drafts.push(value);
  }
}

const heading = "Handle,Title,Variant Price,Variant SKU";

test("empty lines are skipped, and rows have the numbers that a spreadsheet shows", async () => {
  const { drafts, summary } = await read(`\n${heading}\r\n\nmug,Mug,249,M-1\n\n\r\ncup,Cup,free,C-1\n\n`);
  expect(drafts.map(({ slug }) => slug)).toEqual(["mug"]);
  expect(summary.problems.filter(({ grave }) => grave).flatMap(({ lines }) => lines)).toMatchObject([
    { row: 7, value: "free" },
  ]);
});

test("200,001 lines are refused, empty or not, and empty ones take no extra time", async () => {
  for (const line of ["", "mug,Mug,249,M-1"]) {
    const began = process.cpuUsage().user;
    const { drafts, summary } = await read(`${heading}\n${`${line}\n`.repeat(200_001)}`);
    expect(drafts).toEqual([]);
    expect(summary.problems).toMatchObject([{ grave: true, column: "", lines: [{ row: 200_001 }] }]);
    // An Error for each of them would take 5 s.
    if (line === "") expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
  }
});
