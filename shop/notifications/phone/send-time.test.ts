import { expect, test } from "vitest";
import { sendTime } from "./send-time.ts";

/** A time in India. */
const at = (time: string) => new Date(`${time}+05:30`);

test.each([
  ["2026-11-21T20:59:59", "2026-11-21T20:59:59"],
  ["2026-11-21T21:00:00", "2026-11-22T09:00:00"],
  ["2026-11-21T23:59:30", "2026-11-22T09:00:00"],
  ["2026-11-22T00:10:00", "2026-11-22T09:00:00"],
  ["2026-11-22T08:59:59", "2026-11-22T09:00:00"],
  ["2026-11-22T09:00:00", "2026-11-22T09:00:00"],
])("what is not urgent at %s in India is sent at %s", (now, then) => {
  expect(sendTime("shipped", at(now))).toEqual(at(then));
});

test("the answer to an order is sent at night as well", () => {
  expect(sendTime("placed", at("2026-11-22T02:00:00"))).toEqual(at("2026-11-22T02:00:00"));
});
