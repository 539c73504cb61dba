import type { Services } from "../../platform/services.server.ts";
import { nextArticleAt } from "../../shop/content/blog/articles.server.ts";
import { nextCouponChange } from "../../shop/coupons/coupons-for-one.server.ts";
import { nextOfferChange } from "../../shop/offers/next-schedule-change.server.ts";

/** When pages change without an event, because an offer or a coupon begins or ends or an article appears. */
export type ScheduleChange = {
  /** The next such time after `now`; both in milliseconds, Infinity when there is none. */
  next(now: number): Promise<number>;
  /** Call it on change events: the time is read again. */
  forget(): void;
};

/** Reads the time from the database and caches it until it has passed. */
export function scheduleChange(services: Pick<Services, "db" | "clock">): ScheduleChange {
  let known: { readAt: number; at: Promise<number> } | undefined;
  async function read(): Promise<number> {
    const moments = await Promise.all([
      nextOfferChange(services),
      nextCouponChange(services),
      nextArticleAt(services),
    ]);
    return Math.min(Number.POSITIVE_INFINITY, ...moments.flatMap((one) => one?.getTime() ?? []));
  }
  return {
    async next(now) {
      const at = known && now >= known.readAt ? await known.at.catch(() => now) : now;
      if (at > now) return at;
      const asked = { readAt: now, at: read() };
      known = asked;
      return asked.at;
    },
    forget() {
      known = undefined;
    },
  };
}
