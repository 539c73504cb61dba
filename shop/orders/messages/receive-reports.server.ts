import { and, eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { DeliveryReport } from "../../../platform/messaging/messaging.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { sendMessageJob } from "./queue-message.server.ts";
import { orderPhoneMessage } from "./tables.server.ts";

/**
 * Takes the delivery reports that a provider posts, and keeps what became of each message about an order; reports of
 * other messages are ignored, and so is one that comes twice. A message that cannot reach its number on WhatsApp is sent
 * by SMS. In: the headers and the raw body, which the provider has signed. Refused: 'forged', 'unreadable', and
 * 'no-reports' when none are set up.
 */
export async function receiveReports(
  { db, jobs, messaging }: Pick<Services, "db" | "jobs" | "messaging">,
  headers: Headers,
  body: Uint8Array,
): Promise<Done | Refused<"forged" | "unreadable" | "no-reports">> {
  const reports = messaging.reports?.read(headers, body) ?? "no-reports";
  if (typeof reports === "string") return refused(reports);
  for (const report of reports) await inTransaction(db, (tx) => applyReport({ jobs }, tx, report));
  return done();
}

async function applyReport({ jobs }: Pick<Services, "jobs">, tx: Db, report: DeliveryReport): Promise<void> {
  const isOfThisMessage = and(
    eq(orderPhoneMessage.providerId, report.id),
    eq(orderPhoneMessage.state, "sent"),
  );
  const change =
    report.state === "delivered"
      ? ({ state: "delivered", settledAt: sql`now()` } as const)
      : report.unreachable
        ? ({ state: "queued", code: report.code } as const)
        : ({ state: "failed", code: report.code, settledAt: sql`now()` } as const);
  const [changed] = await tx
    .update(orderPhoneMessage)
    .set(change)
    .where(isOfThisMessage)
    .returning({ id: orderPhoneMessage.id, channel: orderPhoneMessage.channel });
  if (changed && change.state === "queued")
    await jobs.send(tx, sendMessageJob, { id: changed.id, without: changed.channel });
}
