import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { columnsWithout } from "../../../platform/database/rows.server.ts";
import { type Actor, can } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { isOrderOf, namesIn, type RowsToSort, withVersion } from "../../text/sorted-rows.server.ts";
import { faqEntry, faqOrder } from "../tables.server.ts";
import { arrangedFaq } from "./faq.ts";
import { type FaqWords, faqFields } from "./faq-form.ts";
import type { FaqEntry, FaqFacts, FaqList, FaqOrders } from "./question.ts";

export type StoredFaqEntry = FaqEntry & { version: number };

/** The staff's entries for /faq, with versions. */
export async function faqEntries({ db }: { db: Db }): Promise<StoredFaqEntry[]> {
  return db
    .select(columnsWithout(faqEntry, ["updatedAt"]))
    .from(faqEntry)
    .orderBy(faqEntry.position, faqEntry.id)
    .limit(500);
}

/** The orders that staff gave to lists of /faq. */
export async function faqOrders({ db }: { db: Db }): Promise<FaqOrders> {
  const rows = await db.select().from(faqOrder);
  return Object.fromEntries(rows.map(({ list, keys }) => [list, keys]));
}

/** The groups, or the questions of one, to sort. In: the facts of the answers. */
export async function faqToSort(
  { db }: { db: Db },
  { list, facts }: { list: FaqList; facts: FaqFacts },
): Promise<RowsToSort> {
  const groups = arrangedFaq(facts, await faqEntries({ db }), await faqOrders({ db }));
  if (list === "groups") return withVersion(groups.map(({ id, title }) => ({ key: id, name: title })));
  const questions = groups.find(({ id }) => id === list)?.questions ?? [];
  return withVersion(
    questions.map(({ id, question, entry }) => ({
      key: id,
      name: entry?.hidden ? `${question} (hidden)` : question,
    })),
  );
}

/**
 * Writes the order of such a list; audited. In: the keys in the new order and the version that was shown. Refused:
 * 'not-allowed', 'changed-meanwhile' when the list is another by now.
 */
export async function sortFaq(
  { db }: { db: Db },
  sorted: { actor: Actor; list: FaqList; facts: FaqFacts; keys: readonly string[]; version: string },
): Promise<Done | Refused<"not-allowed" | "changed-meanwhile">> {
  const { actor, list, facts, keys, version } = sorted;
  if (!can(actor, "content.edit")) return refused("not-allowed");
  return inTransaction<Done | Refused<"changed-meanwhile">>(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('faq'), hashtext('order'))`);
    const before = await faqToSort({ db: tx }, { list, facts });
    if (!isOrderOf(before, keys, version)) return refused("changed-meanwhile");
    const written = { keys: [...keys] };
    await tx
      .insert(faqOrder)
      .values({ list, ...written })
      .onConflictDoUpdate({ target: faqOrder.list, set: written });
    await recordAction(tx, {
      actor,
      action: "faq.sort",
      subject: { kind: "faq", id: list, name: "Questions" },
      before: { order: before.rows.map(({ name }) => name).join(", ") },
      after: { order: namesIn(before, keys) },
    });
    return done();
  });
}

/** An advisory lock: a question is not deleted while it is saved. */
const lockEntry = (id: string) => sql`select pg_advisory_xact_lock(hashtext('faq'), hashtext(${id}))`;

/**
 * Saves a question: an edited built-in one by its id, or one that staff added. In: the actor and the version that was
 * shown ("" for none). Refused: 'changed-meanwhile'.
 */
export async function saveFaqEntry(
  { db }: { db: Db },
  { actor, version, entry }: { actor: Actor; version: string; entry: FaqWords & { id: string } },
): Promise<Done | Refused<"changed-meanwhile">> {
  return inTransaction(db, async (tx) => {
    await tx.execute(lockEntry(entry.id));
    const before = (await faqEntries({ db: tx })).find(({ id }) => id === entry.id);
    if ((before ? String(before.version) : "") !== version) return refused("changed-meanwhile");
    await tx.execute(sql`
      insert into faq_entry (id, group_id, question, answer, position, hidden)
      values (${entry.id}, ${entry.groupId}, ${entry.question}, ${entry.answer},
        (select coalesce(max(position), -1) + 1 from faq_entry where group_id = ${entry.groupId}), ${entry.hidden})
      on conflict (id) do update set group_id = excluded.group_id, question = excluded.question,
        answer = excluded.answer, hidden = excluded.hidden, version = faq_entry.version + 1, updated_at = now()`);
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
    await tx.execute(lockEntry(id));
    const before = (await faqEntries({ db: tx })).find((entry) => entry.id === id);
    if (!before) return refused("not-found");
    await tx.execute(sql`delete from faq_entry where id = ${id}`);
    const subject = { kind: "faq", id, name: before.question };
    await recordAction(tx, { actor, action: "faq.delete", subject, before: faqFields(before) });
    return done();
  });
}
