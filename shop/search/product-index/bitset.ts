/** A set of small whole numbers: bit n says whether n is in it. All sets that meet have the same length. */
export type Bitset = Uint32Array;

/** An empty set for so many places. */
export function emptyBitset(capacity: number): Bitset {
  return new Uint32Array((capacity + 31) >>> 5);
}

/** Puts one in. */
export function setBit(bits: Bitset, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

/** Takes one out. */
export function clearBit(bits: Bitset, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) & ~(1 << (bit & 31));
}

/** Whether it is in. */
export function hasBit(bits: Bitset, bit: number): boolean {
  return ((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
}

/** What is in both; null stands for "everything". */
export function intersection(one: Bitset, other: Bitset | null): Bitset {
  if (other === null) return one;
  const out = new Uint32Array(one.length);
  for (let at = 0; at < out.length; at++) out[at] = (one[at] ?? 0) & (other[at] ?? 0);
  return out;
}

/** What is in any of them. */
export function union(sets: readonly Bitset[], words: number): Bitset {
  const out = new Uint32Array(words);
  for (const set of sets) for (let at = 0; at < words; at++) out[at] = (out[at] ?? 0) | (set[at] ?? 0);
  return out;
}

/** How many are in both. */
export function intersectionSize(one: Bitset, other: Bitset): number {
  let count = 0;
  for (let at = 0; at < one.length; at++) count += popCount((one[at] ?? 0) & (other[at] ?? 0));
  return count;
}

/** Calls `visit` with each number of the set, from the lowest. */
export function forEachBit(bits: Bitset, visit: (bit: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    let left = bits[at] ?? 0;
    while (left !== 0) {
      visit((at << 5) + 31 - Math.clz32(left & -left));
      left &= left - 1;
    }
  }
}

/** How many bits of the word are set. */
function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
