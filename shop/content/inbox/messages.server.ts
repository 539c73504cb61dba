import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type Actor, type RecordedActor, recorded } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { csvByteOrderMark, csvRow } from "../../csv.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { contactMessage, newsletterSubscriber } from "../tables.server.ts";

export const messageStates = ["new", "read", "answered"] as const;
const { id, ticket, name, email, topic, message, createdAt, status, readAt } = contactMessage;
const stateNow = sql<(typeof messageStates)[number]>`
  case when ${status} = 'answered' then 'answered' when ${readAt} is null then 'new' else 'read' end`;
const { answeredByKind, answeredById, answeredByName } = contactMessage;

/** A message to the shop. `at`: ISO. */
export type InboxMessage = Pick<
  typeof contactMessage.$inferSelect,
  "id" | "ticket" | "name" | "email" | "topic" | "message"
> & { state: (typeof messageStates)[number]; at: string; answeredBy: RecordedActor | null };

/** Messages, newest first. In: a state or "", the page from 1 and its size. */
export async function listMessages(
  { db }: { db: Db },
  { state, page, size }: { state: string; page: number; size: number },
): Promise<{ messages: InboxMessage[]; more: boolean }> {
  const rows = await db
    .select({
      id,
      ticket,
      name,
      email,
      topic,
      message,
      state: stateNow,
      at: createdAt,
      answeredBy: { kind: answeredByKind, id: answeredById, name: answeredByName },
    })
    .from(contactMessage)
    .where(state === "" ? undefined : eq(stateNow, state))
    .orderBy(desc(createdAt), id)
    .limit(size + 1)
    .offset((page - 1) * size);
  const messages = rows.slice(0, size).map(({ at, answeredBy: { kind, ...who }, ...row }) => ({
    ...row,
    at: at.toISOString(),
    answeredBy: kind && { kind, id: who.id, name: who.name ?? "" },
  }));
  return { messages, more: rows.length > size };
}

/** Marks a message as read, answered, or new again. Refused: 'not-found'. */
export async function markMessage(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, id: marked, state }: { actor: Actor; id: string; state: InboxMessage["state"] },
): Promise<Done | Refused<"not-found">> {
  if (!z.uuid().safeParse(marked).success) return refused("not-found");
  return inTransaction(db, async (tx) => {
    const answered = state === "answered";
    const who = answered ? recorded(actor) : null;
    const [found] = await tx
      .update(contactMessage)
      .set({
        status: answered ? "answered" : "open",
        answeredByKind: who?.kind ?? null,
        answeredById: who?.id ?? null,
        answeredByName: who?.name ?? null,
        readAt: state === "new" ? null : clock.now(),
      })
      .where(eq(contactMessage.id, marked))
      .returning({ ticket });
    if (!found) return refused("not-found");
    // Neither the message nor the sender goes into the append-only audit log.
    await recordAction(tx, {
      actor,
      action: "message.mark",
      subject: { kind: "message", id: marked, name: `CS-${found.ticket}` },
      after: { state },
    });
    return done();
  });
}

/** All confirmed newsletter subscribers as CSV; audited. */
export async function exportSubscribers({ db }: { db: Db }, actor: Actor): Promise<string> {
  const { email: address, confirmedAt } = newsletterSubscriber;
  const all = await db
    .select({ address, confirmedAt })
    .from(newsletterSubscriber)
    .where(and(eq(newsletterSubscriber.status, "confirmed"), isNotNull(confirmedAt)))
    .orderBy(address);
  await recordAction(db, {
    actor,
    action: "newsletter.export",
    subject: { kind: "newsletter", id: "subscribers", name: `${all.length} addresses` },
  });
  const lines = all.map((one) => csvRow([one.address, one.confirmedAt?.toISOString() ?? ""]));
  return csvByteOrderMark + csvRow(["Email", "Confirmed"]) + lines.join("");
}
