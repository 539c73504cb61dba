import { plural } from "../money.ts";
import type { Policy } from "./settings.ts";

/** What is promised about returns in a few words: "7 days to return"; 0 days are none. */
export function returnPromise({ returnDays }: Pick<Policy, "returnDays">): string {
  return returnDays === 0 ? "No returns" : `${plural(returnDays, "day")} to return`;
}

/** The same as a sentence of a policy, without its full stop. */
export function returnsSentence({ returnDays }: Pick<Policy, "returnDays">): string {
  return returnDays === 0
    ? "We take back only what is damaged, faulty, late or not what you ordered"
    : `You can return what you do not keep within ${plural(returnDays, "day")} of delivery`;
}

/** What somebody can do whose item is damaged or another one. For shops that take nothing else back. */
export function damagePromise({ damageReportHours }: Pick<Policy, "damageReportHours">): string {
  return `Damaged or wrong? Tell us within ${plural(damageReportHours, "hour")}`;
}
