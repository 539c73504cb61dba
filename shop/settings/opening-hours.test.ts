import { expect, test } from "vitest";
import { hoursByDays, hoursInWords, isOpen } from "./opening-hours.ts";

const day = { open: "10:00", close: "19:00" };
const week = [day, day, day, day, day, day, null];

test.each([
  ["Saturday 11:30 in India", "2026-11-21T06:00:00Z", true],
  ["Saturday 10:00, the first minute", "2026-11-21T04:30:00Z", true],
  ["Saturday 9:59", "2026-11-21T04:29:59Z", false],
  ["Saturday 18:59", "2026-11-21T13:29:00Z", true],
  ["Saturday 19:00", "2026-11-21T13:30:00Z", false],
  ["Sunday noon", "2026-11-22T06:30:00Z", false],
  ["Monday 0:30 in India, still Sunday in London", "2026-11-22T19:00:00Z", false],
  ["Monday 10:15", "2026-11-23T04:45:00Z", true],
])("%s", (_name, time, open) => {
  expect(isOpen(week, new Date(time))).toBe(open);
});

test("consecutive days with the same hours are grouped in one line", () => {
  expect(hoursByDays(week)).toEqual([
    { days: "Monday to Saturday", hours: "10:00 am to 7:00 pm" },
    { days: "Sunday", hours: "Closed" },
  ]);
  expect(hoursByDays([null, day, null, null, null, null, null])).toEqual([
    { days: "Monday", hours: "Closed" },
    { days: "Tuesday", hours: "10:00 am to 7:00 pm" },
    { days: "Wednesday to Sunday", hours: "Closed" },
  ]);
});

test("the sentence is made of the days, unless the owner wrote one", () => {
  expect(hoursInWords({ summary: null, week })).toBe(
    "Monday to Saturday, 10:00 am to 7:00 pm; Sunday closed",
  );
  expect(hoursInWords({ summary: null, week: [null, day, ...week.slice(2)] })).toBe(
    "Monday closed; Tuesday to Saturday, 10:00 am to 7:00 pm; Sunday closed",
  );
  const typing = { open: "09:30", close: "?" };
  expect(hoursInWords({ summary: null, week: week.map(() => typing) })).toBe(
    "Monday to Sunday, 9:30 am to ?",
  );
  expect(hoursInWords({ summary: "Whenever the shutter is up", week })).toBe("Whenever the shutter is up");
});
