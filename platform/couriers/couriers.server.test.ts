import { expect, test } from "vitest";
import { reasonIn } from "./couriers.server.ts";

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
