import { expect, test } from "vitest";
import { busy, jsonOf, reasonIn, rejected, unreachable } from "./couriers.server.ts";

test.each([
  ["Consignee refused to accept", "refused"],
  ["COD amount not ready", "cash-not-ready"],
  ["Customer asked for future delivery", "later-date"],
  ["Phone switched off", "no-answer"],
  ["Incomplete address", "bad-address"],
  ["Entry restricted area", "area-closed"],
  ["Door locked", "absent"],
  ["Held at gate 7", null],
])("'%s' means %s", (words, reason) => expect(reasonIn(words)).toBe(reason));

test.each([rejected, busy, unreachable])(
  "what a courier says is not cut within a character (%#)",
  (refuse) => {
    expect(refuse(`${"a".repeat(299)}😀 and more`).detail).toBe("a".repeat(299));
  },
);

test("what the database cannot store is left out of what a courier sends", () => {
  const sent = String.raw`{"scan":{"words":["Reached\u0000 hub \ud83d", "Out 😀"]}}`;
  expect(jsonOf(new TextEncoder().encode(sent))).toEqual({ scan: { words: ["Reached hub ", "Out 😀"] } });
});
