import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { columnsWithout, type RowOf } from "../../../platform/database/rows.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import type { Act } from "../../audit/act-words.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { searchSynonym } from "../tables.server.ts";
import { readWords } from "./read-words.ts";

const columns = columnsWithout(searchSynonym, ["changedAt"]);
/** Words that mean the same; with `expandsTo`, words whose search finds what has one of those. */
export type SynonymGroup = RowOf<typeof columns>;

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const maxWords = 60;
const maxLetters = 40;

/** All synonym groups, by their first word. */
export async function listSynonyms({ db }: Pick<Services, "db">): Promise<SynonymGroup[]> {
  return db.select(columns).from(searchSynonym).orderBy(sql`words[1], id`);
}

/**
 * Adds a synonym group (`id` null) or replaces its words. In: the actor, and the words as typed, separated by commas;
 * duplicates are dropped; `expandsTo` as typed for a one-way synonym. Refused: 'too-few' (below two in all),
 * 'too-many' (over 60, or a word over 40 letters), 'not-found'.
 */
export async function saveSynonyms(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    actor,
    id,
    typed,
    expandsTo = "",
  }: { actor: Actor; id: string | null; typed: string; expandsTo?: string },
): Promise<Done | Refused<"too-few" | "too-many" | "not-found">> {
  const words = readWords(typed);
  const targets = readWords(expandsTo);
  if (words.length === 0 || words.length + targets.length < 2) return refused("too-few");
  const tooMany = (list: string[]) =>
    list.length > maxWords || list.some((word) => [...word].length > maxLetters);
  if (tooMany(words) || tooMany(targets)) return refused("too-many");
  return inTransaction(db, async (tx) => {
    const before = id === null ? null : await lockGroup(tx, id);
    if (id !== null && !before) return refused("not-found");
    const row = { words, expandsTo: targets, changedAt: clock.now() };
    const [after] = before
      ? await tx.update(searchSynonym).set(row).where(eq(searchSynonym.id, before.id)).returning(columns)
      : await tx.insert(searchSynonym).values(row).returning(columns);
    await record(tx, actor, before ? "synonyms.update" : "synonyms.create", before ?? after, {
      ...(before && { before: { words: before.words, expandsTo: before.expandsTo } }),
      after: { words, expandsTo: targets },
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
    await record(tx, actor, "synonyms.delete", before, {
      before: { words: before.words, expandsTo: before.expandsTo },
    });
    return done();
  });
}

async function lockGroup(tx: Db, id: string): Promise<SynonymGroup | null> {
  if (!uuidShape.test(id)) return null;
  const [group] = await tx.select(columns).from(searchSynonym).where(eq(searchSynonym.id, id)).for("update");
  return group ?? null;
}

function record(
  tx: Db,
  actor: Actor,
  action: Act,
  group: SynonymGroup | undefined,
  change: { before?: Omit<SynonymGroup, "id">; after?: Omit<SynonymGroup, "id"> },
): Promise<void> {
  const subject = { kind: "synonyms", id: group?.id ?? "", name: group?.words.slice(0, 3).join(", ") ?? "" };
  return recordAction(tx, { actor, action, subject, ...change });
}
