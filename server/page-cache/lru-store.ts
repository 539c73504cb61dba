import { bytesOf, type Entry } from "./entry.server.ts";

/** So many ways of writing one page's address are remembered; others are read anew each time. */
const maxAliases = 8;

/** Nobody but a program writes longer ones, or signs that stand in no address of the shop. */
const maxAddressLength = 300;
const cacheableAddress = /^[\w\-.~:/?&=%+,[\]]*$/;

/** Whether an address is worth remembering: who asks under another is answered all the same, a little later. */
function isWorthAlias(address: string): boolean {
  return address.length <= maxAddressLength && cacheableAddress.test(address);
}

/** Pages by the address as it came, and by the one they were made from. */
export type LruStore = {
  at(asked: string): Entry | undefined;
  named(key: string): Entry | undefined;
  /** Remembers one more way of asking for a page, if it still is here. */
  alsoAt(asked: string, key: string, entry: Entry): void;
  put(key: string, entry: Entry): void;
  /** After a page grew by a packing: makes room if it must. */
  makeRoom(): void;
  drop(which: (entry: Entry) => boolean): void;
  readonly bytes: number;
  readonly size: number;
};

/** In: how many bytes all pages may take. Who was not asked for since the last look goes first. */
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
    // Everyone gets a second chance once, so two rounds are enough. A new page has none yet: asking for a thousand
    // pages once each does not push out those that everybody reads.
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
    get bytes() {
      return total();
    },
    get size() {
      return entries.size;
    },
  };
}
