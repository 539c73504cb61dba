import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { columnsWithout } from "../../../platform/database/rows.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { faqEntry } from "../tables.server.ts";
import { faqFields } from "./faq-form.ts";
import type { FaqEntry } from "./question.ts";

export type StoredFaqEntry = FaqEntry & { version: number };

/** The staff's entries for /faq, with versions. */
export async function faqEntries({ db }: { db: Db }): Promise<StoredFaqEntry[]> {
  return db
    .select(columnsWithout(faqEntry, ["updatedAt"]))
    .from(faqEntry)
    .orderBy(faqEntry.position, faqEntry.id)
    .limit(500);
}

/**
 * Saves a question: an edited built-in one by its id, or one that staff added. In: the actor and the version that was
 * shown ("" for none). Refused: 'changed-meanwhile'.
 */
export async function saveFaqEntry(
  { db }: { db: Db },
  { actor, version, entry }: { actor: Actor; version: string; entry: FaqEntry },
): Promise<Done | Refused<"changed-meanwhile">> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('faq'), hashtext(${entry.id}))`);
    const before = (await faqEntries({ db: tx })).find(({ id }) => id === entry.id);
    if ((before ? String(before.version) : "") !== version) return refused("changed-meanwhile");
    await tx.execute(sql`
      insert into faq_entry (id, group_id, question, answer, position, hidden)
      values (${entry.id}, ${entry.groupId}, ${entry.question}, ${entry.answer}, ${entry.position}, ${entry.hidden})
      on conflict (id) do update set group_id = excluded.group_id, question = excluded.question,
        answer = excluded.answer, position = excluded.position, hidden = excluded.hidden,
        version = faq_entry.version + 1, updated_at = now()`);
    await recordAction(tx, {
      actor,
      action: before ? "faq.update" : "faq.create",
      subject: { kind: "faq", id: entry.id, name: entry.question },
      ...(before && { before: faqFields(before) }),
      after: faqFields(entry),
    });
    return done();
  });
}

/** Deletes an added question; a built-in one gets its original text back. */
export async function deleteFaqEntry(
  { db }: { db: Db },
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const before = (await faqEntries({ db: tx })).find((entry) => entry.id === id);
    if (!before) return refused("not-found");
    await tx.execute(sql`delete from faq_entry where id = ${id}`);
    const subject = { kind: "faq", id, name: before.question };
    await recordAction(tx, { actor, action: "faq.delete", subject, before: faqFields(before) });
    return done();
  });
}
