import type { Term, TypeRule } from "../../catalogue/catalogue.ts";
import { factWord } from "../text/facts.ts";
import {
  type Bitset,
  emptyBitset,
  filtered,
  forEachBit,
  hasBit,
  intersection,
  nonZero,
  setBit,
  union,
} from "./bitset.ts";

/** Where a word stands: the description; brand, tags and material; the category; the name. */
export const searchFields = ["description", "rest", "category", "name"] as const;
const description = 0;
/** What a term scores by the field that it is found in. */
const fieldWeights = [1, 3, 4, 6];
/** What a product type scores, itself or one below it, and each term that only ranks: more than any field. */
const ownTypeScore = 64;
const typeScore = 8;
const optionalScore = 16;

/** Words -> documents. */
export type InvertedIndex = {
  /** `words`: lexemes of product.search_words and facts, for each of `searchFields`. */
  add(doc: number, words: readonly (readonly string[])[]): void;
  /** Whether some product has the word. `anywhere`: in a description too. */
  has(word: string, anywhere?: boolean): boolean;
  /** Whether some word has this prefix. */
  hasPrefix(prefix: string): boolean;
  /** Whether a document fits one of the rules of a product type. */
  fits(doc: number, rules: readonly TypeRule[]): boolean;
  /** The documents that match every required term, and their scores by document. */
  search(terms: readonly Term[]): ScoredDocuments;
};

type ScoredDocuments = { found: Bitset; scores: Uint16Array };

/** Documents with their fields, each pair in one number. Grows by half. */
type Postings = { list: Uint32Array; length: number; outsideDescriptions: boolean };
const noPostings: Postings = { list: new Uint32Array(0), length: 0, outsideDescriptions: false };

