import { expect, test } from "vitest";
import {
  clockTime,
  dateAndTime,
  dayAndMonth,
  dayHeading,
  lastMoment,
  longDate,
  readDay,
  readTimeField,
  shortDate,
  timeAndDay,
  yearInIndia,
} from "./dates.ts";

test("dates are shown in Indian time", () => {
  const evening = "2026-11-25T18:29:59Z";
  const pastMidnight = "2026-11-25T18:30:00Z";
  expect(shortDate(evening)).toBe("25 Nov 2026");
  expect(shortDate(pastMidnight)).toBe("26 Nov 2026");
  expect(dayAndMonth(pastMidnight)).toBe("Thu, 26 Nov");
  expect(longDate(new Date("2026-09-01T00:00:00Z"))).toBe("1 September 2026");
  expect(yearInIndia(new Date("2026-12-31T18:30:00Z"))).toBe(2027);
});

test("what ends at midnight lasts until the day before", () => {
  expect(dayAndMonth(lastMoment("2026-11-30T18:30:00Z"))).toBe("Mon, 30 Nov");
  expect(dayAndMonth(lastMoment("2026-11-30T18:31:00Z"))).toBe("Tue, 1 Dec");
});

test("a date with a time is shown in Indian time", () => {
  expect(dateAndTime("2026-11-20T19:05:59Z")).toBe("21 Nov 2026, 00:35");
});

test("notifications are grouped by the day in Indian time", () => {
  const now = new Date("2026-11-23T20:00:00Z"); // 24 November, 1:30 at night
  expect(dayHeading("2026-11-23T18:30:00Z", now)).toBe("Today");
  expect(dayHeading("2026-11-23T18:29:59Z", now)).toBe("Yesterday");
  expect(dayHeading("2026-11-21T10:00:00Z", now)).toBe("Sat, 21 Nov");
  expect(dayHeading("2025-12-31T10:00:00Z", now)).toBe("31 Dec 2025");
});

test.each([
  ["2026-11-27T22:40:00Z", "4:10 am"],
  ["2026-11-28T18:29:00Z", "11:59 pm"],
  ["2026-11-28T18:40:00Z", "tomorrow, 12:10 am"],
  ["2026-11-29T18:29:00Z", "tomorrow, 11:59 pm"],
  ["2026-11-29T22:40:00Z", "Mon 30 Nov, 4:10 am"],
  ["2026-11-27T10:40:00Z", "Fri 27 Nov, 4:10 pm"],
])("in the night to 28 November in India, %s is said as %s", (at, said) => {
  expect(timeAndDay(new Date(at), new Date("2026-11-27T19:00:00Z"))).toBe(said);
});

test("a typed day must exist, in a year from 2000 to 2100", () => {
  expect(readTimeField("2026-11-26T18:30")?.toISOString()).toBe("2026-11-26T13:00:00.000Z");
  expect(readTimeField("2100-12-31")).not.toBeNull();
  for (const wrong of [
    "0026-11-26T10:00",
    "1999-12-31",
    "2101-01-01",
    "2026-02-31",
    "2026-13-01",
    "2026-11-26T24:30",
  ])
    expect(readTimeField(wrong), wrong).toBeNull();
  expect([
    readDay("2026-11-26"),
    readDay("2026-02-31"),
    readDay("0026-11-26"),
    readDay("2026-11-26T10:00"),
  ]).toEqual(["2026-11-26", null, null, null]);
});

test.each([
  ["00:05", "12:05 am"],
  ["07:33", "7:33 am"],
  ["12:00", "12:00 pm"],
  ["23:59", "11:59 pm"],
])("the time %s is said as %s", (time, said) => {
  expect(clockTime(time)).toBe(said);
});
