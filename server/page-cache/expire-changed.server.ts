import type { ChangeEvent } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { invalidatingTopics, isAffectedBy } from "./invalidation.ts";
import type { LruStore } from "./lru-store.ts";
import type { Renders } from "./renders.server.ts";
import type { ScheduleChange } from "./schedule-change.server.ts";

/**
 * Change events within this many milliseconds are processed together, so that a page is rendered at most that often.
 * Screens revalidate 100 ms after an event (app/web/live/event-stream.ts), after the page was dropped: events that have
 * waited this long are processed before a request, since a process that was not scheduled in time reads its sockets
 * before it runs its timers.
 */
const batchMs = 50;

/** `applyDue` processes the due events; called before a cached page is sent. */
export type Expiring = { applyDue(): void; stop(): void };

/**
 * Expires the pages that show what changed. In: the source of change events, the pages and their renderer, and a
 * function called first with each event.
 */
export function expireChanged(
  { live }: Pick<Services, "live">,
  {
    store,
    renders,
    schedule,
  }: {
    store: Pick<LruStore, "entries">;
    renders: Pick<Renders, "expire" | "invalidate">;
    schedule: Pick<ScheduleChange, "forget">;
  },
  onChange: () => void,
): Expiring {
  const waiting = new Map<string, ChangeEvent>();
  let timer: NodeJS.Timeout | undefined;
  /** When the waiting events are due, by performance.now(). */
  let dueAt = Number.POSITIVE_INFINITY;
  const subscriptions = invalidatingTopics.map((topic) => live.subscribe(topic, collect));

  function collect(change: ChangeEvent) {
    onChange();
    waiting.set(`${change.topic} ${change.id ?? ""} ${change.only ?? ""}`, change);
    if (change.id === undefined) apply();
    else if (timer === undefined) {
      timer = setTimeout(apply, batchMs).unref();
      dueAt = performance.now() + batchMs;
    }
  }

  function apply() {
    clearTimeout(timer);
    timer = undefined;
    dueAt = Number.POSITIVE_INFINITY;
    const changes = [...waiting.values()];
    waiting.clear();
    schedule.forget();
    for (const entry of store.entries())
      if (entry.until > 0 && changes.some((change) => isAffectedBy(change, entry))) renders.expire(entry);
    renders.invalidate(changes);
  }

  return {
    applyDue() {
      if (performance.now() >= dueAt) apply();
    },
    stop() {
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}
