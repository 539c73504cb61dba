import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import type { Term } from "../catalogue/catalogue.ts";
import { productIndex } from "./product-index.server.ts";
import { nearestWord } from "./query-terms/edit-distance.ts";
import { lexemesOf } from "./query-terms/lexemes.server.ts";
import { loadSynonyms, type Synonyms, synonymKey } from "./text/synonyms.server.ts";
import { tokenize } from "./text/tokenize.ts";

type Ports = Pick<Services, "db" | "live" | "log" | "site">;
export type Correction = { typed: string; correction: string };
/** The terms of a text, and its spelling corrections. */
export type QueryTerms = { terms: Term[]; corrections: Correction[] };

/** Matches nothing: stands for a text without a single word, which must not match everything. */
const unmatchable: Term = { alternatives: [["\u2400"]], prefix: null };
const maxPhraseWords = 3;
const correctionCandidates = 40;
const maxCachedCorrections = 5_000;
const vocabulary = z.array(z.object({ word: z.string() }));

/**
 * Splits a search text into terms. Synonyms are added, and a word that no product has is replaced by the nearest one
 * that some product has. `exact`: neither. `typing`: the last word may be a prefix; otherwise it is a prefix only
 * when no product has the word itself.
 */
export async function queryTerms(
  ports: Ports,
  text: string,
  { exact = false, typing = false }: { exact?: boolean; typing?: boolean } = {},
): Promise<QueryTerms> {
  const words = tokenize(text);
  if (words.length === 0) return { terms: text.trim() === "" ? [] : [unmatchable], corrections: [] };
  const lexemes = await lexemesOf(ports.db, words);
  if (exact) {
    const terms = lexemes
      .filter((list) => list.length > 0)
      .map((list) => ({ alternatives: [list], prefix: null }));
    return { terms: terms.length > 0 ? terms : [unmatchable], corrections: [] };
  }
  const synonyms = await loadSynonyms(ports);
  const terms: Term[] = [];
  const corrections: Correction[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = longestSynonymPhrase(synonyms, lexemes, at);
    const word = words[at] ?? "";
    const last = at + Math.max(1, phrase.length) === words.length;
    if (phrase.length > 0) {
      const prefix = typing && last && phrase.length === 1 ? word : null;
      terms.push({ alternatives: phrase.alternatives, prefix });
    } else {
      const own = lexemes[at] ?? [];
      terms.push(await singleWordTerm(ports, synonyms, { word, own, last, typing }, corrections));
    }
    at += Math.max(1, phrase.length);
  }
  return { terms, corrections };
}

async function singleWordTerm(
  ports: Ports,
  synonyms: Synonyms,
  { word, own, last, typing }: { word: string; own: string[]; last: boolean; typing: boolean },
  corrections: Correction[],
): Promise<Term> {
  const index = await productIndex(ports);
  const known = own.length > 0 && own.every((lexeme) => index.hasWord(lexeme));
  if (known) return { alternatives: [own], prefix: last && typing ? word : null };
  if (last && index.hasPrefix(word)) return { alternatives: [own], prefix: word };
  const correction = /\d/.test(word) ? null : await correctSpelling(ports, synonyms, word);
  if (correction === null) return { alternatives: [own.length > 0 ? own : ["\u2400"]], prefix: null };
  const [meaning = []] = await lexemesOf(ports.db, [correction]);
  corrections.push({ typed: word, correction });
  return { alternatives: [meaning, ...(synonyms.alternatives.get(synonymKey(meaning)) ?? [])], prefix: null };
}

/** The longest phrase from here on that has synonyms; length 0 when there is none. */
function longestSynonymPhrase(
  synonyms: Synonyms,
  lexemes: string[][],
  at: number,
): { length: number; alternatives: string[][] } {
  for (let length = Math.min(maxPhraseWords, lexemes.length - at); length > 0; length--) {
    const phrase = lexemes.slice(at, at + length).flat();
    const others = synonyms.alternatives.get(synonymKey(phrase));
    if (others) return { length, alternatives: [phrase, ...others] };
  }
  return { length: 0, alternatives: [] };
}

/** The word of the catalogue or a synonym that is nearest to what was typed. Trigrams select the candidates. */
async function correctSpelling({ db }: Ports, synonyms: Synonyms, word: string): Promise<string | null> {
  const known = synonyms.corrections.get(word);
  if (known !== undefined) return known;
  const { rows } = await db.execute(
    sql`select word from search_word order by word <-> ${word} limit ${correctionCandidates}`,
  );
  const correction = nearestWord(word, [
    ...vocabulary.parse(rows).map((row) => row.word),
    ...synonyms.spellings,
  ]);
  if (synonyms.corrections.size >= maxCachedCorrections) synonyms.corrections.clear();
  // Only hits are cached: a word without a neighbour today may be a product's name tomorrow.
  if (correction !== null) synonyms.corrections.set(word, correction);
  return correction;
}
