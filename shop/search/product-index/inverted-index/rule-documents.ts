import type { TypeRule } from "../../../catalogue/catalogue.ts";
import { factWord } from "../../text/facts.ts";
import { type Bitset, emptyBitset, intersection, setBit, union } from "../bitset.ts";
import { type Dictionary, description } from "./dictionary.ts";

/**
 * The documents that fit a rule of a product type; null when the rule has no condition. In: the capacity in documents.
 */
export function ruleDocuments(
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
