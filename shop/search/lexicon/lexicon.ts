import type { Term, TypeRule } from "../../catalogue/catalogue.ts";
import { factWord, type IndexVocabulary } from "../text/facts.ts";
import { singular } from "../text/singular.ts";
import { tokenize } from "../text/tokenize.ts";

/** A product type with the rules of itself and of all types below it. */
export type TypeMeaning = {
  name: string;
  rules: TypeRule[];
  /** The names of the types below it. */
  children: string[];
  /** The names of the types above it. */
  parents: string[];
  /** Types to offer when the shop has no product of this one. */
  similarTypes: string[];
  /** Complementary types. */
  complementaryTypes: string[];
};

/**
 * The meaning of a phrase. `theme`: an occasion, season or style, which affects the ranking and filters only with
 * enough matches.
 */
export type Meaning =
  | { kind: "type"; type: TypeMeaning }
  | { kind: "theme"; label: string; alternatives: string[][] }
  | { kind: "words"; alternatives: string[][] };

/** The classes of known words, the best targets of spelling corrections first. */
export const wordClasses = ["type", "attribute", "theme", "name", "shade", "brand"] as const;
export type WordClass = (typeof wordClasses)[number];
export type KnownWord = { class: WordClass; products: number };

/** The vocabulary of the search: staff's data and the shop's products. */
export type Lexicon = {
  /** The longest phrase with a meaning that starts at this word; null when there is none. In: words as typed. */
  phraseAt(words: readonly string[], at: number): { length: number; meaning: Meaning } | null;
  types: ReadonlyMap<string, TypeMeaning>;
  /** Types with a word or name that has this prefix. In: lower case. */
  typesBeginning(text: string): TypeMeaning[];
  /** Brands with this prefix, or with a word that has it. In: lower case. */
  brandsBeginning(text: string): string[];
  /** Single words as written. */
  words: ReadonlyMap<string, KnownWord>;
  /** Paths by search text (`redirectKey`). */
  redirects: ReadonlyMap<string, string>;
  /** Spelling corrections found so far; null: none is likely. */
  corrections: Map<string, string | null>;
};

export type TypeRow = {
  name: string;
  words: string[];
  parent: string | null;
  kinds: string[];
  categories: string[];
  collections: string[];
  nameWords: string[];
  similarTypes: string[];
  complementaryTypes: string[];
};
export type LexiconRows = {
  types: TypeRow[];
  synonyms: { words: string[]; expandsTo: string[] }[];
  categories: { slug: string; name: string }[];
  redirects: { words: string; path: string }[];
};

const longestPhrase = 4;

/** All phrases whose lexemes `buildLexicon` needs. */
export function phrasesOf({ synonyms }: LexiconRows, vocabulary: IndexVocabulary): string[] {
  return [
    ...synonyms.flatMap(({ words, expandsTo }) => [...words, ...expandsTo]),
    ...vocabulary.tags,
    ...vocabulary.shades,
  ];
}

/** In: staff's data, the words of the products, and the lexemes of a single word. */
export function buildLexicon(
  rows: LexiconRows,
  vocabulary: IndexVocabulary,
  lexemesOf: (word: string) => string[],
): Lexicon {
  const meanings = new Map<string, Meaning>();
  const words = new Map<string, KnownWord>();
  const phrase = (text: string) => tokenize(text).flatMap(lexemesOf);
  const learn = (text: string, known: WordClass) => {
    for (const word of tokenize(text)) {
      const before = words.get(word);
      const products = vocabulary.words.get(word) ?? 0;
      if (!before || wordClasses.indexOf(known) < wordClasses.indexOf(before.class))
        words.set(word, { class: known, products });
    }
  };
  /** The first meaning of a phrase counts. */
  const mean = (text: string, meaning: Meaning) => {
    const key = phraseKey(tokenize(text));
    if (key !== "" && !meanings.has(key)) meanings.set(key, meaning);
  };

  const types = typeMeanings(rows);
  for (const { name, words: written } of rows.types) {
    const type = types.get(name);
    for (const text of [...written, name]) {
      learn(text, "type");
      if (type) mean(text, { kind: "type", type });
    }
  }
  for (const { keys, type } of typesOfCategories(rows)) {
    for (const key of keys) mean(key, { kind: "type", type });
  }
  for (const brand of vocabulary.brands) {
    learn(brand, "brand");
    const alternatives = [[factWord("brand", brand)]];
    for (const text of [brand, brand.replace(/\s+(&|and)\s+/gi, " "), brand.replaceAll("&", "and")])
      mean(text, { kind: "words", alternatives });
  }
  for (const { words: written, expandsTo } of rows.synonyms) {
    const lists = written.map(phrase);
    for (const text of written) learn(text, expandsTo.length > 0 ? "theme" : "attribute");
    const type = written
      .map((text) => meanings.get(phraseKey(tokenize(text))))
      .find((one) => one?.kind === "type");
    for (const [at, own] of lists.entries()) {
      const text = written[at] ?? "";
      if (expandsTo.length > 0) {
        const alternatives = unique([own, ...expandsTo.map(phrase)]);
        mean(text, { kind: "theme", label: expandsTo[0] ?? "", alternatives });
      } else mean(text, type ?? { kind: "words", alternatives: unique([own, ...lists]) });
    }
  }
  for (const tag of vocabulary.tags) {
    learn(tag, "attribute");
    if (/[ -]/.test(tag)) mean(tag, { kind: "words", alternatives: [[factWord("tag", tag)], phrase(tag)] });
  }
  for (const [text, shades] of shadesByPhrase(vocabulary.shades)) {
    learn(text, "shade");
    const facts = shades.map((shade) => [factWord("shade", shade)]);
    mean(text, { kind: "words", alternatives: [phrase(text), ...facts] });
  }
  for (const [word, products] of vocabulary.words)
    if (!words.has(word) && products > 1) words.set(word, { class: "name", products });

  const typeWords = rows.types.flatMap(({ name, words: own }) => {
    const type = types.get(name);
    return type && type.rules.length > 0 ? [{ type, written: [name.toLowerCase(), ...own] }] : [];
  });
  const brandWords = [...vocabulary.brands].map((brand) => ({
    brand,
    written: [brand.toLowerCase(), ...tokenize(brand)],
  }));
  return {
    phraseAt(typed, at) {
      for (let length = Math.min(longestPhrase, typed.length - at); length > 0; length--) {
        const meaning = meanings.get(phraseKey(typed.slice(at, at + length)));
        if (meaning) return { length, meaning };
      }
      return null;
    },
    types,
    typesBeginning: (text) =>
      typeWords
        .filter(({ written }) => written.some((word) => word.startsWith(text)))
        .map(({ type }) => type),
    brandsBeginning: (text) =>
      brandWords
        .filter(({ written }) => written.some((word) => word.startsWith(text)))
        .map(({ brand }) => brand),
    words,
    redirects: new Map(rows.redirects.map(({ words: text, path }) => [redirectKey(text), path])),
    corrections: new Map(),
  };
}

