import { expect, test } from "vitest";
import { dayInIndia } from "../dates.ts";
import { changeInPercent, chartIntervals } from "./periods.ts";

test("the day in India begins at 18:30 UTC of the day before", () => {
  expect(dayInIndia(new Date("2026-11-20T18:29:59Z"))).toBe("2026-11-20");
  expect(dayInIndia(new Date("2026-11-20T18:30:00Z"))).toBe("2026-11-21");
});

test("the seven-day period ends today and is compared with the seven days before", () => {
  const buckets = chartIntervals("7d", "2026-03-03");
  expect(buckets).toHaveLength(7);
  expect(buckets[0]).toEqual({
    label: "25 Feb",
    from: "2026-02-25",
    to: "2026-02-25",
    beforeFrom: "2026-02-18",
    beforeTo: "2026-02-18",
  });
  expect(buckets.at(-1)?.to).toBe("2026-03-03");
});

test("the 90-day period is thirteen whole weeks without a gap", () => {
  const buckets = chartIntervals("90d", "2026-11-21");
  expect(buckets).toHaveLength(13);
  expect(buckets.at(-1)).toMatchObject({ from: "2026-11-15", to: "2026-11-21" });
  expect(buckets[0]?.from).toBe("2026-08-23");
  expect(buckets.at(-1)?.beforeTo).toBe("2026-08-22");
});

test("the period of a year is divided into calendar months, also with a leap day", () => {
  const buckets = chartIntervals("12m", "2028-02-10");
  expect(buckets[0]).toMatchObject({ label: "Mar 2027", from: "2027-03-01", to: "2027-03-31" });
  expect(buckets.at(-1)).toMatchObject({ from: "2028-02-01", to: "2028-02-29", beforeTo: "2027-02-28" });
});

test("a change is given in percent, and as null when the earlier value is zero", () => {
  expect(changeInPercent(112, 100)).toBe(12);
  expect(changeInPercent(97, 100)).toBe(-3);
  expect(changeInPercent(5, 0)).toBeNull();
});
