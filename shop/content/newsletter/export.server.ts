import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { csvByteOrderMark, csvRow } from "../../csv.ts";
import { newsletterSubscriber } from "../tables.server.ts";

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
