import { type Bits, has } from "./bitset.ts";

/** `limit` of an order's places, after so many skipped ones. */
export type Part = { skipped: number; limit: number };

/** Places kept in one order. `before`: negative when the first comes before the second; never 0 for two places. */
export type InOrder = {
  /** Puts many in at once, in any order. */
  fill(places: Uint32Array): void;
  insert(place: number): void;
  /** A part of those that are in `among`. */
  part(among: Bits, part: Part): number[];
  /** All that are in `among`. */
  walk(among: Bits, visit: (place: number) => void): void;
};

/** In: how many places there may be, and how two of them are compared. */
export function inOrder(capacity: number, before: (one: number, other: number) => number): InOrder {
  const places = new Uint32Array(capacity);
  let length = 0;
  return {
    fill(all) {
      places.set(all);
      length = all.length;
      places.subarray(0, length).sort(before);
    },
    insert(place) {
      let low = 0;
      for (let high = length; low < high; ) {
        const middle = (low + high) >>> 1;
        if (before(places[middle] ?? 0, place) < 0) low = middle + 1;
        else high = middle;
      }
      places.copyWithin(low + 1, low, length);
      places[low] = place;
      length++;
    },
    part(among, { skipped, limit }) {
      const found: number[] = [];
      let before = 0;
      for (let at = 0; at < length && found.length < limit; at++) {
        const place = places[at] ?? 0;
        if (has(among, place) && before++ >= skipped) found.push(place);
      }
      return found;
    },
    walk(among, visit) {
      for (let at = 0; at < length; at++) {
        const place = places[at] ?? 0;
        if (has(among, place)) visit(place);
      }
    },
  };
}