/** In: the capacity in documents. */
export function makeInvertedIndex(capacity: number): InvertedIndex {
  const allDocuments = emptyBitset(capacity).fill(0xffffffff);
  const byWord = new Map<string, Postings>();
  let sorted: string[] | null = null;
  let additions = 0;
  const rulesSeen = new WeakMap<TypeRule, { additions: number; docs: Bitset | null }>();
  /** One search is counted, while it is read, and then listed: with the same terms. */
  const searchesSeen = new WeakMap<readonly Term[], { additions: number; result: ScoredDocuments }>();

  function post(word: string, doc: number, field: number) {
    let postings = byWord.get(word);
    if (!postings) {
      postings = { list: new Uint32Array(4), length: 0, outsideDescriptions: false };
      byWord.set(word, postings);
      sorted = null;
    }
    if (postings.length === postings.list.length) {
      const larger = new Uint32Array(Math.ceil(postings.length * 1.5));
      larger.set(postings.list);
      postings.list = larger;
    }
    postings.list[postings.length++] = (doc << 2) | field;
    if (field !== description) postings.outsideDescriptions = true;
  }

  /** Calls `visit` with each document that has the word in this field or a weightier one, once for each field. */
  function forEachPosting(
    word: string,
    lowestField: number,
    visit: (doc: number, field: number) => void,
  ): void {
    const { list, length } = byWord.get(word) ?? noPostings;
    for (let at = 0; at < length; at++) {
      const posting = list[at] ?? 0;
      if ((posting & 3) >= lowestField) visit(posting >>> 2, posting & 3);
    }
  }

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
  function scoreWord(word: string, best: Uint8Array, lowestField: number): void {
    forEachPosting(word, lowestField, (doc, field) => {
      const weight = fieldWeights[field] ?? 0;
      if (weight > (best[doc] ?? 0)) best[doc] = weight;
    });
  }

  /** All words of one alternative: the lowest weight of its words counts. */
  function scoreAllWords(words: readonly string[], best: Uint8Array, lowestField: number): void {
    const [first, ...more] = words;
    if (first === undefined) return;
    if (more.length === 0) {
      scoreWord(first, best, lowestField);
      return;
    }
    const least = new Uint8Array(capacity).fill(255);
    for (const word of words) {
      const one = new Uint8Array(capacity);
      scoreWord(word, one, lowestField);
      for (let doc = 0; doc < capacity; doc++)
        if ((one[doc] ?? 0) < (least[doc] ?? 0)) least[doc] = one[doc] ?? 0;
    }
    for (let doc = 0; doc < capacity; doc++)
      if ((least[doc] ?? 0) > (best[doc] ?? 0)) best[doc] = least[doc] ?? 0;
  }

  /** The first two alternatives, wherever they stand, before the others. */
  function scoreRanked(alternatives: readonly string[][], best: Uint8Array, lowestField: number): void {
    alternatives.forEach((words, at) => {
      const one = new Uint8Array(capacity);
      scoreAllWords(words, one, lowestField);
      const score = at < 2 ? (fieldWeights.at(-1) ?? 0) : 1;
      for (let doc = 0; doc < capacity; doc++) if (one[doc] && score > (best[doc] ?? 0)) best[doc] = score;
    });
  }

  function docsWith(words: readonly string[], lowestField: number): Bitset {
    const sets = words.map((word) => {
      const set = emptyBitset(capacity);
      forEachPosting(word, lowestField, (doc) => setBit(set, doc));
      return set;
    });
    return sets.reduce(intersection);
  }

  /** The documents that fit a rule of a product type; computed again only when a document came since. */
  function docsOfRule(rule: TypeRule): Bitset | null {
    const before = rulesSeen.get(rule);
    if (before?.additions === additions) return before.docs;
    const docs = computeRule(rule);
    rulesSeen.set(rule, { additions, docs });
    return docs;
  }

  /** Null when the rule asks for nothing. */
  function computeRule({ kinds, categories, collections, nameWords }: TypeRule): Bitset | null {
    const facts = (fact: Parameters<typeof factWord>[0], values: readonly string[]) =>
      values.map((value) => docsWith([factWord(fact, value)], description));
    const groups = [
      facts("kind", kinds),
      facts("category", categories),
      facts("collection", collections),
      nameWords
        .filter((words) => words.length > 0)
        .map((words) =>
          docsWith(
            words.map((word) => factWord("name", word)),
            description,
          ),
        ),
    ].filter((sets) => sets.length > 0);
    const size = emptyBitset(capacity).length;
    return groups.length === 0 ? null : groups.map((sets) => union(sets, size)).reduce(intersection);
  }

  /** The score of each document for one term; 0 where it does not match. */
  function scoreTerm(term: Term): Uint8Array {
    const lowestField = term.inDescriptions ? description : description + 1;
    const best = new Uint8Array(capacity);
    if (term.ranked) scoreRanked(term.alternatives, best, lowestField);
    else for (const words of term.alternatives) scoreAllWords(words, best, lowestField);
    if (term.prefix !== null)
      for (const word of wordsWithPrefix(term.prefix)) scoreWord(word, best, lowestField);
    for (const rule of term.types ?? []) {
      const docs = docsOfRule(rule);
      const score = rule.own ? ownTypeScore : typeScore;
      if (docs)
        forEachBit(docs, (doc) => {
          if (score > (best[doc] ?? 0)) best[doc] = score;
        });
    }
    const [typed] = term.alternatives;
    if (typed === undefined) return best;
    const itself = new Uint8Array(capacity);
    scoreAllWords(typed, itself, lowestField);
    for (let doc = 0; doc < capacity; doc++) if (best[doc] && itself[doc]) best[doc] = (best[doc] ?? 0) + 1;
    return best;
  }

  function scoreTerms(terms: readonly Term[]): ScoredDocuments {
    const scores = new Uint16Array(capacity);
    let found = allDocuments;
    for (const term of terms.filter(({ optional }) => optional !== true)) {
      const best = scoreTerm(term);
      found = found === allDocuments ? nonZero(best) : filtered(found, (doc) => best[doc] !== 0);
      forEachBit(found, (doc) => {
        scores[doc] = (scores[doc] ?? 0) + (best[doc] ?? 0);
      });
    }
    for (const term of terms.filter(({ optional }) => optional === true)) {
      const best = scoreTerm(term);
      forEachBit(found, (doc) => {
        if (best[doc]) scores[doc] = (scores[doc] ?? 0) + optionalScore + (best[doc] ?? 0);
      });
    }
    return { found, scores };
  }

  return {
    add(doc, words) {
      additions++;
      words.forEach((list, field) => {
        for (const word of list) post(word, doc, field);
      });
    },
    has(word, anywhere = false) {
      const postings = byWord.get(word);
      return postings !== undefined && (anywhere || postings.outsideDescriptions);
    },
    hasPrefix: (prefix) => wordsWithPrefix(prefix).some((word) => byWord.get(word)?.outsideDescriptions),
    fits: (doc, rules) =>
      rules.some((rule) => {
        const docs = docsOfRule(rule);
        return docs !== null && hasBit(docs, doc);
      }),
    search(terms) {
      const before = searchesSeen.get(terms);
      if (before?.additions === additions) return before.result;
      const result = scoreTerms(terms);
      searchesSeen.set(terms, { additions, result });
      return result;
    },
  };
}
