import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Order } from "../orders/orders.ts";
import { lineRefund } from "../orders/posting/refund-of-line.ts";
import type { RefundedLine } from "../payments/refunds.server.ts";
import type { ReturnRequest } from "./returns.ts";

const row = z.object({ line_id: z.string(), pieces: z.number(), amount: z.coerce.number() });

/**
 * The refund of each line of a return, in paise, after the line's share of the coupon. Computed as the cumulative
 * share of all returned units less earlier refunds of the line: however units are split, and even if a refund in
 * between failed, the whole line refunds exactly what was paid. In: the order, locked.
 */
export async function refundDue(tx: Db, order: Order, { lines }: ReturnRequest): Promise<RefundedLine[]> {
  const { rows } = await tx.execute(sql`
    select fl.order_line_id as line_id, sum(fl.quantity)::integer as pieces, sum(fl.amount) as amount
    from refund_line fl join refund f on f.id = fl.refund_id
    where f.order_id = ${order.id} and f.state <> 'failed' group by fl.order_line_id`);
  const back = new Map(
    z
      .array(row)
      .parse(rows)
      .map((line) => [line.line_id, line]),
  );
  return lines.map(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId);
    if (!line) throw new Error("a returned line is not of its order");
    const before = back.get(lineId) ?? { pieces: 0, amount: 0 };
    const pieces = Math.min(line.quantity, before.pieces + quantity);
    return { lineId, quantity, amount: Math.max(0, lineRefund(line, 0, pieces) - before.amount) };
  });
}
