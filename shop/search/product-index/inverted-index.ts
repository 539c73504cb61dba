import type { Term, TypeRule } from "../../catalogue/catalogue.ts";
import { hasBit } from "./bitset.ts";
import { makeDictionary, rememberedUntilAdded } from "./inverted-index/dictionary.ts";
import { ruleDocuments } from "./inverted-index/rule-documents.ts";
import { makeScorer, type ScoredDocuments } from "./inverted-index/scores.ts";

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
