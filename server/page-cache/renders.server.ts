import { LRUCache } from "lru-cache";
import type { PageContent, SharedPage } from "../../app/http/caching/shared-pages.ts";
import { closedHeader } from "../../app/http/closed/closed-header.ts";
import { isBusy } from "../../platform/database/database.server.ts";
import type { ChangeEvent } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { nextArticleAt } from "../../shop/content/blog/articles.server.ts";
import { nextCouponChange } from "../../shop/coupons/coupons-for-one.server.ts";
import { nextOfferChange } from "../../shop/offers/next-schedule-change.server.ts";
import { nextPublicationAt } from "../../shop/publishing/published.server.ts";
import type { Application } from "../application.server.ts";
import type { ContentEncoding } from "../encoding.server.ts";
import { type CachedPage, cachedPage } from "./cached-page.server.ts";
import { isAffectedBy, isOpeningOrClosing } from "./invalidation.ts";

/** The maximum age of a page, without any event. Also the CDN's max-age. */
export const maxAgeMs = 60_000;

/** The maximum age of a stale page that is sent because the database is unreachable. */
const maxStaleMs = 10 * 60_000;

/** Longer keys, or with other characters, come from bots. */
const maxKeyLength = 300;
const usualKey = /^[\w\-.~:/?&=%+,[\] ]*$/;

/** A page; null: it could not be rendered for everybody; "busy": the database is unreachable or overloaded. */
export type Rendered = CachedPage | "busy" | null;

/** What is asked for: the page, its encoding, the origin of its links, and the key under which it is stored. */
export type AskedPage = { key: string; origin: string; page: SharedPage; encoding: ContentEncoding };

/** A page being rendered, and the events since it was started. */
type InFlight = { shows: PageContent; page: Promise<Rendered>; events: ChangeEvent[] };

export type Renders = {
  /** A stored page, fresh or not. */
  stored(key: string): CachedPage | undefined;
  /** The page from the store while change events are received, else rendered once for all concurrent requests. */
  take(asked: AskedPage): Promise<Rendered>;
  /** Whether a page may still be sent. */
  isFresh(page: CachedPage): boolean;
  /** Whether it may be sent while no newer one can be rendered. */
  isUsable(page: CachedPage): boolean;
  /**
   * On change events: pages that show what changed become stale, renders in progress are not stored, and new requests do
   * not wait for them.
   */
  invalidate(changes: ChangeEvent[]): void;
  /** Frees the pages that may not be sent any more. */
  sweep(): void;
  /** Pages rendered since the start, and the bytes of the stored ones. */
  figures(): { made: number; bytes: number };
};

