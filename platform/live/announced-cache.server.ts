import { cached } from "../lru.ts";
import type { Services } from "../services.server.ts";

type Ports = Pick<Services, "live" | "site">;
type Stored<Value> = { value: Promise<Value | null>; at: number };

/** The value of a key: from memory, else what `read` returns. */
export type AnnouncedCache<Value> = (
  ports: Ports,
  key: string,
  read: () => Promise<Value | null>,
) => Promise<Value | null>;

/**
 * A cache in this process's memory of what the database announces. A value is read at its first use and again after a
 * change event of one of the topics with its key as the id, or without an id; a read that began before the event is not
 * stored. While the connection for events is down, and where reads may not come from memory (`site.inMemory`), every
 * value is read. In: the topics, how many values are stored (the least recently used one is dropped), and for data
 * without events how long a value is used. A null is not stored.
 */
export function announcedCache<Value>(options: {
  topics: readonly string[];
  most: number;
  maxAgeMs?: number;
}): AnnouncedCache<Value> {
  const { topics, most, maxAgeMs = Number.POSITIVE_INFINITY } = options;
  const stores = new WeakMap<Ports["live"], Map<string, Stored<Value>>>();

  function storeOf(live: Ports["live"]) {
    const known = stores.get(live);
    if (known) return known;
    const store = new Map<string, Stored<Value>>();
    stores.set(live, store);
    for (const topic of topics)
      live.subscribe(topic, ({ id }) => {
        if (id === undefined) store.clear();
        else store.delete(id);
      });
    return store;
  }

  return async ({ live, site }, key, read) => {
    if (!site.inMemory) return read();
    const store = storeOf(live);
    if (!live.listening()) return read();
    const now = performance.now();
    const known = store.get(key);
    if (known && now - known.at >= maxAgeMs) store.delete(key);
    const stored = cached(store, most, key, () => ({ value: read(), at: now }));
    const forget = () => {
      if (store.get(key) === stored) store.delete(key);
    };
    try {
      const value = await stored.value;
      if (value === null) forget();
      return value;
    } catch (error) {
      forget();
      throw error;
    }
  };
}
