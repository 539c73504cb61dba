import { desc, inArray } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { columnsWithout, type RowOf } from "../../../platform/database/rows.server.ts";
import { orderPhoneMessage } from "./tables.server.ts";

const shown = columnsWithout(orderPhoneMessage, ["variables", "providerId", "attempts"]);
/** A message about an order to a phone, with its delivery state. */
export type SentMessage = RowOf<typeof shown>;

/** The messages about orders, newest first. In: the orders' ids. */
export async function messagesOf({ db }: { db: Db }, orderIds: string[]): Promise<SentMessage[]> {
  if (orderIds.length === 0) return [];
  return db
    .select(shown)
    .from(orderPhoneMessage)
    .where(inArray(orderPhoneMessage.orderId, orderIds))
    .orderBy(desc(orderPhoneMessage.createdAt));
}
