import { dayInIndia, longDate } from "../dates.ts";

/** A month or quarter of the books, from `from` (inclusive) to `to` (exclusive), by Indian time. */
export type BookPeriod = {
  /** "2026-11", or "2026-10-q" for the quarter that begins in October 2026. */
  key: string;
  label: string;
  from: Date;
  to: Date;
  /** "MMYYYY" of its last month, as GST returns name it. */
  returnPeriod: string;
};

/** A period by its key; null for any other text. */
export function readPeriod(key: string | null): BookPeriod | null {
  const [, year = "", month = "", quarter] = /^(20\d{2})-(0[1-9]|1[0-2])(-q)?$/.exec(key ?? "") ?? [];
  const first = Number(month);
  if (!year || (quarter && first % 3 !== 1)) return null;
  const length = quarter ? 3 : 1;
  // Midnight in India of the first day of a month of that year.
  const start = (number: number) => new Date(Date.UTC(Number(year), number - 1, 0, 18, 30));
  const last = first + length - 1;
  const [, name] = longDate(start(first)).split(" ");
  const [, lastName] = longDate(start(last)).split(" ");
  return {
    key: `${year}-${month}${quarter ?? ""}`,
    label: quarter ? `${name} to ${lastName} ${year}` : `${name} ${year}`,
    from: start(first),
    to: start(first + length),
    returnPeriod: `${String(last).padStart(2, "0")}${year}`,
  };
}

/** The periods that can be chosen: this month and the 24 before, and the quarters of that time. The newest first. */
export function recentPeriods(now: Date): { months: BookPeriod[]; quarters: BookPeriod[] } {
  const [year, month] = dayInIndia(now).split("-").map(Number);
  const keys = Array.from({ length: 25 }, (_, back) =>
    new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 - back, 1)).toISOString().slice(0, 7),
  );
  const read = (key: string) => readPeriod(key) ?? [];
  return {
    months: keys.flatMap(read),
    quarters: keys.map((key) => `${key}-q`).flatMap(read),
  };
}
