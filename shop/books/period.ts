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
const aheadOfUtc = 5.5 * 3_600_000;

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
  const start = (number: number) => new Date(Date.UTC(Number(year), number - 1, 1) - aheadOfUtc);
  const last = first + length - 1;
  const name = months[first - 1] ?? "";
  return {
    key: `${year}-${month}${quarter ?? ""}`,
    label: quarter ? `${name} to ${months[last - 1]} ${year}` : `${name} ${year}`,
    from: start(first),
    to: start(first + length),
    returnPeriod: `${String(last).padStart(2, "0")}${year}`,
  };
}

/** The periods that can be chosen: this month and the 24 before, and the quarters of that time. The newest first. */
export function recentPeriods(now: Date): { months: BookPeriod[]; quarters: BookPeriod[] } {
  const wall = new Date(now.getTime() + aheadOfUtc);
  const keys = Array.from({ length: 25 }, (_, back) =>
    new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
  const read = (key: string) => readPeriod(key) ?? [];
  return {
    months: keys.flatMap(read),
    quarters: keys.map((key) => `${key}-q`).flatMap(read),
  };
}
