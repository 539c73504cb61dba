import type { Random } from "./random.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** India has one time zone and no summer time. */
const ahead = 5.5 * hour;

/** How far back the past reaches. */
export const daysBack = 120;

/** When people shop, by the hour in India: little at night, most in the evening. */
const byHour = [3, 1, 1, 1, 1, 1, 2, 3, 5, 6, 7, 8, 8, 9, 8, 7, 7, 8, 9, 12, 14, 15, 13, 8];

/** The festival sale, in days before today: when the demo's coupon DIWALI25 ran (db/demo/coupons.json). */
const sale = { from: 26, to: 12 };

/** So many moments of the past 120 days, the oldest first. In: now, whose last `quiet` minutes stay empty. */
export function momentsOfOrders(count: number, now: Date, random: Random): Date[] {
  const days = Array.from(
    { length: daysBack },
    (_, index) => [weightOf(daysBack - index, now), daysBack - index] as const,
  );
  const hours = byHour.map((weight, index) => [weight, index] as const);
  const moments = Array.from({ length: count }, () => {
    const midnight = startOfDay(now.getTime() - random.weighted(days) * day);
    return midnight + random.weighted(hours) * hour + random.whole(0, 3_599) * 1_000;
  });
  return moments.sort((one, other) => one - other).map((time) => new Date(time));
}

/** How busy a day is: the shop grows, weekends and the first days of a month (wages) are better, a sale is best. */
function weightOf(ago: number, now: Date): number {
  const date = new Date(now.getTime() - ago * day + ahead);
  const growth = 0.6 + (0.6 * (daysBack - ago)) / daysBack;
  const weekend = [0, 6].includes(date.getUTCDay()) ? 1.4 : 1;
  const wages = date.getUTCDate() <= 5 ? 1.35 : 1;
  const inSale = ago <= sale.from && ago >= sale.to ? 2.2 : 1;
  return growth * weekend * wages * inSale;
}

/** Midnight in India. */
function startOfDay(time: number): number {
  return Math.floor((time + ahead) / day) * day - ahead;
}

/** The same moment, or the next at which staff are at work: Monday to Saturday, 10 to 19 o'clock in India. */
export function atWork(time: number, random: Random): number {
  const midnight = startOfDay(time);
  const since = time - midnight;
  const isSunday = new Date(time + ahead).getUTCDay() === 0;
  if (!isSunday && since >= 10 * hour && since < 19 * hour) return time;
  const opening = (isSunday || since >= 19 * hour ? midnight + day : midnight) + 10 * hour;
  return atWorkAgain(opening, random) + random.whole(1, 150) * minute;
}

function atWorkAgain(opening: number, random: Random): number {
  return new Date(opening + ahead).getUTCDay() === 0 ? atWork(opening, random) : opening;
}

/** What is still to happen, in the order of time. */
export type Agenda = {
  /** Puts something down; of what is put down for the same moment, the earlier entry happens first. */
  plan(at: number, act: () => Promise<unknown>): void;
  /** Lets everything happen that is due until then, also what is planned meanwhile. `turn` hears each time first. */
  runUntil(end: number, turn: (at: number) => void): Promise<void>;
};

type Entry = { at: number; act: () => Promise<unknown> };

export function makeAgenda(): Agenda {
  /** The last is the next: taking it moves nothing. */
  const entries: Entry[] = [];
  return {
    plan(at, act) {
      let [low, high] = [0, entries.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((entries[middle]?.at ?? 0) > at) low = middle + 1;
        else high = middle;
      }
      entries.splice(low, 0, { at, act });
    },
    async runUntil(end, turn) {
      for (let next = entries.at(-1); next && next.at <= end; next = entries.at(-1)) {
        entries.pop();
        turn(next.at);
        await next.act();
      }
    },
  };
}
