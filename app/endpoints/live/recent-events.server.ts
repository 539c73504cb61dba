import type { ChangeEvent, Live } from "../../../platform/live/live.server.ts";
import type { TopicSubscription } from "./topics.ts";

/** How long (ms) and how many events are kept for streams that connect later. */
const retentionMs = 60_000;
const maxEvents = 10_000;

type RecentEvent = ChangeEvent & { at: number };
/** `since`: the event log is complete from this time on. */
type RecentEvents = { since: number; recent: RecentEvent[] };
const recentByLive = new WeakMap<Live, Map<string, RecentEvents>>();

/**
 * Whether an event happened between the reading of a page and the opening of its stream. In: the stream's topics, and
 * the age of the page in ms (null: unknown). Out: true as well when the log does not reach back that far, so it is
 * never wrongly false. No clocks are compared: browser and server each measure durations.
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

/** Records a topic as long as the process runs. */
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
