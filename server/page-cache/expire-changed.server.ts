import type { ChangeEvent } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { invalidatingTopics, isAffectedBy } from "./invalidation.ts";
import type { LruStore } from "./lru-store.ts";
import type { Renders } from "./renders.server.ts";
import type { ScheduleChange } from "./schedule-change.server.ts";

/**
 * Change events within so many milliseconds are processed together, so that a page is rendered at most that often.
 * Screens revalidate 100 ms after an event (app/web/live/event-stream.ts), after the page was dropped.
 */
const batchMs = 50;

/**
 * Expires the pages that show what changed. In: where change events come from, the pages and what renders them, and what
 * to do first with each event. Out: the function that stops it.
 */
export function expireChanged(
  { live }: Pick<Services, "live">,
  { store, renders, schedule }: { store: LruStore; renders: Renders; schedule: ScheduleChange },
  onChange: () => void,
): () => void {
  const waiting = new Map<string, ChangeEvent>();
  let timer: NodeJS.Timeout | undefined;
  const subscriptions = invalidatingTopics.map((topic) => live.subscribe(topic, hear));

  function hear(change: ChangeEvent) {
    onChange();
    waiting.set(`${change.topic} ${change.id ?? ""} ${change.only ?? ""}`, change);
    if (change.id === undefined) apply();
    else timer ??= setTimeout(apply, batchMs).unref();
  }

  function apply() {
    clearTimeout(timer);
    timer = undefined;
    const changes = [...waiting.values()];
    waiting.clear();
    schedule.forget();
    for (const entry of store.entries())
      if (entry.until > 0 && changes.some((change) => isAffectedBy(change, entry))) renders.expire(entry);
    renders.invalidate(changes);
  }

  return () => {
    clearTimeout(timer);
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}
