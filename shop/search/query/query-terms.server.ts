import type { Services } from "../../../platform/services.server.ts";
import type { Term } from "../../catalogue/catalogue.ts";
import { type Lexicon, type Meaning, type TypeMeaning, termOf } from "../lexicon/lexicon.ts";
import { loadLexicon } from "../lexicon/read-lexicon.server.ts";
import { type ProductIndex, productIndex } from "../product-index.server.ts";
import { lexemesOf } from "../text/lexemes.server.ts";
import { fillers, stopWords } from "../text/stop-words.ts";
import { tokenize } from "../text/tokenize.ts";
import { likelyCorrection } from "./query-terms/likely-correction.server.ts";

type Ports = Pick<Services, "db" | "live" | "log" | "site">;
export type Correction = { typed: string; correction: string };
/** The meaning of one part of a text. */
export type TermMeaning = {
  typed: string;
  /** Its lexemes. */
  own: string[];
  term: Term;
  kind: Meaning["kind"] | "word" | "unknown";
  type?: TypeMeaning;
  /** For a theme: the word that it expands to. */
  label?: string;
};
/** The terms of a text, and its spelling corrections. */
export type QueryTerms = { terms: Term[]; meanings: TermMeaning[]; corrections: Correction[] };

/** Matches nothing: used for a text without a single word, which must not match everything. */
const unmatchable: Term = { alternatives: [["\u2400"]], prefix: null };
const maxCachedCorrections = 5_000;

/** A text with its corrections. */
export function correctedText(text: string, corrections: readonly Correction[]): string {
  const meant = new Map(corrections.map(({ typed, correction }) => [typed, correction]));
  return tokenize(text)
    .map((word) => meant.get(word) ?? word)
    .join(" ");
}

/**
 * Splits a search text into terms: the longest phrases that the lexicon knows (product types, brands, occasions,
 * synonyms, shades), then single words of the catalogue. Likely corrections of other words are returned without terms:
 * the corrected text (`correctedText`) is parsed again; unknown words match nothing. `exact`: every word literally.
 * `typing`: the last word may be a prefix. `literal`: words that are not corrected.
 */
export async function queryTerms(
  ports: Ports,
  text: string,
  {
    exact = false,
    typing = false,
    literal = [],
  }: { exact?: boolean; typing?: boolean; literal?: string[] } = {},
): Promise<QueryTerms> {
  const words = tokenize(text);
  if (words.length === 0)
    return { terms: text.trim() === "" ? [] : [unmatchable], meanings: [], corrections: [] };
  const lexemes = await lexemesOf(ports.db, words);
  if (exact) {
    const terms = lexemes
      .filter((list) => list.length > 0)
      .map((list): Term => ({ alternatives: [list], prefix: null }));
    return { terms: terms.length > 0 ? terms : [unmatchable], meanings: [], corrections: [] };
  }
  const [lexicon, index] = [await loadLexicon(ports), await productIndex(ports)];
  const corrections = correctionsOf(lexicon, index, words, lexemes, { typing, literal });
  if (corrections.length > 0) return { terms: [], meanings: [], corrections };
  const meanings = parts(lexicon, words).flatMap(({ at, length, meaning }) => {
    const typed = words.slice(at, at + length).join(" ");
    const own = lexemes.slice(at, at + length).flat();
    const last = typing && at + length === words.length;
    const prefix = last && length === 1 && index.hasPrefix(typed) ? typed : null;
    return meaning
      ? [meaningOf({ typed, own, prefix }, meaning)]
      : wordMeaning({ typed, own, prefix }, index);
  });
  // "something nice": words of praise alone match everything.
  const terms = meanings.length === 0 && words.some((word) => fillers.has(word)) ? [] : termsOf(meanings);
  return { terms, meanings, corrections: [] };
}

/** A text as phrases of the lexicon and single words between them. */
function parts(lexicon: Lexicon, words: readonly string[]) {
  const found: { at: number; length: number; meaning: Meaning | null }[] = [];
  for (let at = 0; at < words.length; at += found.at(-1)?.length ?? 1) {
    const phrase = lexicon.phraseAt(words, at);
    found.push({ at, length: phrase?.length ?? 1, meaning: phrase?.meaning ?? null });
  }
  return found;
}

type Typed = Pick<TermMeaning, "typed" | "own"> & { prefix: string | null };

