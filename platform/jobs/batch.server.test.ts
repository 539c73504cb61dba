import { expect, test } from "vitest";
import { makeLog } from "../log.server.ts";
import { inBatch } from "./batch.server.ts";

const log = makeLog({ level: "silent", json: true });

test("a bad row is marked, logged and counted, and the rows after it are handled", async () => {
  const marked: number[] = [];
  const handled: number[] = [];
  const said: unknown[] = [];
  const listening = {
    ...log,
    error: (...words: unknown[]) => void said.push(words[0]),
    warn: () => undefined,
  };
  const result = await inBatch([1, 2, 3], {
    what: "rows",
    log: listening as typeof log,
    nameOf: (row) => `row ${row}`,
    mark: async (row) => void marked.push(row),
    work: async (row) => {
      if (row === 2) throw new Error("bad");
      handled.push(row);
    },
  });
  expect(result).toEqual({ done: 2, failed: 1 });
  expect([marked, handled]).toEqual([
    [1, 2, 3],
    [1, 3],
  ]);
  expect(said).toMatchObject([{ row: "row 2" }]);
});

test("a row that cannot be marked does not stop the others either", async () => {
  const result = await inBatch(["a", "b"], {
    what: "rows",
    log,
    nameOf: String,
    mark: async (row) => {
      if (row === "a") throw new Error("not stored");
    },
    work: async () => undefined,
  });
  expect(result).toEqual({ done: 1, failed: 1 });
});
