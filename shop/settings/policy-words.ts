import { plural } from "../money.ts";
import type { Policy } from "./settings.ts";

type Days = readonly [from: number, to: number];

/** "5-7", or "3" when both are the same. */
export function dayRange([from, to]: Days): string {
  return from === to ? String(to) : `${from}-${to}`;
}

/** "5-7 business days", "1 business day". */
export function businessDays(days: Days): string {
  return `${dayRange(days)} business ${days[0] === 1 && days[1] === 1 ? "day" : "days"}`;
}

/** What is promised about returns in a few words: "7 days to return"; 0 days are none. */
export function returnPromise({ returnDays }: Pick<Policy, "returnDays">): string {
  return returnDays === 0 ? "No returns" : `${plural(returnDays, "day")} to return`;
}

/** What somebody can do whose item is damaged or another one. For shops that take nothing else back. */
export function damagePromise({ damageReportHours }: Pick<Policy, "damageReportHours">): string {
  return `Damaged or wrong? Tell us within ${plural(damageReportHours, "hour")}`;
}