/** Without spaces, so that "sling bag" and "slingbag", "sun glass" and "sunglasses" are one. In: words as typed. */
function phraseKey(words: readonly string[]): string {
  return words.map(singular).join("");
}

/** The text by which a redirect is found. */
export function redirectKey(text: string): string {
  return tokenize(text).join(" ");
}

/** The search term of a meaning. */
export function termOf(meaning: Meaning): Term {
  if (meaning.kind === "type") return { alternatives: [], prefix: null, types: meaning.type.rules };
  return { alternatives: meaning.alternatives, prefix: null, ranked: meaning.kind === "theme" };
}

function typeMeanings({ types }: LexiconRows): Map<string, TypeMeaning> {
  const byName = new Map(types.map((type) => [type.name, type]));
  const parentsOf = (type: TypeRow, seen: string[] = []): string[] => {
    const parent = type.parent === null ? undefined : byName.get(type.parent);
    return !parent || seen.includes(parent.name) ? seen : parentsOf(parent, [...seen, parent.name]);
  };
  const meanings = new Map(
    types.map((type): [string, TypeMeaning] => [
      type.name,
      {
        name: type.name,
        rules: [],
        children: [],
        parents: parentsOf(type),
        similarTypes: type.similarTypes,
        complementaryTypes: type.complementaryTypes,
      },
    ]),
  );
  for (const { name, parents } of meanings.values())
    for (const parent of parents) meanings.get(parent)?.children.push(name);
  for (const type of types) {
    const { categories, collections } = type;
    const nameWords = type.nameWords.map((text) => tokenize(text).map(singular));
    if ([type.kinds, categories, collections, nameWords].every((list) => list.length === 0)) continue;
    const parents = meanings.get(type.name)?.parents ?? [];
    // A name alone is ambiguous: a duffel below Bags must be of the kind bag.
    const kinds = [type.name, ...parents]
      .map((name) => byName.get(name)?.kinds ?? [])
      .find((list) => list.length > 0);
    for (const name of [type.name, ...parents])
      meanings
        .get(name)
        ?.rules.push({ own: name === type.name, kinds: kinds ?? [], categories, collections, nameWords });
  }
  return meanings;
}

/**
 * Categories without a rule are types too, found by their name, each part of it ("Hoodies & Sweatshirts") and its
 * last word ("Casual Shirts").
 */
function typesOfCategories({ types, categories }: LexiconRows) {
  const named = new Set(types.flatMap((type) => type.categories));
  return categories
    .filter(({ slug }) => !named.has(slug))
    .map(({ slug, name }) => {
      const parts = name.split(/\s*(?:&|,|\/|\band\b)\s*/i);
      const keys = [name, ...parts, ...parts.flatMap((part) => tokenize(part).slice(-1))];
      const rule: TypeRule = { own: true, kinds: [], categories: [slug], collections: [], nameWords: [] };
      return {
        keys,
        type: { name, rules: [rule], children: [], parents: [], similarTypes: [], complementaryTypes: [] },
      };
    });
}

/** "gold" stands for the shades Gold, Gold Tone and Rose Gold; "rose gold" only for the last. */
function shadesByPhrase(shades: ReadonlySet<string>): Map<string, string[]> {
  const parts = [...shades].map((shade) => ({
    shade,
    parts: shade.split(/\s+(?:and|&)\s+/).map((part) => tokenize(part)),
  }));
  const phrases = new Set(parts.flatMap((one) => one.parts.flatMap((part) => [part.join(" "), ...part])));
  return new Map(
    [...phrases].map((text) => {
      const asked = text.split(" ");
      const found = parts.filter((one) =>
        one.parts.some((part) => asked.every((word) => part.includes(word))),
      );
      return [text, found.map(({ shade }) => shade)];
    }),
  );
}

function unique(lists: string[][]): string[][] {
  return [...new Map(lists.filter((list) => list.length > 0).map((list) => [list.join(" "), list])).values()];
}
