import type { Db } from "../../platform/database/database.server.ts";
import type { Order } from "../orders/orders.ts";
import { lineRefund } from "../orders/posting/refund-of-line.ts";
import { refundedByLine } from "../payments/read-payments.server.ts";
import type { RefundedLine } from "../payments/refunds.server.ts";
import type { ReturnRequest } from "./returns.ts";

/**
 * The refund of each line of a return, in paise, after the line's share of the coupon. Computed as the cumulative
 * share of all returned units less earlier refunds of the line: however units are split, and even if a refund in
 * between failed, the whole line refunds exactly what was paid. In: the order, locked.
 */
export async function refundDue(tx: Db, order: Order, { lines }: ReturnRequest): Promise<RefundedLine[]> {
  const back = await refundedByLine({ db: tx }, order.id);
  return lines.map(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId);
    if (!line) throw new Error("a returned line is not of its order");
    const before = back.get(lineId) ?? { quantity: 0, amount: 0 };
    const pieces = Math.min(line.quantity, before.quantity + quantity);
    return { lineId, quantity, amount: Math.max(0, lineRefund(line, 0, pieces) - before.amount) };
  });
}
