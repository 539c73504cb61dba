import type { PageContent, SharedPage } from "../../app/web/caching/shared-pages.ts";
import type { ChangeEvent } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Application } from "../application.server.ts";
import { type Entry, entryOf } from "./entry.server.ts";
import { isAffectedBy } from "./invalidation.ts";
import type { LruStore } from "./lru-store.ts";
import type { ScheduleChange } from "./schedule-change.server.ts";

/** The maximum age of a page, whatever events came. Also the CDN's max-age. */
export const maxAgeMs = 60_000;

/** A page being rendered, and the events since it was started. */
type InFlight = { shows: PageContent; entry: Promise<Entry | null>; heard: ChangeEvent[] };

export type Renders = {
  /** The page from the store, or rendered once for all who ask meanwhile; null when it could not be rendered. */
  take(key: string, origin: string, page: SharedPage): Promise<Entry | null>;
  /** Whether a page may still be sent. */
  isFresh(entry: Entry): boolean;
  /** Change events: pages under way that show what changed are not stored, and nobody new waits for them. */
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

  function isFresh(entry: Entry): boolean {
    const now = clock.now().getTime();
    return now < entry.until && now >= entry.madeAt;
  }

  async function render(
    key: string,
    origin: string,
    page: SharedPage,
    flight: () => InFlight,
  ): Promise<Entry | null> {
    try {
      rendered++;
      const madeAt = clock.now().getTime();
      const until = Math.min(madeAt + maxAgeMs, await schedule.next(madeAt));
      const answer = await application(new Request(`${origin}${page.address}`));
      const entry = await entryOf(answer, { shows: page.shows, madeAt, until, more });
      const old = entry && flight().heard.some((change) => isAffectedBy(change, entry));
      if (entry?.status === 200 && !old && live.listening()) store.put(key, entry);
      return entry;
    } catch (error) {
      log.error({ err: error, page: page.address }, "a page for everybody could not be made");
      return null;
    } finally {
      if (flights.get(key) === flight()) flights.delete(key);
      left.delete(flight());
    }
  }

  return {
    isFresh,
    count: () => rendered,
    take(key, origin, page) {
      const known = store.named(key);
      if (known && isFresh(known)) return Promise.resolve(known);
      const flying = flights.get(key);
      if (flying) return flying.entry;
      const flight: InFlight = {
        shows: page.shows,
        entry: render(key, origin, page, () => flight),
        heard: [],
      };
      flights.set(key, flight);
      return flight.entry;
    },
    invalidate(changes) {
      for (const flight of left) flight.heard.push(...changes);
      for (const [key, flight] of flights) {
        flight.heard.push(...changes);
        // Requests from now on must not get what was read before; requests that wait already came before the event.
        if (!changes.some((change) => isAffectedBy(change, { shows: flight.shows, ids: null }))) continue;
        flights.delete(key);
        left.add(flight);
      }
    },
  };
}
