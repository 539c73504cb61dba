/**
 * Times are UTC in the database and Asia/Kolkata on screens (docs/domain.md, "Formats"). India has no daylight saving
 * time, so the offset is fixed. Formatted by hand, not by Intl: servers and phones differ in commas and in
 * "Sep"/"Sept", and server and client must render the same text.
 */
const aheadOfUtc = 5.5 * 60 * 60 * 1000;

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The time in India, to be read as if it were UTC. */
function wallInIndia(at: Date | string): Date {
  return new Date(new Date(at).getTime() + aheadOfUtc);
}

function inIndia(at: Date | string) {
  const wall = wallInIndia(at);
  const month = months[wall.getUTCMonth()] ?? "";
  return {
    weekday: weekdays[wall.getUTCDay()] ?? "",
    day: wall.getUTCDate(),
    month,
    shortMonth: month.slice(0, 3),
    year: wall.getUTCFullYear(),
  };
}

/** "14 Nov 2026". In: a time or its ISO form. */
export function shortDate(at: Date | string): string {
  const { day, shortMonth, year } = inIndia(at);
  return `${day} ${shortMonth} ${year}`;
}

/** "14 November 2026", for articles and policies. */
export function longDate(at: Date | string): string {
  const { day, month, year } = inIndia(at);
  return `${day} ${month} ${year}`;
}

/** "26 Nov", where space is limited. */
export function monthAndDay(at: Date | string): string {
  const { day, shortMonth } = inIndia(at);
  return `${day} ${shortMonth}`;
}

/** "Thu, 26 Nov", for deliveries and offers. */
export function dayAndMonth(at: Date | string): string {
  const { weekday, day, shortMonth } = inIndia(at);
  return `${weekday}, ${day} ${shortMonth}`;
}

/**
 * The last moment of what ends at a time, to name its last day: what ends at midnight lasts until the day before. In: a
 * time or its ISO form.
 */
export function lastMoment(end: Date | string): Date {
  return new Date(new Date(end).getTime() - 1);
}

/** "Today", "Yesterday", then "Thu, 26 Nov", and in another year "14 Nov 2025". */
export function dayHeading(at: Date | string, now: Date): string {
  const day = 24 * 60 * 60 * 1000;
  if (shortDate(at) === shortDate(now)) return "Today";
  if (shortDate(at) === shortDate(new Date(now.getTime() - day))) return "Yesterday";
  return inIndia(at).year === inIndia(now).year ? dayAndMonth(at) : shortDate(at);
}

/** The current year in India. */
export function yearInIndia(at: Date): number {
  return inIndia(at).year;
}

/** The calendar day in India, "2026-11-14". In: a time or its ISO form. */
export function dayInIndia(at: Date | string): string {
  return timeField(at).slice(0, 10);
}

/** The value of a date-and-time field: Indian time, "2026-11-14T18:30". */
export function timeField(at: Date | string): string {
  return wallInIndia(at).toISOString().slice(0, 16);
}

/**
 * Parses such a field; null for an invalid time, a day that does not exist and a year outside 2000 to 2100 (a slip of
 * the keyboard: year 26). A day alone is its first minute.
 */
export function readTimeField(typed: string): Date | null {
  const [, day, clock = "00:00"] =
    /^((?:20\d{2}|2100)-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/.exec(typed.trim()) ?? [];
  const at = new Date(`${day}T${clock}:00+05:30`);
  // Date.parse would turn 31 February into 3 March.
  return Number.isNaN(at.getTime()) || !timeField(at).startsWith(day ?? "") ? null : at;
}

/** A day in an address, "2026-11-14"; null for anything else, as `readTimeField`. */
export function readDay(typed: string): string | null {
  return typed.length === 10 && readTimeField(typed) ? typed : null;
}

/** "14 Nov 2026, 09:05" in Indian time. */
export function dateAndTime(at: Date | string): string {
  return `${shortDate(at)}, ${timeField(at).slice(11)}`;
}

/** "7:33 am". In: the time of a day, "HH:MM" of 24 hours. */
export function clockTime(time: string): string {
  const [hours = "0", minutes = "00"] = time.split(":");
  const hour = Number(hours);
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? "am" : "pm"}`;
}

/** "4:10 am", on another day in India than now "tomorrow, 4:10 am" or "Mon 30 Nov, 4:10 am". In: a time, and now. */
export function timeAndDay(at: Date, now: Date): string {
  const time = clockTime(timeField(at).slice(11));
  if (shortDate(at) === shortDate(now)) return time;
  if (shortDate(at) === shortDate(new Date(now.getTime() + 24 * 60 * 60 * 1000))) return `tomorrow, ${time}`;
  const { weekday, day, shortMonth } = inIndia(at);
  return `${weekday} ${day} ${shortMonth}, ${time}`;
}

/** The day of the week in India, Monday 0 to Sunday 6, and the time there, "09:05". */
export function weekTime(at: Date): { day: number; time: string } {
  return { day: (wallInIndia(at).getUTCDay() + 6) % 7, time: timeField(at).slice(11) };
}

/** "5 h" or "3 days": how long something has waited. */
export function age(since: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - since.getTime()) / 3_600_000);
  if (hours < 1) return "under 1 h";
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** "just now", "a minute ago", "5 minutes ago", "3 h ago". */
export function ago(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  return `${age(at, now)} ago`;
}

/** A span of days, from and to. */
type Days = readonly [from: number, to: number];

/** "5-7", or "3" when both are the same. */
export function dayRange([from, to]: Days): string {
  return from === to ? String(to) : `${from}-${to}`;
}

/** "5-7 business days", "1 business day". */
export function businessDays(days: Days): string {
  return `${dayRange(days)} business ${days[0] === 1 && days[1] === 1 ? "day" : "days"}`;
}
