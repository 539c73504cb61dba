import { dayInIndia } from "../dates.ts";

export const periods = ["7d", "30d", "90d", "12m"] as const;
export type Period = (typeof periods)[number];

export const periodNames: Record<Period, string> = {
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  "12m": "12 months",
};

/** The period of the stored best sellers: today and the 29 days before. */
export const bestSellersDays = 30;

/** Its first day in India. */
export function bestSellersFrom(now: Date, days = bestSellersDays): string {
  return dayPlus(dayInIndia(now), 1 - days);
}

/**
 * One bar of a chart: the days from `from` to `to`, "2026-11-21", both inclusive; and the days it is compared with.
 */
export type ChartInterval = { label: string; from: string; to: string; beforeFrom: string; beforeTo: string };

const dayLong = 24 * 60 * 60 * 1000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "2026-11-21" and -3 give "2026-11-18". */
function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLong).toISOString().slice(0, 10);
}

/**
 * The bars of a period that ends today, oldest first. By day; 90 days by week (13 whole weeks); a year by calendar
 * month. Each is compared with the same stretch of the period before.
 */
export function chartIntervals(period: Period, today: string): ChartInterval[] {
  if (period === "12m") return monthsUntil(today);
  const width = period === "90d" ? 7 : 1;
  const count = { "7d": 7, "30d": 30, "90d": 13 }[period];
  return Array.from({ length: count }, (_, at) => {
    const to = dayPlus(today, -width * (count - 1 - at));
    const from = dayPlus(to, 1 - width);
    const back = -width * count;
    return { label: dayName(from), from, to, beforeFrom: dayPlus(from, back), beforeTo: dayPlus(to, back) };
  });
}

function monthsUntil(today: string): ChartInterval[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const first = (back: number) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
  return Array.from({ length: 12 }, (_, at) => {
    const back = 11 - at;
    const from = first(back);
    return {
      label: `${months[Number(from.slice(5, 7)) - 1]} ${from.slice(0, 4)}`,
      from,
      to: dayPlus(first(back - 1), -1),
      beforeFrom: first(back + 12),
      beforeTo: dayPlus(first(back + 11), -1),
    };
  });
}

function dayName(day: string): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
}

/** The change in whole percent; null when there was nothing before. */
export function changeInPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}
