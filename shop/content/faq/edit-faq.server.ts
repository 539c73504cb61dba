import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction, type ReadDb } from "../../../platform/database/database.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { faqFields } from "./faq-form.ts";
import type { FaqEntry } from "./question.ts";

const shape = z.array(
  z.object({
    id: z.string(),
    groupId: z.string(),
    question: z.string(),
    answer: z.string(),
    position: z.number(),
    hidden: z.boolean(),
    version: z.number(),
  }),
);
export type StoredFaqEntry = FaqEntry & { version: number };

/** What staff wrote for /faq, with versions. */
export async function faqEntries({ db }: { db: ReadDb }): Promise<StoredFaqEntry[]> {
  const { rows } = await db.execute(sql`
    select id, group_id as "groupId", question, answer, position, hidden, version
    from faq_entry order by position, id limit 500`);
  return shape.parse(rows);
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
