import type { Db } from "../../platform/database/database.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { recorded } from "../access/actor.ts";
import { type AuditAction, withoutSecrets } from "./audit.ts";
import { auditEntry } from "./tables.server.ts";

/**
 * Writes an audit entry. In: the transaction of the change, so that both commit or roll back together, and the
 * changed values before and after. Values whose names suggest a secret are left out.
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
    act: actor.kind === "staff" ? (actor.act ?? null) : null,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: cutText(subject.name, 300),
    before: before === undefined ? null : withoutSecrets(before),
    after: after === undefined ? null : withoutSecrets(after),
  });
}
