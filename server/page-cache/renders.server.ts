import type { PageContent, SharedPage } from "../../app/web/caching/shared-pages.ts";
import { isBusy } from "../../platform/database/database.server.ts";
import type { ChangeEvent } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Application } from "../application.server.ts";
import { type Entry, entryOf } from "./entry.server.ts";
import { isAffectedBy } from "./invalidation.ts";
import type { LruStore } from "./lru-store.ts";
import type { ScheduleChange } from "./schedule-change.server.ts";

/** The maximum age of a page, without any event. Also the CDN's max-age. */
export const maxAgeMs = 60_000;

/** The maximum age of a stale page that is sent because the database is unreachable. */
const maxStaleMs = 10 * 60_000;

/** A page; null: it could not be rendered for everybody; "busy": the database is unreachable or overloaded. */
export type Rendered = Entry | "busy" | null;

/** A page being rendered, and the events since it was started. */
type InFlight = { shows: PageContent; entry: Promise<Rendered>; events: ChangeEvent[] };

export type Renders = {
  /** The page from the store while change events are received, else rendered once for all concurrent requests. */
  take(key: string, origin: string, page: SharedPage): Promise<Rendered>;
  /** Whether a page may still be sent. */
  isFresh(entry: Entry): boolean;
  /** Whether it may be sent while no newer one can be rendered. */
  isUsable(entry: Entry): boolean;
  /** Marks the page as stale. It stays usable for as long as a CDN may show it: the page of a product that is selling
   * well has usually just expired, also when the database fails. */
  expire(entry: Entry): void;
  /**
   * On change events: renders in progress that show what changed are not stored, and new requests do not wait for them.
   */
  invalidate(changes: ChangeEvent[]): void;
  /** Pages rendered since the start. */
  count(): number;
};

/** Renders pages for the store. `more`: headers that go out with every page, name and value alternating. */
export function makeRenders({
  services: { live, clock, log },
  application,
  store,
  schedule,
  more,
}: {
  services: Services;
  application: Application;
  store: LruStore;
  schedule: ScheduleChange;
  more: readonly string[];
}): Renders {
  const flights = new Map<string, InFlight>();
  /** Renders that were started before an invalidation; requests from now on do not wait for them. */
  const left = new Set<InFlight>();
  let rendered = 0;

  function isWithin({ madeAt }: Entry, until: number): boolean {
    const now = clock.now().getTime();
    return now < until && now >= madeAt;
  }
  const isFresh = (entry: Entry) => isWithin(entry, entry.until);

  function expire(entry: Entry) {
    entry.staleUntil = Math.min(entry.staleUntil, clock.now().getTime() + maxAgeMs);
    entry.until = 0;
  }

  /** A page that is stale before it is finished is stored all the same, for use if the database fails. */
  function keep(key: string, entry: Entry, old: boolean) {
    const known = store.named(key);
    if (old && known && isFresh(known)) return;
    if (old) expire(entry);
    store.put(key, entry);
  }

  async function render(
    key: string,
    origin: string,
    page: SharedPage,
    flight: () => InFlight,
  ): Promise<Rendered> {
    try {
      rendered++;
      const madeAt = clock.now().getTime();
      const changes = await schedule.next(madeAt);
      const answer = await application(new Request(`${origin}${page.address}`));
      if (answer.status === 503) return "busy";
      const until = Math.min(madeAt + maxAgeMs, changes);
      const staleUntil = Math.min(madeAt + maxStaleMs, changes);
      const entry = await entryOf(answer, { shows: page.shows, madeAt, until, staleUntil, more });
      const old = entry && flight().events.some((change) => isAffectedBy(change, entry));
      if (entry?.status === 200 && live.listening()) keep(key, entry, old === true);
      return entry;
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
    isUsable: (entry) => isWithin(entry, entry.staleUntil),
    expire,
    count: () => rendered,
    take(key, origin, page) {
      const known = live.listening() ? store.named(key) : undefined;
      if (known && isFresh(known)) return Promise.resolve(known);
      const flying = flights.get(key);
      if (flying) return flying.entry;
      const flight: InFlight = {
        shows: page.shows,
        entry: render(key, origin, page, () => flight),
        events: [],
      };
      flights.set(key, flight);
      return flight.entry;
    },
    invalidate(changes) {
      for (const flight of left) flight.events.push(...changes);
      for (const [key, flight] of flights) {
        flight.events.push(...changes);
        // Later requests must not get what was read before the event; requests that already wait came before it.
        if (!changes.some((change) => isAffectedBy(change, { shows: flight.shows, ids: null }))) continue;
        flights.delete(key);
        left.add(flight);
      }
    },
  };
}
