/** Numbers that look random and are the same for the same seed. */
export type Random = {
  /** From 0 to 1, excluding 1. */
  next(): number;
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** A random item, by weight. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item;
  /** The items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[];
};

/** In: the seed as text. An order with its own seed does not change when other orders are added before it. */
export function randomOf(seed: string): Random {
  const next = mulberry32(hashOf(seed));
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const random: Random = {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (items) => at(items, whole(0, items.length - 1)),
    weighted(items) {
      let left = next() * items.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return at(items, items.length - 1)[1];
    },
    shuffled(items) {
      const mixed = [...items];
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = whole(0, last);
        [mixed[last], mixed[other]] = [at(mixed, other), at(mixed, last)];
      }
      return mixed;
    },
  };
  return random;
}

function at<Item>(items: readonly Item[], index: number): Item {
  if (items.length === 0) throw new Error("there is nothing to choose from");
  return items[index] as Item;
}

/** Bob Jenkins' one-at-a-time hash: short seeds that differ in one letter give numbers far apart. */
function hashOf(seed: string): number {
  let hash = 0;
  for (const letter of seed) {
    hash = (hash + (letter.codePointAt(0) ?? 0)) | 0;
    hash = (hash + (hash << 10)) | 0;
    hash ^= hash >>> 6;
  }
  hash = (hash + (hash << 3)) | 0;
  hash ^= hash >>> 11;
  return (hash + (hash << 15)) >>> 0;
}

/** Tommy Ettinger's mulberry32 (public domain): 32 bits of state are plenty for a demo. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
