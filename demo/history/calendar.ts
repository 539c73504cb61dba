import type { Random } from "./random.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** India has one time zone and no daylight saving time. */
const ahead = 5.5 * hour;

/** The length of the history. */
export const daysBack = 120;

/** The distribution of orders by hour in India: few at night, most in the evening. */
const byHour = [3, 1, 1, 1, 1, 1, 2, 3, 5, 6, 7, 8, 8, 9, 8, 7, 7, 8, 9, 12, 14, 15, 13, 8];

/** The festival sale, in days before today: when the demo's coupon DIWALI25 ran (demo/catalogue/coupons.json). */
const sale = { from: 26, to: 12 };

/**
 * Random times in the past 120 days, oldest first. In: their number, and the current time, before which `quiet` minutes
 * stay empty.
 */
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

/**
 * The weight of a day: the shop grows, weekends and the first days of a month (wages) have more orders, a sale has
 * most.
 */
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

/** The same time, or the next within working hours: Monday to Saturday, 10:00 to 19:00 in India. */
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

/** A queue of future actions, in the order of time. */
export type Agenda = {
  /** Schedules an action; actions at the same time run in the order in which they were scheduled. */
  plan(at: number, act: () => Promise<unknown>): void;
  /**
   * Runs all actions that are due until then, including those scheduled meanwhile. `turn` is called with each time
   * first.
   */
  runUntil(end: number, turn: (at: number) => void): Promise<void>;
};

type Entry = { at: number; act: () => Promise<unknown> };

export function makeAgenda(): Agenda {
  /** Sorted in reverse: the last is the next, so that removing it moves nothing. */
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
