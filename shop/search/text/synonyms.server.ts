import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";

/** Synonym groups prepared for a search. */
export type Synonyms = {
  /** The synonyms of a phrase by its key (`synonymKey`), each a list of lexemes. */
  alternatives: ReadonlyMap<string, string[][]>;
  /** Every single word of the groups as written: a misspelt "chapal" is near "chappal". */
  spellings: readonly string[];
  /** Spelling corrections found since: word -> correction. */
  corrections: Map<string, string>;
};

const rows = z.array(z.object({ id: z.string(), word: z.string(), lexemes: z.array(z.string()) }));
const cache = new WeakMap<Db, { read: Promise<Synonyms> | null }>();

/** The current synonyms, cached until a change event. */
export function loadSynonyms({ db, live }: Pick<Services, "db" | "live">): Promise<Synonyms> {
  let here = cache.get(db);
  if (!here) {
    const made: { read: Promise<Synonyms> | null } = { read: null };
    live.subscribe("synonyms", () => {
      made.read = null;
    });
    cache.set(db, made);
    here = made;
  }
  const mine = here;
  mine.read ??= readSynonyms(db).catch((error: unknown) => {
    mine.read = null;
    throw error;
  });
  return mine.read;
}

async function readSynonyms(db: Db): Promise<Synonyms> {
  const { rows: found } = await db.execute(sql`
    select s.id, search_clean(w.word) as word, search_lexemes(w.word) as lexemes
    from search_synonym s, unnest(s.words) with ordinality as w (word, place) order by s.id, w.place`);
  const all = rows.parse(found).filter(({ lexemes }) => lexemes.length > 0);
  const alternatives = new Map<string, string[][]>();
  for (const group of Map.groupBy(all, ({ id }) => id).values()) {
    for (const { lexemes } of group) {
      const key = synonymKey(lexemes);
      const others = group.map((other) => other.lexemes).filter((other) => synonymKey(other) !== key);
      alternatives.set(key, unique([...(alternatives.get(key) ?? []), ...others]));
    }
  }
  return {
    alternatives,
    spellings: all.map(({ word }) => word).filter((word) => !word.includes(" ")),
    corrections: new Map(),
  };
}

/** The lexemes in alphabetical order: "track pants" and "pants track" are the same phrase. */
export function synonymKey(lexemes: readonly string[]): string {
  return lexemes.toSorted().join(" ");
}

function unique(lists: string[][]): string[][] {
  return [...new Map(lists.map((list) => [synonymKey(list), list])).values()];
}