function meaningOf({ typed, own, prefix }: Typed, meaning: Meaning): TermMeaning {
  const term = { ...termOf(meaning), prefix };
  if (meaning.kind === "type") return { typed, own, term, kind: "type", type: meaning.type };
  if (meaning.kind === "theme") return { typed, own, term, kind: "theme", label: meaning.label };
  return { typed, own, term, kind: "words" };
}

/** A word without an entry in the lexicon; nothing for a stop word. */
function wordMeaning({ typed, own, prefix }: Typed, index: ProductIndex): TermMeaning[] {
  if (stopWords.has(typed)) return [];
  const term: Term = { alternatives: [own], prefix };
  const known = isKnown(own, index) || prefix !== null;
  if (fillers.has(typed))
    return known ? [{ typed, own, term: { ...term, optional: true }, kind: "word" }] : [];
  if (known) return [{ typed, own, term, kind: "word" }];
  const described = own.length > 0 && own.every((lexeme) => index.hasWord(lexeme, true));
  return [{ typed, own, term: described ? { ...term, inDescriptions: true } : unmatchable, kind: "unknown" }];
}

function isKnown(own: readonly string[], index: ProductIndex): boolean {
  return own.length > 0 && own.every((lexeme) => index.hasWord(lexeme));
}

/** The likely corrections of words that neither the lexicon nor a product knows. */
function correctionsOf(
  lexicon: Lexicon,
  index: ProductIndex,
  words: readonly string[],
  lexemes: readonly string[][],
  { typing, literal }: { typing: boolean; literal: string[] },
): Correction[] {
  return parts(lexicon, words).flatMap(({ at, meaning }) => {
    const typed = words[at] ?? "";
    if (meaning || literal.includes(typed) || stopWords.has(typed) || fillers.has(typed)) return [];
    if (isKnown(lexemes[at] ?? [], index)) return [];
    if (typing && at === words.length - 1 && index.hasPrefix(typed)) return [];
    const correction = correct(lexicon, typed);
    return correction === null ? [] : [{ typed, correction }];
  });
}

const shortestPart = 3;

/** "denimjacket" as "denim jacket": two known words, the second a product type. Null: not two words. */
function splitWord(word: string, lexicon: Lexicon): string | null {
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    const isType = lexicon.phraseAt([second], 0)?.meaning.kind === "type";
    if (isType && (lexicon.words.has(first) || lexicon.phraseAt([first], 0))) return `${first} ${second}`;
  }
  return null;
}

function correct(lexicon: Lexicon, word: string): string | null {
  const known = lexicon.corrections.get(word);
  if (known !== undefined) return known;
  const correction = splitWord(word, lexicon) ?? likelyCorrection(word, lexicon.words);
  if (lexicon.corrections.size >= maxCachedCorrections) lexicon.corrections.clear();
  lexicon.corrections.set(word, correction);
  return correction;
}

/**
 * The terms of a search. An occasion affects only the ranking, unless it is the only term. A word that occurs only in
 * descriptions narrows a search with other terms, and finds nothing alone: "umbrella" is not a bag with room for one. A
 * type that contains another one is redundant ("party wear dress"); with several unrelated types each may also be a
 * word of the name ("shirt dress").
 */
function termsOf(meanings: readonly TermMeaning[]): Term[] {
  const standing = meanings.some(({ kind, term }) => kind !== "unknown" && !term.optional);
  const above = new Set(meanings.flatMap(({ type }) => type?.parents ?? []));
  const types = meanings.filter(({ type }) => type && !above.has(type.name));
  const required = meanings.filter(({ kind, term }) => kind !== "theme" && !term.optional);
  const terms = meanings
    .filter(({ type }) => !type || types.some((one) => one.type === type))
    .flatMap(({ kind, term, own, type }): Term[] => {
      if (kind === "unknown") return [standing ? term : unmatchable];
      if (kind === "theme") return [required.length > 0 ? { ...term, optional: true } : term];
      if (!type) return [term];
      if (types.length > 1) return [{ ...term, alternatives: [own] }];
      // Within the type, products with the word in their name come first: a short kurti before a kurta.
      return own.length > 0 ? [term, { alternatives: [own], prefix: null, optional: true }] : [term];
    });
  return terms.length > 0 ? terms : [unmatchable];
}
