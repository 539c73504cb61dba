import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import type { Term } from "../catalogue/catalogue.ts";
import { shelfOf } from "./product-index.server.ts";
import { nearest } from "./query-terms/edit-distance.ts";
import { lexemesOf } from "./query-terms/lexemes.server.ts";
import { keyOf, type Synonyms, synonymsOf } from "./text/synonyms.server.ts";
import { searchedWords } from "./text/tokenize.ts";

type Ports = Pick<Services, "db" | "live" | "log" | "site">;
export type Correction = { typed: string; meant: string };
/** What a text asks for, and which words were taken for others because no product has them. */
export type Asked = { terms: Term[]; corrections: Correction[] };

/** No product has it: stands for a text without a single word, which must not find everything. */
const nothing: Term = { alternatives: [["\u2400"]], prefix: null };
const longestPhrase = 3;
const candidates = 40;
const mostRemembered = 5_000;
const vocabulary = z.array(z.object({ word: z.string() }));

/**
 * Takes a searched text apart. Words that mean the same are added, and a word that no product has is taken for the
 * nearest one that some product has. `exact`: neither of both. `typing`: the last word may only have begun; otherwise
 * it is read as a beginning only when no product has the word itself.
 */
export async function termsOf(
  ports: Ports,
  text: string,
  { exact = false, typing = false }: { exact?: boolean; typing?: boolean } = {},
): Promise<Asked> {
  const words = searchedWords(text);
  if (words.length === 0) return { terms: text.trim() === "" ? [] : [nothing], corrections: [] };
  const lexemes = await lexemesOf(ports.db, words);
  if (exact) {
    const terms = lexemes
      .filter((list) => list.length > 0)
      .map((list) => ({ alternatives: [list], prefix: null }));
    return { terms: terms.length > 0 ? terms : [nothing], corrections: [] };
  }
  const synonyms = await synonymsOf(ports);
  const terms: Term[] = [];
  const corrections: Correction[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = longest(synonyms, lexemes, at);
    const word = words[at] ?? "";
    const last = at + Math.max(1, phrase.length) === words.length;
    if (phrase.length > 0) {
      const prefix = typing && last && phrase.length === 1 ? word : null;
      terms.push({ alternatives: phrase.alternatives, prefix });
    } else {
      const own = lexemes[at] ?? [];
      terms.push(await oneWord(ports, synonyms, { word, own, last, typing }, corrections));
    }
    at += Math.max(1, phrase.length);
  }
  return { terms, corrections };
}

async function oneWord(
  ports: Ports,
  synonyms: Synonyms,
  { word, own, last, typing }: { word: string; own: string[]; last: boolean; typing: boolean },
  corrections: Correction[],
): Promise<Term> {
  const known = own.length > 0 && (await knows(ports, own));
  if (known) return { alternatives: [own], prefix: last && typing ? word : null };
  if (last && (await begins(ports, word))) return { alternatives: [own], prefix: word };
  const meant = /\d/.test(word) ? null : await corrected(ports, synonyms, word);
  if (meant === null) return { alternatives: [own.length > 0 ? own : ["\u2400"]], prefix: null };
  const [meaning = []] = await lexemesOf(ports.db, [meant]);
  corrections.push({ typed: word, meant });
  return { alternatives: [meaning, ...(synonyms.meaning.get(keyOf(meaning)) ?? [])], prefix: null };
}

/** The longest phrase from here on that has a meaning of its own; length 0 when there is none. */
function longest(
  synonyms: Synonyms,
  lexemes: string[][],
  at: number,
): { length: number; alternatives: string[][] } {
  for (let length = Math.min(longestPhrase, lexemes.length - at); length > 0; length--) {
    const phrase = lexemes.slice(at, at + length).flat();
    const others = synonyms.meaning.get(keyOf(phrase));
    if (others) return { length, alternatives: [phrase, ...others] };
  }
  return { length: 0, alternatives: [] };
}

/** Whether some product has all these words; a word that only synonyms know was looked for before. */
async function knows(ports: Ports, lexemes: string[]): Promise<boolean> {
  const shelf = await shelfOf(ports);
  if (shelf) return lexemes.every((lexeme) => shelf.hasWord(lexeme));
  const { rows } = await ports.db.execute(sql`
    select from product where status = 'active'
      and search_words @@ array_to_string(array(select quote_literal(l.word)
        from json_array_elements_text(${JSON.stringify(lexemes)}::json) as l (word)), ' & ')::tsquery limit 1`);
  return rows.length > 0;
}

async function begins(ports: Ports, word: string): Promise<boolean> {
  const shelf = await shelfOf(ports);
  if (shelf) return shelf.hasBeginning(word);
  const { rows } = await ports.db.execute(sql`
    select from product where status = 'active' and search_words @@ (quote_literal(${word}) || ':*')::tsquery limit 1`);
  return rows.length > 0;
}

/** The catalogue's word, or a synonym, that is nearest to what was typed. The trigrams find who comes into question. */
async function corrected({ db }: Ports, synonyms: Synonyms, word: string): Promise<string | null> {
  const known = synonyms.corrected.get(word);
  if (known !== undefined) return known;
  const { rows } = await db.execute(
    sql`select word from search_word order by word <-> ${word} limit ${candidates}`,
  );
  const meant = nearest(word, [...vocabulary.parse(rows).map((row) => row.word), ...synonyms.written]);
  if (synonyms.corrected.size >= mostRemembered) synonyms.corrected.clear();
  // What has no neighbour today may be a product's name tomorrow.
  if (meant !== null) synonyms.corrected.set(word, meant);
  return meant;
}
