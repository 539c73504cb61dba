import { clockTime, weekTime } from "../dates.ts";

/** From Monday to Sunday, "HH:MM" in Indian time; null is a day off. */
export type OpeningWeek = readonly ({ open: string; close: string } | null)[];

/** From Monday on. */
export const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** Whether the shop is open for calls now. The opening minute is included, the closing minute is not. */
export function isOpen(week: OpeningWeek, now: Date): boolean {
  const { day, time } = weekTime(now);
  const hours = week[day];
  return Boolean(hours && hours.open <= time && time < hours.close);
}

/** Consecutive days with the same hours together: [{ days: "Monday to Saturday", hours: ... }, ...]. */
function runsOf<Hours>(week: readonly Hours[], words: (hours: Hours) => string) {
  const runs: { first: string; last: string; hours: string }[] = [];
  for (const [index, hours] of week.entries()) {
    const [name = "", said] = [weekdays[index], words(hours)];
    const before = runs.at(-1);
    if (before?.hours === said) before.last = name;
    else runs.push({ first: name, last: name, hours: said });
  }
  return runs.map(({ first, last, hours }) => ({
    days: first === last ? first : `${first} to ${last}`,
    hours,
  }));
}

/** The week in as few lines as possible: [{ days: "Monday to Saturday", hours: "10:00 am to 7:00 pm" }, ...]. */
export function hoursByDays(week: OpeningWeek): { days: string; hours: string }[] {
  return runsOf(week, (hours) => (hours ? spanOf(hours) : "Closed"));
}

/** What is not filled in yet is a question mark. */
const clock = (time: string) => (time === "?" ? time : clockTime(time));
const spanOf = ({ open, close }: { open: string; close: string }) => `${clock(open)} to ${clock(close)}`;

/** The week as a sentence: "Monday to Saturday, 10:00 am to 7:00 pm; Sunday closed". */
export function weekInWords(week: OpeningWeek): string {
  return runsOf(week, (hours) => (hours ? `, ${spanOf(hours)}` : " closed"))
    .map(({ days, hours }) => `${days}${hours}`)
    .join("; ");
}

/** The opening hours as a sentence: the owner's own, or else that of the week. */
export function hoursInWords({ summary, week }: { summary: string | null; week: OpeningWeek }): string {
  return summary ?? weekInWords(week);
}
