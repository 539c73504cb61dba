import type { Change, Live } from "../../../platform/live/live.server.ts";
import type { Wanted } from "./topics.ts";

/** News of so many milliseconds, and at most so many, are remembered for who was not listening yet. */
const rememberedFor = 60_000;
const mostRemembered = 10_000;

type Heard = Change & { at: number };
/** `since`: from then on nothing is forgotten. */
type Memory = { since: number; heard: Heard[] };
const memories = new WeakMap<Live, Map<string, Memory>>();

/**
 * Whether there was news for a stream that opens now, since its page was read. In: the stream's topics, and how many
 * milliseconds ago that was (null: not said). Out: true also when nobody here listened for so long, so that it is
 * never wrongly false. No clocks are compared: the browser counts its own time, and the server its own.
 */
export function missedNews(live: Live, wanted: Wanted[], age: number | null): boolean {
  const now = performance.now();
  const memoriesHere = memories.get(live) ?? new Map<string, Memory>();
  memories.set(live, memoriesHere);
  return wanted
    .map(({ topic, id }) => {
      const memory = memoriesHere.get(topic) ?? remember(live, topic, memoriesHere);
      if (age === null) return false;
      const from = now - age;
      if (from <= memory.since) return true;
      return memory.heard.some((one) => one.at >= from && (!id || !one.id || one.id === id));
    })
    .includes(true);
}

/** Listens to a topic for as long as the process runs. */
function remember(live: Live, topic: string, memoriesHere: Map<string, Memory>): Memory {
  const memory: Memory = { since: performance.now(), heard: [] };
  memoriesHere.set(topic, memory);
  live.subscribe(topic, (change) => {
    const now = performance.now();
    memory.heard.push({ ...change, at: now });
    const old = memory.heard.findIndex(({ at }) => at >= now - rememberedFor);
    const tooMany = Math.max(0, memory.heard.length - mostRemembered);
    const forgotten = Math.max(old, tooMany);
    if (forgotten === 0) return;
    const dropped = memory.heard.splice(0, forgotten);
    memory.since = dropped.at(-1)?.at ?? memory.since;
  });
  return memory;
}
