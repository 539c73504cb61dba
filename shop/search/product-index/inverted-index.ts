import type { Term } from "../../catalogue/catalogue.ts";
import { type Bitset, emptyBitset, setBit } from "./bitset.ts";

/** The field of a word: the name, the category, or brand, tags and material. */
export const searchFields = ["rest", "category", "name"] as const;
/** What a term scores by the field that it is found in. */
const fieldWeights = [1, 2, 4];

/** Words -> documents. */
export type InvertedIndex = {
  /** `words`: lexemes of product.search_words, for each of `searchFields`. */
  add(doc: number, words: readonly (readonly string[])[]): void;
  has(word: string): boolean;
  /** Whether some word has this prefix. */
  hasPrefix(prefix: string): boolean;
  /** The documents that match every term, and their scores by document. */
  search(terms: readonly Term[]): { found: Bitset; scores: Uint8Array };
};

/** In: the capacity in documents. A posting is a document and a field in one number. */
export function makeInvertedIndex(capacity: number): InvertedIndex {
  const byWord = new Map<string, number[]>();
  let sorted: string[] | null = null;

  function wordsWithPrefix(prefix: string): string[] {
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

  /** Writes the highest field weight of each document with this word into `best`. */
  function scoreWord(word: string, best: Uint8Array): void {
    for (const posting of byWord.get(word) ?? []) {
      const weight = fieldWeights[posting & 3] ?? 0;
      if (weight > (best[posting >>> 2] ?? 0)) best[posting >>> 2] = weight;
    }
  }

  /** All words of one alternative: the lowest weight of its words counts. */
  function scoreAllWords(words: readonly string[], best: Uint8Array): void {
    const [first, ...more] = words;
    if (first === undefined) return;
    if (more.length === 0) {
      scoreWord(first, best);
      return;
    }
    const least = new Uint8Array(capacity).fill(255);
    for (const word of words) {
      const one = new Uint8Array(capacity);
      scoreWord(word, one);
      for (let doc = 0; doc < capacity; doc++)
        if ((one[doc] ?? 0) < (least[doc] ?? 0)) least[doc] = one[doc] ?? 0;
    }
    for (let doc = 0; doc < capacity; doc++)
      if ((least[doc] ?? 0) > (best[doc] ?? 0)) best[doc] = least[doc] ?? 0;
  }

  return {
    add(doc, words) {
      words.forEach((list, field) => {
        for (const word of list) {
          const postings = byWord.get(word);
          if (postings) postings.push((doc << 2) | field);
          else {
            byWord.set(word, [(doc << 2) | field]);
            sorted = null;
          }
        }
      });
    },
    has: (word) => byWord.has(word),
    hasPrefix: (prefix) => wordsWithPrefix(prefix).length > 0,
    search(terms) {
      const scores = new Uint8Array(capacity);
      const termsMatched = new Uint8Array(capacity);
      terms.forEach((term, index) => {
        const best = new Uint8Array(capacity);
        for (const words of term.alternatives) scoreAllWords(words, best);
        if (term.prefix !== null) for (const word of wordsWithPrefix(term.prefix)) scoreWord(word, best);
        const itself = new Uint8Array(capacity);
        scoreAllWords(term.alternatives[0] ?? [], itself);
        for (let doc = 0; doc < capacity; doc++) {
          if (best[doc] === 0 || termsMatched[doc] !== index) continue;
          termsMatched[doc] = index + 1;
          scores[doc] = Math.min(255, (scores[doc] ?? 0) + (best[doc] ?? 0) + (itself[doc] ? 1 : 0));
        }
      });
      const found = emptyBitset(capacity);
      for (let doc = 0; doc < capacity; doc++) if (termsMatched[doc] === terms.length) setBit(found, doc);
      return { found, scores };
    },
  };
}
