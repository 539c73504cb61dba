import { expect, test } from "vitest";
import { areDecided } from "./dispositions.server.ts";

test("what came back is decided when each unit has one decision, and nothing else has any", () => {
  const due = [
    { lineId: "shirt", quantity: 2 },
    { lineId: "cap", quantity: 1 },
  ];
  const shirts = { lineId: "shirt", quantity: 2, disposition: "restocked" } as const;
  const cap = { lineId: "cap", quantity: 1, disposition: "damaged" } as const;
  expect(areDecided(due, [shirts, cap])).toBe(true);
  expect(
    areDecided(due, [{ ...shirts, quantity: 1 }, { ...shirts, quantity: 1, disposition: "lost" }, cap]),
  ).toBe(true);
  expect(areDecided(due, [shirts])).toBe(false);
  expect(areDecided(due, [shirts, cap, cap])).toBe(false);
  expect(areDecided(due, [shirts, { ...cap, disposition: "kept" }])).toBe(false);
  // Of an order's other item.
  expect(areDecided(due, [shirts, cap, { ...cap, lineId: "kurta" }])).toBe(false);
});
