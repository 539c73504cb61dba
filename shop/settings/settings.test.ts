import { expect, test } from "vitest";
import { dayAndMonth } from "../dates.ts";
import { defaultSettings, deliveryEstimate, shopSettingsShape } from "./settings.ts";

const { policy } = defaultSettings;
const arrival = (now: string) => dayAndMonth(deliveryEstimate(policy, new Date(now)));

test("the defaults are valid settings", () => {
  expect(shopSettingsShape.parse(defaultSettings)).toEqual(defaultSettings);
});

test("delivery is promised for the seventh business day, without Sundays", () => {
  // Saturday, 21 November 2026: 23 24 25 26 27 28, then Monday 30.
  expect(arrival("2026-11-21T06:00:00Z")).toBe("Mon, 30 Nov");
  // Wednesday: Thu Fri Sat, Mon Tue Wed Thu.
  expect(arrival("2026-11-18T06:00:00Z")).toBe("Thu, 26 Nov");
});

test("the day is India's: late evening in London is already tomorrow", () => {
  expect(arrival("2026-11-17T18:29:00Z")).toBe("Wed, 25 Nov");
  expect(arrival("2026-11-17T18:31:00Z")).toBe("Thu, 26 Nov");
});

test("a window of no days is today", () => {
  const today = deliveryEstimate(
    { ...policy, deliveryBusinessDays: [0, 0] },
    new Date("2026-11-20T06:00:00Z"),
  );
  expect(dayAndMonth(today)).toBe("Fri, 20 Nov");
});
