import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { dispositions, type LineDisposition } from "./required-stock.ts";

const rows = z.array(
  z.object({
    lineId: z.string(),
    quantity: z.number(),
    disposition: z.enum(dispositions),
    cause: z.enum(["return", "refund", "cancellation"]),
  }),
);

/** The recorded dispositions of an order's units. */
export async function dispositionsOf(db: Db, orderId: string): Promise<LineDisposition[]> {
  const found = await db.execute(sql`
    select order_line_id as "lineId", quantity, disposition, cause from line_disposition
    where order_id = ${orderId} order by id`);
  return rows.parse(found.rows);
}

/** Records dispositions. In: the id of the return or refund that caused them, null for a cancellation. */
export async function recordDispositions(
  tx: Db,
  orderId: string,
  dispositions: LineDisposition[],
  causeId: string | null,
): Promise<void> {
  for (const { lineId, quantity, disposition, cause } of dispositions) {
    if (quantity === 0) continue;
    await tx.execute(sql`
      insert into line_disposition (order_id, order_line_id, quantity, disposition, cause, cause_id)
      values (${orderId}, ${lineId}, ${quantity}, ${disposition}, ${cause}, ${causeId})`);
  }
}

/** Removes the dispositions of a cancellation when the order is reopened. */
export async function clearCancellationDispositions(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`delete from line_disposition where order_id = ${orderId} and cause = 'cancellation'`);
}