/** Renders pages and stores them. `more`: headers that go out with every page, name and value alternating. */
export function makeRenders({
  services,
  application,
  bytes,
  more,
}: {
  services: Pick<Services, "db" | "live" | "clock" | "log">;
  application: Application;
  bytes: number;
  more: readonly string[];
}): Renders {
  const { live, clock, log } = services;
  const store = new LRUCache<string, CachedPage>({
    maxSize: bytes,
    sizeCalculation: ({ size }, key) => size + 2 * key.length,
  });
  const schedule = scheduledChange(services);
  const flights = new Map<string, InFlight>();
  /** Renders that were started before an invalidation; requests from now on do not wait for them. */
  const left = new Set<InFlight>();
  let made = 0;

  function isWithin({ madeAt }: CachedPage, until: number): boolean {
    const now = clock.now().getTime();
    return now < until && now >= madeAt;
  }
  const isFresh = (page: CachedPage) => isWithin(page, page.until);
  const isUsable = (page: CachedPage) => isWithin(page, page.staleUntil);

  /**
   * It stays usable for as long as a CDN may show it: the page of a product that is selling well has usually just
   * expired, also when the database fails.
   */
  function expire(page: CachedPage) {
    page.staleUntil = Math.min(page.staleUntil, clock.now().getTime() + maxAgeMs);
    page.until = 0;
  }

  /** A page that is stale before it is finished is stored all the same, for use if the database fails. */
  function keep(key: string, page: CachedPage, isOld: boolean) {
    if (key.length > maxKeyLength || !usualKey.test(key)) return;
    const known = store.peek(key);
    if (isOld && known && isFresh(known)) return;
    if (isOld) expire(page);
    store.set(key, page);
  }

  async function render(
    { key, origin, page, encoding }: AskedPage,
    flight: () => InFlight,
  ): Promise<Rendered> {
    try {
      made++;
      const madeAt = clock.now().getTime();
      const changes = await schedule.next(madeAt);
      const answer = await application(new Request(`${origin}${page.address}`));
      const isClosed = answer.headers.has(closedHeader);
      if (answer.status === 503 && !isClosed) return "busy";
      if (isClosed) store.clear();
      const rendered = await cachedPage(answer, {
        shows: page.shows,
        madeAt,
        until: Math.min(madeAt + maxAgeMs, changes),
        staleUntil: Math.min(madeAt + maxStaleMs, changes),
        encoding,
        more,
      });
      const isOld = rendered && flight().events.some((change) => isAffectedBy(change, rendered));
      const hasOpenedOrClosed = flight().events.some(isOpeningOrClosing);
      if (rendered?.status === 200 && live.listening() && !hasOpenedOrClosed)
        keep(key, rendered, isOld === true);
      return rendered;
    } catch (error) {
      if (isBusy(error)) return "busy";
      log.error({ err: error, page: page.address }, "a page for everybody could not be made");
      return null;
    } finally {
      if (flights.get(key) === flight()) flights.delete(key);
      left.delete(flight());
    }
  }

  return {
    isFresh,
    isUsable,
    stored: (key) => store.get(key),
    figures: () => ({ made, bytes: store.calculatedSize }),
    take(asked) {
      const known = live.listening() ? store.get(asked.key) : undefined;
      if (known && isFresh(known)) return Promise.resolve(known);
      const flying = flights.get(asked.key);
      if (flying) return flying.page;
      const flight: InFlight = {
        shows: asked.page.shows,
        page: render(asked, () => flight),
        events: [],
      };
      flights.set(asked.key, flight);
      return flight.page;
    },
    invalidate(changes) {
      schedule.forget();
      // Not even an outage of the database may bring the pages of a shop back that was closed.
      if (changes.some(isOpeningOrClosing)) store.clear();
      for (const page of store.values())
        if (page.until > 0 && changes.some((change) => isAffectedBy(change, page))) expire(page);
      for (const flight of left) flight.events.push(...changes);
      for (const [key, flight] of flights) {
        flight.events.push(...changes);
        // Later requests must not get what was read before the event; requests that already wait came before it.
        if (!changes.some((change) => isAffectedBy(change, { shows: flight.shows, ids: null }))) continue;
        flights.delete(key);
        left.add(flight);
      }
    },
    sweep() {
      for (const [key, page] of [...store.entries()]) if (!isUsable(page)) store.delete(key);
    },
  };
}

/**
 * When pages change without an event, because an offer, a coupon or an announcement begins or ends, or an article or a
 * scheduled version appears. Read from the database, and kept until it has passed or `forget` is called.
 */
function scheduledChange(services: Pick<Services, "db" | "clock">) {
  let known: { readAt: number; at: Promise<number> } | undefined;
  async function read(): Promise<number> {
    const moments = await Promise.all([
      nextOfferChange(services),
      nextCouponChange(services),
      nextArticleAt(services),
      nextPublicationAt(services),
    ]);
    return Math.min(Number.POSITIVE_INFINITY, ...moments.flatMap((one) => one?.getTime() ?? []));
  }
  return {
    /** The next such time after `now`; both in milliseconds, Infinity when there is none. */
    async next(now: number): Promise<number> {
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
