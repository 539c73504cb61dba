import type { Services } from "../../platform/services.server.ts";
import { nextArticleAt } from "../../shop/content/blog/articles.server.ts";
import { nextCouponChange } from "../../shop/coupons/coupons-for-one.server.ts";
import { nextOfferChange } from "../../shop/offers/next-schedule-change.server.ts";

/** When pages change by themselves, because an offer or a coupon begins or ends or an article appears. */
export type ScheduleChange = {
  /** The next such moment after `now`; both in milliseconds, infinite when there is none. */
  next(now: number): Promise<number>;
  /** To be called on change events: the moment is read again. */
  forget(): void;
};

/** Reads the moment from the database and keeps it until it is over. */
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
