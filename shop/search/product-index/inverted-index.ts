import type { Term, TypeRule } from "../../catalogue/catalogue.ts";
import { factWord } from "../text/facts.ts";
import type { Bitset } from "./bitset.ts";
import { emptyBitset, filtered, forEachBit, hasBit, intersection, nonZero, setBit, union } from "./bitset.ts";
import type { Dictionary } from "./inverted-index/dictionary.ts";
import { description, makeDictionary, rememberedUntilAdded } from "./inverted-index/dictionary.ts";

/** Words -> documents. */
export type InvertedIndex = {
  /** `words`: lexemes of product.search_words and facts, for each field (inverted-index/dictionary.ts). */
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

/** In: the capacity in documents. */
export function makeInvertedIndex(capacity: number): InvertedIndex {
  const dictionary = makeDictionary();
  const documentsOf = rememberedUntilAdded(dictionary, (rule: TypeRule) =>
    ruleDocuments(dictionary, capacity, rule),
  );
  // A search is counted during query understanding, and then listed, with the same terms.
  const search = rememberedUntilAdded(dictionary, makeScorer(capacity, dictionary, documentsOf));
  return {
    add: dictionary.add,
    has: (word, anywhere = false) => dictionary.has(word, anywhere),
    hasPrefix: (prefix) => dictionary.withPrefix(prefix).some((word) => dictionary.has(word, false)),
    fits: (doc, rules) =>
      rules.some((rule) => {
        const docs = documentsOf(rule);
        return docs !== null && hasBit(docs, doc);
      }),
    search,
  };
}

/**
 * The documents that fit a rule of a product type; null when the rule has no condition. In: the capacity in documents.
 */
function ruleDocuments(
  dictionary: Dictionary,
  capacity: number,
  { kinds, categories, collections, nameWords }: TypeRule,
): Bitset | null {
  const having = (words: readonly string[]) => documentsWith(dictionary, capacity, words);
  const facts = (fact: Parameters<typeof factWord>[0], values: readonly string[]) =>
    values.map((value) => having([factWord(fact, value)]));
  const groups = [
    facts("kind", kinds),
    facts("category", categories),
    facts("collection", collections),
    nameWords
      .filter((words) => words.length > 0)
      .map((words) => having(words.map((word) => factWord("name", word)))),
  ].filter((sets) => sets.length > 0);
  const size = emptyBitset(capacity).length;
  return groups.length === 0 ? null : groups.map((sets) => union(sets, size)).reduce(intersection);
}

/** The documents that have all of these words, in any field. */
function documentsWith(dictionary: Dictionary, capacity: number, words: readonly string[]): Bitset {
  const sets = words.map((word) => {
    const set = emptyBitset(capacity);
    dictionary.forEachPosting(word, description, (doc) => setBit(set, doc));
    return set;
  });
  return sets.reduce(intersection);
}

/** The weights of the fields. */
const fieldWeights = [1, 3, 4, 6];
/**
 * The weights of a product type, of a type below it, and of each term that affects only the ranking: higher than any
 * field.
 */
const ownTypeScore = 64;
const typeScore = 8;
const optionalScore = 16;

/** The documents that match every required term, and their scores by document. */
type ScoredDocuments = { found: Bitset; scores: Uint16Array };

/**
 * Finds and scores the documents of a search. In: the capacity in documents, the words, and a function for the
 * documents that fit a rule of a product type (null when it has no condition).
 */
function makeScorer(
  capacity: number,
  dictionary: Dictionary,
  documentsOf: (rule: TypeRule) => Bitset | null,
): (terms: readonly Term[]) => ScoredDocuments {
  /** Writes the highest field weight of each document with this word into `best`. */
  function scoreWord(word: string, best: Uint8Array, lowestField: number): void {
    dictionary.forEachPosting(word, lowestField, (doc, field) => {
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
    const least = new Uint8Array(capacity);
    scoreWord(first, least, lowestField);
    for (const word of more) {
      const one = new Uint8Array(capacity);
      scoreWord(word, one, lowestField);
      for (let doc = 0; doc < capacity; doc++)
        if ((one[doc] ?? 0) < (least[doc] ?? 0)) least[doc] = one[doc] ?? 0;
    }
    for (let doc = 0; doc < capacity; doc++)
      if ((least[doc] ?? 0) > (best[doc] ?? 0)) best[doc] = least[doc] ?? 0;
  }

  /** The first two alternatives, whatever field they are in, before the others. */
  function scoreRanked(alternatives: readonly string[][], best: Uint8Array, lowestField: number): void {
    alternatives.forEach((words, at) => {
      const one = new Uint8Array(capacity);
      scoreAllWords(words, one, lowestField);
      const score = at < 2 ? (fieldWeights.at(-1) ?? 0) : 1;
      for (let doc = 0; doc < capacity; doc++) if (one[doc] && score > (best[doc] ?? 0)) best[doc] = score;
    });
  }

  function scoreTypes(rules: readonly TypeRule[], best: Uint8Array): void {
    for (const rule of rules) {
      const docs = documentsOf(rule);
      const score = rule.own ? ownTypeScore : typeScore;
      if (docs)
        forEachBit(docs, (doc) => {
          if (score > (best[doc] ?? 0)) best[doc] = score;
        });
    }
  }

  /** The score of each document for one term; 0 where it does not match. */
  function scoreTerm(term: Term): Uint8Array {
    const lowestField = term.inDescriptions ? description : description + 1;
    const best = new Uint8Array(capacity);
    if (term.ranked) scoreRanked(term.alternatives, best, lowestField);
    else for (const words of term.alternatives) scoreAllWords(words, best, lowestField);
    if (term.prefix !== null)
      for (const word of dictionary.withPrefix(term.prefix)) scoreWord(word, best, lowestField);
    scoreTypes(term.types ?? [], best);
    // The typed form comes before its other forms.
    const [typed] = term.alternatives;
    if (typed === undefined) return best;
    const itself = new Uint8Array(capacity);
    scoreAllWords(typed, itself, lowestField);
    for (let doc = 0; doc < capacity; doc++) if (best[doc] && itself[doc]) best[doc] = (best[doc] ?? 0) + 1;
    return best;
  }

  return (terms) => {
    const scores = new Uint16Array(capacity);
    let matching: Bitset | null = null;
    for (const term of terms.filter(({ optional, excluded }) => !optional && !excluded)) {
      const best = scoreTerm(term);
      matching = matching === null ? nonZero(best) : filtered(matching, (doc) => best[doc] !== 0);
      forEachBit(matching, (doc) => {
        scores[doc] = (scores[doc] ?? 0) + (best[doc] ?? 0);
      });
    }
    let found = matching ?? emptyBitset(capacity).fill(0xffffffff);
    for (const term of terms.filter(({ excluded }) => excluded)) {
      const best = scoreTerm(term);
      found = filtered(found, (doc) => best[doc] === 0);
    }
    for (const term of terms.filter(({ optional, excluded }) => optional && !excluded)) {
      const best = scoreTerm(term);
      forEachBit(found, (doc) => {
        if (best[doc]) scores[doc] = (scores[doc] ?? 0) + optionalScore + (best[doc] ?? 0);
      });
    }
    return { found, scores };
  };
}
