import type { Db } from "../../platform/database/database.server.ts";
import { recorded } from "../access/actor.ts";
import { type AuditAction, withoutSecrets } from "./audit.ts";
import { auditEntry } from "./tables.server.ts";

/**
 * Writes down what somebody did in the back office. In: the transaction that does it, so that the deed and its record stand or fall
 * together; the deed, with the changed values as they were and as they are. Whatever is named like a secret is left out.
 */
export async function recordAction(
  tx: Db,
  { actor, action, subject, before, after }: AuditAction,
): Promise<void> {
  const who = recorded(actor);
  await tx.insert(auditEntry).values({
    actorKind: who.kind,
    actorId: who.id,
    actorName: who.name,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: subject.name.slice(0, 300),
    before: before === undefined ? null : withoutSecrets(before),
    after: after === undefined ? null : withoutSecrets(after),
  });
}
