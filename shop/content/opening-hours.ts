import { clockTime, weekTime } from "../dates.ts";

/** From Monday to Sunday, "HH:MM" in Indian time; null is a day off. */
export type OpeningWeek = readonly ({ open: string; close: string } | null)[];

const weekdays: readonly string[] = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
];

/** Whether the shop is open for calls now. The opening minute is included, the closing minute is not. */
export function isOpen(week: OpeningWeek, now: Date): boolean {
  const { day, time } = weekTime(now);
  const hours = week[day];
  return Boolean(hours && hours.open <= time && time < hours.close);
}

/** The week in as few lines as possible: [{ days: "Monday to Saturday", hours: "10:00 am to 7:00 pm" }, ...]. */
export function hoursByDays(week: OpeningWeek): { days: string; hours: string }[] {
  const runs: { first: string; last: string; hours: string }[] = [];
  for (const [index, name] of weekdays.entries()) {
    const hours = week[index];
    const words = hours ? `${clockTime(hours.open)} to ${clockTime(hours.close)}` : "Closed";
    const before = runs.at(-1);
    if (before?.hours === words) before.last = name;
    else runs.push({ first: name, last: name, hours: words });
  }
  return runs.map(({ first, last, hours }) => ({
    days: first === last ? first : `${first} to ${last}`,
    hours,
  }));
}
