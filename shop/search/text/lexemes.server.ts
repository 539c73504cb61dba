import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";

/** The lexemes of a word never change while the program runs, so they are cached. */
const cache = new Map<string, string[]>();
const maxCached = 10_000;

const rows = z.array(z.object({ word: z.string(), lexemes: z.array(z.string()) }));

/** The lexemes of each word ("kurtas" -> ["kurta"]); none for a stop word. */
export async function lexemesOf(db: Db, words: string[]): Promise<string[][]> {
  const missing = [...new Set(words)].filter((word) => !cache.has(word));
  const asked = new Map<string, string[]>();
  if (missing.length > 0) {
    const found = await db.execute(sql`
      select w.word, search_lexemes(w.word) as lexemes
      from json_array_elements_text(${JSON.stringify(missing)}::json) as w (word)`);
    if (cache.size + missing.length > maxCached) cache.clear();
    for (const { word, lexemes } of rows.parse(found.rows)) {
      asked.set(word, lexemes);
      cache.set(word, lexemes);
    }
  }
  return words.map((word) => cache.get(word) ?? asked.get(word) ?? []);
}
