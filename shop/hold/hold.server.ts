import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { jobBacklog } from "../../platform/jobs/backlog.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { discardQueuedMessages, queuedMessages } from "../orders/messages/queued-messages.server.ts";
import { discardQueuedPush, queuedPush } from "../push/queued-push.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { takeOffHold } from "../settings/hold-setting.server.ts";
import { invalidateSettings, readSettings } from "../settings/settings.server.ts";
import { type HeldBack, waitingWords } from "./hold.ts";

type Ports = Pick<Services, "db" | "mail">;

/** What is held back in a restored shop; null: the shop is not on hold. */
export async function heldBack({ db, mail }: Ports): Promise<HeldBack | null> {
  const { hold } = await readSettings(db);
  if (!hold) return null;
  const since = new Date(hold.since);
  const [emails, messages, pushes, jobs] = await Promise.all([
    mail.queuedBefore(db, since),
    queuedMessages(db, since),
    queuedPush(db, since),
    jobBacklog({ db }),
  ]);
  return { backup: new Date(hold.backup), since, emails, messages, pushes, jobs: jobs?.waiting ?? 0 };
}

/**
 * Ends the hold of a restored shop (audited): its background jobs start within seconds, in every process. `how`:
 * 'send' what waits from before, or 'discard' its emails, messages and push messages, which the old shop may have sent;
 * refunds, documents and other work are done in both cases. Refused: 'changed-meanwhile' when it is not on hold.
 */
export async function endHold(
  { db, mail }: Ports,
  actor: Actor,
  how: "send" | "discard",
): Promise<Done | Refused<"changed-meanwhile">> {
  const outcome = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`);
    const held = await heldBack({ db: tx, mail });
    if (!held) return refused("changed-meanwhile");
    if (how === "discard") await discard(tx, mail, held.since);
    await takeOffHold(tx);
    await recordAction(tx, {
      actor,
      action: how === "send" ? "hold.send" : "hold.discard",
      subject: { kind: "settings", id: "hold", name: "Restored backup" },
      after: { waiting: waitingWords(held), backup: held.backup.toISOString() },
    });
    return done();
  });
  invalidateSettings({ db });
  return outcome;
}

async function discard(tx: Db, mail: Ports["mail"], since: Date): Promise<void> {
  await mail.discardQueuedBefore(tx, since);
  await discardQueuedMessages(tx, since);
  await discardQueuedPush(tx, since);
}

const intervalMs = 2_000;

/** Waits until the shop is not on hold. Out: false when it stops before. Throws when the database does not answer. */
export async function untilReleased({ db, log }: Pick<Services, "db" | "log">, stopping: AbortSignal) {
  for (let told = false; !stopping.aborted; told = true) {
    if ((await readSettings(db)).hold === null) return true;
    if (!told) log.warn("restored from a backup: nothing is sent until staff decide under Admin, Health");
    await pause(intervalMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  return false;
}
