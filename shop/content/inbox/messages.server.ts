import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type Actor, recorded } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { csvByteOrderMark, csvRow } from "../../csv.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";

const shape = z.object({
  id: z.string(),
  ticket: z.coerce.number(),
  name: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  state: z.enum(["new", "read", "answered"]),
  answered_by: z.string().nullable(),
  at: z.coerce.date().transform((at) => at.toISOString()),
});
/** A message to the shop. `at`: ISO. */
export type InboxMessage = z.infer<typeof shape>;

export const messageStates = ["new", "read", "answered"] as const;
const stateNow = sql`case when status = 'answered' then 'answered' when read_at is null then 'new' else 'read' end`;

/** Messages, newest first. In: a state or "", the page from 1 and its size. */
export async function listMessages(
  { db }: { db: Db },
  { state, page, size }: { state: string; page: number; size: number },
): Promise<{ messages: InboxMessage[]; more: boolean }> {
  const { rows } = await db.execute(sql`
    select id, ticket, name, email, topic, message, answered_by, created_at as at, ${stateNow} as state
    from contact_message where ${state} = '' or ${stateNow} = ${state}
    order by created_at desc, id limit ${size + 1} offset ${(page - 1) * size}`);
  const messages = z.array(shape).parse(rows);
  return { messages: messages.slice(0, size), more: messages.length > size };
}

/** Marks a message as read, answered, or new again. Refused: 'not-found'. */
export async function markMessage(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, id, state }: { actor: Actor; id: string; state: InboxMessage["state"] },
): Promise<Done | Refused<"not-found">> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  return inTransaction(db, async (tx) => {
    const answered = state === "answered";
    const { rows } = await tx.execute(sql`
      update contact_message set status = ${answered ? "answered" : "open"},
        answered_by = ${answered ? recorded(actor).name : null},
        read_at = ${state === "new" ? null : clock.now().toISOString()}
      where id = ${id} returning ticket`);
    const [found] = z.array(z.object({ ticket: z.coerce.number() })).parse(rows);
    if (!found) return refused("not-found");
    // Neither the message nor the sender goes into the append-only audit log.
    await recordAction(tx, {
      actor,
      action: "message.mark",
      subject: { kind: "message", id, name: `CS-${found.ticket}` },
      after: { state },
    });
    return done();
  });
}

const subscribers = z.array(
  z.object({ email: z.string(), confirmed_at: z.coerce.date().transform((at) => at.toISOString()) }),
);

/** All confirmed newsletter subscribers as CSV; audited. */
export async function exportSubscribers({ db }: { db: Db }, actor: Actor): Promise<string> {
  const { rows } = await db.execute(sql`
    select email, confirmed_at from newsletter_subscriber
    where status = 'confirmed' and confirmed_at is not null order by email`);
  const all = subscribers.parse(rows);
  await recordAction(db, {
    actor,
    action: "newsletter.export",
    subject: { kind: "newsletter", id: "subscribers", name: `${all.length} addresses` },
  });
  const lines = all.map(({ email, confirmed_at }) => csvRow([email, confirmed_at]));
  return csvByteOrderMark + csvRow(["Email", "Confirmed"]) + lines.join("");
}
