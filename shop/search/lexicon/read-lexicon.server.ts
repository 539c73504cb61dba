import type { Db } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { categories } from "../../catalogue/collections.server.ts";
import { productIndex } from "../product-index.server.ts";
import { productType, searchRedirect, searchSynonym } from "../tables.server.ts";
import { lexemesOf } from "../text/lexemes.server.ts";
import { tokenize } from "../text/tokenize.ts";
import { buildLexicon, type Lexicon, type LexiconRows, phrasesOf } from "./lexicon.ts";

type Ports = Pick<Services, "db" | "live" | "log" | "site">;
type Cached = {
  rows: Promise<LexiconRows> | null;
  built: { version: string; lexicon: Promise<Lexicon> } | null;
};

const cache = new WeakMap<Db, Cached>();

/** The current lexicon, cached until staff change their words or a product brings a new one. */
export async function loadLexicon(ports: Ports): Promise<Lexicon> {
  const { db } = ports;
  const mine = cachedFor(ports);
  const index = await productIndex(ports);
  if (mine.rows === null) {
    mine.rows = readRows(db);
    mine.built = null;
    mine.rows.catch(() => {
      mine.rows = null;
    });
  }
  const rows = await mine.rows;
  const { vocabulary } = index;
  const version = `${vocabulary.version} ${vocabulary.words.size}`;
  if (mine.built?.version !== version) {
    const lexicon = build(db, rows, vocabulary);
    mine.built = { version, lexicon };
    lexicon.catch(() => {
      mine.built = null;
    });
  }
  return mine.built.lexicon;
}

function cachedFor({ db, live }: Pick<Ports, "db" | "live">): Cached {
  const known = cache.get(db);
  if (known) return known;
  const made: Cached = { rows: null, built: null };
  live.subscribe("synonyms", () => {
    made.rows = null;
  });
  // Without an id: categories may have changed.
  live.subscribe("products", ({ id }) => {
    if (id === undefined) made.rows = null;
  });
  cache.set(db, made);
  return made;
}

async function readRows(db: Db): Promise<LexiconRows> {
  const [types, synonyms, redirects, all] = await Promise.all([
    db.select().from(productType).orderBy(productType.name),
    db.select().from(searchSynonym).orderBy(searchSynonym.id),
    db.select().from(searchRedirect),
    categories({ db }),
  ]);
  return { types, synonyms, redirects, categories: all };
}

async function build(db: Db, rows: LexiconRows, vocabulary: Parameters<typeof buildLexicon>[1]) {
  const words = [...new Set(phrasesOf(rows, vocabulary).flatMap(tokenize))];
  const lexemes = await lexemesOf(db, words);
  const byWord = new Map(words.map((word, at) => [word, lexemes[at] ?? []]));
  return buildLexicon(rows, vocabulary, (word) => byWord.get(word) ?? []);
}
