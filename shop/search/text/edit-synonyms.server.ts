import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { cleanLine } from "../../text/clean-text.ts";

export type SynonymGroup = { id: string; words: string[] };

const groups = z.array(z.object({ id: z.string(), words: z.array(z.string()) }));
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const maxWords = 40;

/** All synonym groups, by their first word. */
export async function listSynonyms({ db }: Pick<Services, "db">): Promise<SynonymGroup[]> {
  const { rows } = await db.execute(sql`select id, words from search_synonym order by words[1], id`);
  return groups.parse(rows);
}

/**
 * Adds a synonym group (`id` null) or replaces its words. In: the actor, and the words as typed, separated by commas;
 * duplicates are dropped. Refused: 'too-few' (below two), 'too-many' (over 40, or a word over 40 letters),
 * 'not-found'.
 */
export async function saveSynonyms(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, id, typed }: { actor: Actor; id: string | null; typed: string },
): Promise<Done | Refused<"too-few" | "too-many" | "not-found">> {
  const words = readWords(typed);
  if (words.length < 2) return refused("too-few");
  if (words.length > maxWords || words.some((word) => [...word].length > maxWords))
    return refused("too-many");
  return inTransaction(db, async (tx) => {
    const before = id === null ? null : await lockGroup(tx, id);
    if (id !== null && !before) return refused("not-found");
    const at = clock.now().toISOString();
    const list = sql`array(select json_array_elements_text(${JSON.stringify(words)}::json))`;
    const { rows } = await tx.execute(
      before
        ? sql`update search_synonym set words = ${list}, changed_at = ${at} where id = ${before.id} returning id, words`
        : sql`insert into search_synonym (words, changed_at) values (${list}, ${at}) returning id, words`,
    );
    const [after] = groups.parse(rows);
    await record(tx, actor, before ? "synonyms.update" : "synonyms.create", before ?? after, {
      ...(before && { before: { words: before.words } }),
      after: { words },
    });
    return done();
  });
}

/** Deletes a synonym group. Refused: 'not-found'. */
export async function deleteSynonyms(
  { db }: Pick<Services, "db">,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const before = await lockGroup(tx, id);
    if (!before) return refused("not-found");
    await tx.execute(sql`delete from search_synonym where id = ${before.id}`);
    await record(tx, actor, "synonyms.delete", before, { before: { words: before.words } });
    return done();
  });
}

async function lockGroup(tx: Db, id: string): Promise<SynonymGroup | null> {
  if (!uuidShape.test(id)) return null;
  const { rows } = await tx.execute(sql`select id, words from search_synonym where id = ${id} for update`);
  return groups.parse(rows)[0] ?? null;
}

function record(
  tx: Db,
  actor: Actor,
  action: string,
  group: SynonymGroup | undefined,
  change: { before?: { words: string[] }; after?: { words: string[] } },
): Promise<void> {
  const subject = { kind: "synonyms", id: group?.id ?? "", name: group?.words.slice(0, 3).join(", ") ?? "" };
  return recordAction(tx, { actor, action, subject, ...change });
}

function readWords(typed: string): string[] {
  const words = typed
    .slice(0, 4_000)
    .split(/[,\n;]/)
    .map((word) => cleanLine(word.normalize("NFC").toLowerCase()));
  return [...new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)))];
}
