/** A set of small integers: bit n is set when n is a member. Combined sets have the same length. */
export type Bitset = Uint32Array;

/** An empty set with this capacity. */
export function emptyBitset(capacity: number): Bitset {
  return new Uint32Array((capacity + 31) >>> 5);
}

/** Adds a member. */
export function setBit(bits: Bitset, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

/** Removes a member. */
export function clearBit(bits: Bitset, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) & ~(1 << (bit & 31));
}

/** Whether it is a member. */
export function hasBit(bits: Bitset, bit: number): boolean {
  return ((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
}

/** The intersection; null stands for "everything". */
export function intersection(one: Bitset, other: Bitset | null): Bitset {
  if (other === null) return one;
  const out = new Uint32Array(one.length);
  for (let at = 0; at < out.length; at++) out[at] = (one[at] ?? 0) & (other[at] ?? 0);
  return out;
}

/** The union. */
export function union(sets: readonly Bitset[], words: number): Bitset {
  const out = new Uint32Array(words);
  for (const set of sets) for (let at = 0; at < words; at++) out[at] = (out[at] ?? 0) | (set[at] ?? 0);
  return out;
}

/** The members whose code has a 1 in the table. */
export function withCodes(bits: Bitset, codes: Uint16Array, table: Uint8Array): Bitset {
  const out = new Uint32Array(bits.length);
  for (let at = 0; at < bits.length; at++) {
    const word = bits[at] ?? 0;
    if (word === 0) continue;
    const first = at << 5;
    let found = 0;
    for (let bit = 0; bit < 32; bit++) found |= (table[codes[first + bit] ?? 0] ?? 0) << bit;
    out[at] = word & found;
  }
  return out;
}

/** The members that pass the test. */
export function filtered(bits: Bitset, test: (bit: number) => boolean): Bitset {
  const out = new Uint32Array(bits.length);
  for (let at = 0; at < bits.length; at++) {
    let found = 0;
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1) {
      const lowest = left & -left;
      if (test((at << 5) + 31 - Math.clz32(lowest))) found |= lowest;
    }
    out[at] = found;
  }
  return out;
}

/** The indexes of the non-zero words. */
export function nonZero(bytes: Uint8Array): Bitset {
  const out = emptyBitset(bytes.length);
  for (let at = 0, bit = 0; at < out.length; at++) {
    let found = 0;
    for (const end = Math.min(bit + 32, bytes.length); bit < end; bit++)
      if (bytes[bit] !== 0) found |= 1 << (bit & 31);
    out[at] = found;
  }
  return out;
}

/** Calls `visit` with each member in ascending order. */
export function forEachBit(bits: Bitset, visit: (bit: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    let left = bits[at] ?? 0;
    while (left !== 0) {
      visit((at << 5) + 31 - Math.clz32(left & -left));
      left &= left - 1;
    }
  }
}

/** The members of a set, in ascending order. */
export function documentsOf(bits: Bitset): Uint32Array {
  const docs: number[] = [];
  for (let at = 0; at < bits.length; at++)
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1)
      docs.push((at << 5) + 31 - Math.clz32(left & -left));
  return Uint32Array.from(docs);
}
