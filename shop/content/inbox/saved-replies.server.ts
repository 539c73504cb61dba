import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type Actor, can } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { cleanLine, cleanLines } from "../../text/clean-text.ts";
import { savedReply } from "../tables.server.ts";

export type SavedReply = typeof savedReply.$inferSelect;

/** A menu of more would not be read any more. */
const mostReplies = 100;

const placeholders = /\{\{(?:name|order)\}\}/g;
const known = new Set(["{{name}}", "{{order}}"]);

/** The form of a saved reply. */
export const savedReplyForm = z.object({
  name: z
    .string()
    .overwrite(cleanLine)
    .min(1, "Please write something here.")
    .max(80, "At most 80 characters."),
  text: z
    .string()
    .overwrite(cleanLines)
    .min(1, "Please write something here.")
    .max(4_000, "At most 4,000 characters.")
    .refine(
      (text) => (text.match(/\{\{[^{}]*\}\}/g) ?? []).every((one) => known.has(one)),
      "There are two placeholders: {{name}} and {{order}}.",
    ),
});

/** All saved replies by name. */
export function savedReplies({ db }: { db: Db }): Promise<SavedReply[]> {
  return db
    .select()
    .from(savedReply)
    .orderBy(asc(sql`lower(${savedReply.name})`));
}

/** One saved reply; null for a malformed or unknown id. */
export async function savedReplyOf({ db }: { db: Db }, id: string): Promise<SavedReply | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await db.select().from(savedReply).where(eq(savedReply.id, id));
  return found ?? null;
}

/**
 * A saved reply for a customer. What is not known stays as a placeholder, and no reply is sent with one. The name is
 * text, whatever its writer typed.
 */
export function filledReply(
  { text }: SavedReply,
  { name, order }: { name: string; order: string | null },
): string {
  return text.replace(placeholders, (one) => (one === "{{name}}" ? name : (order ?? one)));
}

/** An advisory lock: names are unique, there are at most so many, and none is deleted while it is saved. */
const lockReplies = sql`select pg_advisory_xact_lock(hashtext('saved-replies'))`;

type SaveRefusal = "not-allowed" | "not-found" | "changed-meanwhile" | "name-taken" | "too-many";

/** Makes a saved reply (`id` null) or saves one; audited. Refused as named. */
export async function saveSavedReply(
  { db }: Pick<Services, "db">,
  {
    actor,
    id,
    version,
    input,
  }: { actor: Actor; id: string | null; version: string; input: z.output<typeof savedReplyForm> },
): Promise<Done | Refused<SaveRefusal>> {
  if (!can(actor, "messages.answer")) return refused("not-allowed");
  return inTransaction<Done | Refused<SaveRefusal>>(db, async (tx) => {
    await tx.execute(lockReplies);
    const before = id === null ? null : await savedReplyOf({ db: tx }, id);
    if (id !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    const all = await savedReplies({ db: tx });
    if (all.some((one) => one.id !== id && one.name.toLowerCase() === input.name.toLowerCase()))
      return refused("name-taken");
    if (!before && all.length >= mostReplies) return refused("too-many");
    const [saved] = before
      ? await tx
          .update(savedReply)
          .set({ ...input, version: sql`${savedReply.version} + 1` })
          .where(and(eq(savedReply.id, before.id)))
          .returning({ id: savedReply.id })
      : await tx.insert(savedReply).values(input).returning({ id: savedReply.id });
    await recordAction(tx, {
      actor,
      action: before ? "saved-reply.update" : "saved-reply.create",
      subject: { kind: "saved-reply", id: saved?.id ?? "", name: input.name },
      ...(before && { before: { name: before.name, text: before.text } }),
      after: input,
    });
    return done();
  });
}

/** Deletes one; audited. Refused: 'not-allowed', 'not-found'. */
export async function deleteSavedReply(
  { db }: Pick<Services, "db">,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-allowed" | "not-found">> {
  if (!can(actor, "messages.answer")) return refused("not-allowed");
  return inTransaction<Done | Refused<"not-found">>(db, async (tx) => {
    await tx.execute(lockReplies);
    const before = await savedReplyOf({ db: tx }, id);
    if (!before) return refused("not-found");
    await tx.delete(savedReply).where(eq(savedReply.id, id));
    await recordAction(tx, {
      actor,
      action: "saved-reply.delete",
      subject: { kind: "saved-reply", id, name: before.name },
      before: { name: before.name, text: before.text },
    });
    return done();
  });
}
