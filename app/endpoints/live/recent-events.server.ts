import type { ChangeEvent, Live } from "../../../platform/live/live.server.ts";
import type { TopicSubscription } from "./topics.ts";

/** News of so many milliseconds, and at most so many, are remembered for who was not listening yet. */
const retentionMs = 60_000;
const maxEvents = 10_000;

type RecentEvent = ChangeEvent & { at: number };
/** `since`: from then on nothing is forgotten. */
type RecentEvents = { since: number; recent: RecentEvent[] };
const recentByLive = new WeakMap<Live, Map<string, RecentEvents>>();

/**
 * Whether there was news for a stream that opens now, since its page was read. In: the stream's topics, and how many
 * milliseconds ago that was (null: not said). Out: true also when nobody here listened for so long, so that it is
 * never wrongly false. No clocks are compared: the browser counts its own time, and the server its own.
 */
export function missedEvents(live: Live, wanted: TopicSubscription[], age: number | null): boolean {
  const now = performance.now();
  const memoriesHere = recentByLive.get(live) ?? new Map<string, RecentEvents>();
  recentByLive.set(live, memoriesHere);
  return wanted
    .map(({ topic, id }) => {
      const memory = memoriesHere.get(topic) ?? recordEvents(live, topic, memoriesHere);
      if (age === null) return false;
      const from = now - age;
      if (from <= memory.since) return true;
      return memory.recent.some((one) => one.at >= from && (!id || !one.id || one.id === id));
    })
    .includes(true);
}

/** Listens to a topic for as long as the process runs. */
function recordEvents(live: Live, topic: string, memoriesHere: Map<string, RecentEvents>): RecentEvents {
  const memory: RecentEvents = { since: performance.now(), recent: [] };
  memoriesHere.set(topic, memory);
  live.subscribe(topic, (change) => {
    const now = performance.now();
    memory.recent.push({ ...change, at: now });
    const old = memory.recent.findIndex(({ at }) => at >= now - retentionMs);
    const tooMany = Math.max(0, memory.recent.length - maxEvents);
    const forgotten = Math.max(old, tooMany);
    if (forgotten === 0) return;
    const dropped = memory.recent.splice(0, forgotten);
    memory.since = dropped.at(-1)?.at ?? memory.since;
  });
  return memory;
}
