import type { Term } from "../../catalogue/catalogue.ts";
import { type Bits, bitsFor, put } from "./bitset.ts";

/** In what part of a product a word stands: its name, its category, or brand, tags and material. */
export const parts = ["rest", "category", "name"] as const;
/** What a word in that part is worth; the same figures as in shop/catalogue/listing/conditions.server.ts. */
const worth = [1, 2, 4];

/** Which products have which words. */
export type Postings = {
  /** `words`: as they stand in product.search_words, for each of `parts`. */
  add(place: number, words: readonly (readonly string[])[]): void;
  has(word: string): boolean;
  /** Whether some word begins so. */
  begins(prefix: string): boolean;
  /** The products that have every term, and how well each fits, by its place. */
  find(terms: readonly Term[]): { found: Bits; scores: Uint8Array };
};

/** In: how many places there are. A posting is the product's place and the part, in one number. */
export function makePostings(capacity: number): Postings {
  const byWord = new Map<string, number[]>();
  let sorted: string[] | null = null;

  function startingWith(prefix: string): string[] {
    sorted ??= [...byWord.keys()].sort();
    let low = 0;
    for (let high = sorted.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] ?? "") < prefix) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (sorted[end]?.startsWith(prefix)) end++;
    return sorted.slice(low, end);
  }

  /** What each product's best part with this word is worth, written into `best`. */
  function mark(word: string, best: Uint8Array): void {
    for (const posting of byWord.get(word) ?? []) {
      const points = worth[posting & 3] ?? 0;
      if (points > (best[posting >>> 2] ?? 0)) best[posting >>> 2] = points;
    }
  }

  /** All words of one alternative: worth as much as its least word. */
  function markAll(words: readonly string[], best: Uint8Array): void {
    const [first, ...more] = words;
    if (first === undefined) return;
    if (more.length === 0) {
      mark(first, best);
      return;
    }
    const least = new Uint8Array(capacity).fill(255);
    for (const word of words) {
      const one = new Uint8Array(capacity);
      mark(word, one);
      for (let place = 0; place < capacity; place++)
        if ((one[place] ?? 0) < (least[place] ?? 0)) least[place] = one[place] ?? 0;
    }
    for (let place = 0; place < capacity; place++)
      if ((least[place] ?? 0) > (best[place] ?? 0)) best[place] = least[place] ?? 0;
  }

  return {
    add(place, words) {
      words.forEach((list, part) => {
        for (const word of list) {
          const postings = byWord.get(word);
          if (postings) postings.push((place << 2) | part);
          else {
            byWord.set(word, [(place << 2) | part]);
            sorted = null;
          }
        }
      });
    },
    has: (word) => byWord.has(word),
    begins: (prefix) => startingWith(prefix).length > 0,
    find(terms) {
      const scores = new Uint8Array(capacity);
      const met = new Uint8Array(capacity);
      terms.forEach((term, index) => {
        const best = new Uint8Array(capacity);
        for (const words of term.alternatives) markAll(words, best);
        if (term.prefix !== null) for (const word of startingWith(term.prefix)) mark(word, best);
        const itself = new Uint8Array(capacity);
        markAll(term.alternatives[0] ?? [], itself);
        for (let place = 0; place < capacity; place++) {
          if (best[place] === 0 || met[place] !== index) continue;
          met[place] = index + 1;
          scores[place] = Math.min(255, (scores[place] ?? 0) + (best[place] ?? 0) + (itself[place] ? 1 : 0));
        }
      });
      const found = bitsFor(capacity);
      for (let place = 0; place < capacity; place++) if (met[place] === terms.length) put(found, place);
      return { found, scores };
    },
  };
}
