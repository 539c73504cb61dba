import { bytesOf, type Entry } from "./entry.server.ts";

/** The number of aliases remembered per page; others are resolved each time. */
const maxAliases = 8;

/** Longer addresses, or with other characters, come from programs. */
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
  /** Evicts pages after one grew by an encoding. */
  makeRoom(): void;
  drop(which: (entry: Entry) => boolean): void;
  entries(): Iterable<Entry>;
  readonly bytes: number;
  readonly size: number;
};

/** In: the capacity in bytes. Second-chance eviction: pages not requested since the last scan go first. */
export function makeLruStore(maxBytes: number): LruStore {
  const entries = new Map<string, Entry>();
  const byAddress = new Map<string, Entry>();

  function remove(key: string, entry: Entry) {
    entries.delete(key);
    for (const address of entry.addresses) byAddress.delete(address);
    entry.addresses.length = 0;
  }

  function total(): number {
    let sum = 0;
    for (const { size } of entries.values()) sum += size;
    return sum;
  }

  function makeRoom() {
    let bytes = total();
    if (bytes <= maxBytes) return;
    // Each entry gets one second chance, so two rounds are enough. A new page has none yet: requesting a thousand
    // pages once does not evict those that are in use.
    for (const [key, entry] of [...entries, ...entries]) {
      if (bytes <= maxBytes) return;
      if (entries.get(key) !== entry) continue;
      if (entry.used) {
        entry.used = false;
        entries.delete(key);
        entries.set(key, entry);
        continue;
      }
      bytes -= entry.size;
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
      byAddress.set(asked, entry);
    },
    put(key, entry) {
      const before = entries.get(key);
      if (before) remove(key, before);
      if (!isWorthAlias(key)) return;
      entry.size += bytesOf(key);
      entries.set(key, entry);
      makeRoom();
    },
    makeRoom,
    drop(which) {
      for (const [key, entry] of entries) if (which(entry)) remove(key, entry);
    },
    entries: () => entries.values(),
    get bytes() {
      return total();
    },
    get size() {
      return entries.size;
    },
  };
}
