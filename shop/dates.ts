/** Times are UTC in the database and Asia/Kolkata on every screen (design/domain.md, "Formats"). */
const zone = "Asia/Kolkata";

const day = new Intl.DateTimeFormat("en-IN", {
  timeZone: zone,
  day: "numeric",
  month: "short",
  year: "numeric",
});
const longDay = new Intl.DateTimeFormat("en-IN", {
  timeZone: zone,
  day: "numeric",
  month: "long",
  year: "numeric",
});
const weekday = new Intl.DateTimeFormat("en-IN", {
  timeZone: zone,
  weekday: "short",
  day: "numeric",
  month: "short",
});
const year = new Intl.DateTimeFormat("en-IN", { timeZone: zone, year: "numeric" });

/** "14 Nov 2026". In: a time or its ISO form. */
export function shortDate(at: Date | string): string {
  return day.format(new Date(at));
}

/** "14 November 2026", for articles and policies. */
export function longDate(at: Date | string): string {
  return longDay.format(new Date(at));
}

/** "Thu, 26 Nov", for deliveries and offers. */
export function dayAndMonth(at: Date | string): string {
  return weekday.format(new Date(at));
}

/** The year now shown on a calendar in India. */
export function yearInIndia(at: Date): number {
  return Number(year.format(at));
}
