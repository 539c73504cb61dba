import { bytesOf, type Entry } from "./entry.server.ts";

/** The number of aliases remembered per page; others are resolved each time. */
const maxAliases = 8;

/** Longer addresses, or with other characters, come from bots. */
const maxAddressLength = 300;
const cacheableAddress = /^[\w\-.~:/?&=%+,[\]]*$/;

/** Whether an alias is worth remembering; other aliases are answered as well, a little later. */
function isWorthAlias(address: string): boolean {
  return address.length <= maxAddressLength && cacheableAddress.test(address);
}

/** Pages by the address as requested (aliases), and by their canonical address. */
export type LruStore = {
  at(asked: string): Entry | undefined;
  named(key: string): Entry | undefined;
  /** Adds an alias of a page, if the page is still cached. */
  alsoAt(asked: string, key: string, entry: Entry): void;
  put(key: string, entry: Entry): void;
  /** Called after a page grew by an encoding: counts it, and evicts others. */
  makeRoom(entry: Entry): void;
  drop(which: (entry: Entry) => boolean): void;
  entries(): Iterable<Entry>;
  readonly bytes: number;
  readonly size: number;
};

/** In: the capacity in bytes. Second-chance eviction: pages not requested since the last scan go first. */
export function makeLruStore(maxBytes: number): LruStore {
  const entries = new Map<string, Entry>();
  const byAddress = new Map<string, Entry>();
  let bytes = 0;

  function remove(key: string, entry: Entry) {
    entries.delete(key);
    for (const address of entry.addresses) byAddress.delete(address);
    entry.addresses.length = 0;
    bytes -= entry.counted;
    entry.counted = 0;
  }

  function count(entry: Entry) {
    bytes += entry.size - entry.counted;
    entry.counted = entry.size;
  }

  function evict() {
    // Each entry gets one second chance, at the end, where this loop comes to it again. A new page has none yet:
    // requesting a thousand pages once does not evict those that are in use.
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return;
      if (entry.used) {
        entry.used = false;
        entries.delete(key);
        entries.set(key, entry);
        continue;
      }
      remove(key, entry);
    }
  }

  return {
    at: (asked) => byAddress.get(asked),
    named: (key) => entries.get(key),
    alsoAt(asked, key, entry) {
      if (entries.get(key) !== entry) return;
      if (entry.addresses.length >= maxAliases || byAddress.get(asked) === entry || !isWorthAlias(asked))
        return;
      entry.addresses.push(asked);
      entry.size += bytesOf(asked);
      count(entry);
      byAddress.set(asked, entry);
    },
    put(key, entry) {
      const before = entries.get(key);
      if (before) remove(key, before);
      if (!isWorthAlias(key)) return;
      entry.size += bytesOf(key);
      entries.set(key, entry);
      count(entry);
      evict();
    },
    makeRoom(entry) {
      // An entry that was evicted meanwhile is not counted again.
      if (entry.counted === 0) return;
      count(entry);
      evict();
    },
    drop(which) {
      for (const [key, entry] of entries) if (which(entry)) remove(key, entry);
    },
    entries: () => entries.values(),
    get bytes() {
      return bytes;
    },
    get size() {
      return entries.size;
    },
  };
}
