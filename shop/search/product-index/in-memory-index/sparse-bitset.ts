import type { Bitset } from "../bitset.ts";

/**
 * A set by its non-empty words, in ascending order. Documents are ordered by collections, category and price, so what a
 * filter of these leaves is in few words of a large index.
 */
export type SparseBitset = { positions: Uint32Array; words: Uint32Array };

/**
 * A set with the positions of the words that may be non-empty; null for any. `name`: of one that stays the same until
 * the index changes.
 */
export type Mask = { bits: Bitset; positions: Uint32Array | null; name?: string };

/** A set as a mask. */
export function maskOf(bits: Bitset, name?: string): Mask {
  const positions = new Uint32Array(bits.length);
  let size = 0;
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) positions[size++] = at;
  return { bits, positions: positions.slice(0, size), ...(name !== undefined && { name }) };
}

/**
 * Working memory of the functions below, whose results are copies: most words of a large index turn out empty, and new
 * arrays of its length for each intersection would have to be cleared and collected.
 */
let working: SparseBitset = { positions: new Uint32Array(), words: new Uint32Array() };

/** The intersection of sets, which only looks at words where none is known to be empty. In: the words of a set. */
export function intersectionOf(masks: readonly Mask[], length: number): SparseBitset {
  const narrowest = masks.reduce<Uint32Array | null>(
    (least, { positions }) =>
      positions !== null && (least === null || positions.length < least.length) ? positions : least,
    null,
  );
  const sets = masks.map(({ bits }) => bits);
  const count = narrowest === null ? length : narrowest.length;
  const { positions, words } = workingMemory(count);
  let size = 0;
  for (let n = 0; n < count; n++) {
    const at = narrowest === null ? n : (narrowest[n] ?? 0);
    let word = -1;
    for (const bits of sets) word &= bits[at] ?? 0;
    if (word === 0) continue;
    positions[size] = at;
    words[size++] = word;
  }
  return { positions: positions.slice(0, size), words: words.slice(0, size) };
}

/** The members of a set that are in the union of others. */
export function within({ positions, words }: SparseBitset, others: readonly Bitset[]): SparseBitset {
  const count = positions.length;
  const found = workingMemory(count);
  // One set after the other: a loop over sets for each word takes twice the time.
  found.words.fill(0, 0, count);
  for (const set of others)
    for (let n = 0; n < count; n++) found.words[n] = (found.words[n] ?? 0) | (set[positions[n] ?? 0] ?? 0);
  let size = 0;
  for (let n = 0; n < count; n++) {
    const word = (found.words[n] ?? 0) & (words[n] ?? 0);
    found.positions[size] = positions[n] ?? 0;
    found.words[size] = word;
    if (word !== 0) size++;
  }
  return { positions: found.positions.slice(0, size), words: found.words.slice(0, size) };
}

function workingMemory(count: number): SparseBitset {
  if (working.words.length < count)
    working = { positions: new Uint32Array(count), words: new Uint32Array(count) };
  return working;
}

/** The same set with all its words. In: their number. */
export function allWords({ positions, words }: SparseBitset, length: number): Bitset {
  const bits = new Uint32Array(length);
  for (let n = 0; n < positions.length; n++) bits[positions[n] ?? 0] = words[n] ?? 0;
  return bits;
}

/** The number of members. */
export function memberCount({ words }: SparseBitset): number {
  let count = 0;
  for (let n = 0; n < words.length; n++) count += popCount(words[n] ?? 0);
  return count;
}

/** The size of the intersection of a set with the union of others. */
export function sizeWithin(others: readonly Bitset[], { positions, words }: SparseBitset): number {
  const [one, other, ...more] = others;
  if (one === undefined) return 0;
  let count = 0;
  // One and two sets are nearly all there is, and an inner loop would double the time.
  if (other === undefined)
    for (let n = 0; n < positions.length; n++)
      count += popCount((one[positions[n] ?? 0] ?? 0) & (words[n] ?? 0));
  else if (more.length === 0)
    for (let n = 0; n < positions.length; n++) {
      const at = positions[n] ?? 0;
      count += popCount(((one[at] ?? 0) | (other[at] ?? 0)) & (words[n] ?? 0));
    }
  else
    for (let n = 0; n < positions.length; n++) {
      const at = positions[n] ?? 0;
      let found = 0;
      for (const set of others) found |= set[at] ?? 0;
      count += popCount(found & (words[n] ?? 0));
    }
  return count;
}

/** The members as an array, so that several columns can be counted without scanning the set again. */
export function documentIds(set: SparseBitset): Uint32Array {
  const { positions, words } = set;
  const docs = new Uint32Array(memberCount(set));
  let next = 0;
  for (let n = 0; n < positions.length; n++) {
    const first = (positions[n] ?? 0) << 5;
    let left = words[n] ?? 0;
    while (left !== 0) {
      docs[next++] = first + 31 - Math.clz32(left & -left);
      left &= left - 1;
    }
  }
  return docs;
}

/** The members that pass the test, as a mask. In: the words of a set. */
export function passing(
  { positions, words }: SparseBitset,
  length: number,
  test: (doc: number) => boolean,
): Mask {
  const bits = new Uint32Array(length);
  for (let n = 0; n < positions.length; n++) {
    const at = positions[n] ?? 0;
    let found = 0;
    for (let left = words[n] ?? 0; left !== 0; left &= left - 1) {
      const lowest = left & -left;
      if (test((at << 5) + 31 - Math.clz32(lowest))) found |= lowest;
    }
    bits[at] = found;
  }
  return { bits, positions };
}

/** The number of set bits of a word. */
function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
