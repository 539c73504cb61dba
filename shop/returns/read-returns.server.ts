import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { columnsWithout, jsonRows } from "../../platform/database/rows.server.ts";
import type { Paise } from "../money.ts";
import { isPaidOutByHand } from "../orders/posting/offline-providers.ts";
import { orderLine } from "../orders/tables.server.ts";
import { refund } from "../payments/tables.server.ts";
import type { ReturnRequest } from "./returns.ts";
import { returnLine, returnPhoto, returnRequest } from "./tables.server.ts";

const r = alias(returnRequest, "r");
// Its customer reads it too: not what its way back cost the shop.
const requestColumns = columnsWithout(r, [
  ...(["formKey", "refundId", "pickupCost", "decidedAt", "receivedAt", "closedAt"] as const),
]);
const { orderLineId: lineId, ...unitColumns } = columnsWithout(returnLine, ["returnId"]);
const { name, size, colour } = orderLine;
const lineColumns = { lineId, name, size, colour, ...unitColumns };
const refundColumns = {
  id: refund.id,
  amount: refund.amount,
  state: refund.state,
  gatewayOrderId: refund.gatewayOrderId,
  pendingReason: refund.pendingReason,
};
const photoColumns = columnsWithout(returnPhoto, ["returnId", "position"]);

const uuid = z.uuid();

/** The return requests of an order, newest first. In: a valid order id. */
export function returnsOf({ db }: { db: Db }, orderId: string): Promise<ReturnRequest[]> {
  return readReturns(db, sql`r.order_id = ${orderId}`, 100);
}

/** What the way back of an order's returns cost the shop, in paise by return, for staff. In: a valid order id. */
export async function pickupCostsOf(
  { db }: { db: Db },
  orderId: string,
): Promise<ReadonlyMap<string, Paise | null>> {
  const { id, pickupCost, orderId: order } = returnRequest;
  const rows = await db.select({ id, pickupCost }).from(returnRequest).where(eq(order, orderId));
  return new Map(rows.map((row) => [row.id, row.pickupCost]));
}

/** The return requests of these orders, newest first. In: valid order ids. */
export function returnsOfOrders({ db }: { db: Db }, orderIds: string[]): Promise<ReturnRequest[]> {
  return readReturns(db, sql`r.order_id = any(${sql.param(orderIds)}::uuid[])`, 1000);
}

/** One request, for staff; null for a malformed or unknown id. */
export async function returnOf({ db }: { db: Db }, id: string): Promise<ReturnRequest | null> {
  if (!uuid.safeParse(id).success) return null;
  const [found] = await readReturns(db, sql`r.id = ${id}`, 1);
  return found ?? null;
}

/** The request that this form has already created, if any. */
export async function returnOfForm(
  { db }: { db: Db },
  orderId: string,
  formKey: string,
): Promise<ReturnRequest | null> {
  const [found] = await readReturns(db, sql`r.order_id = ${orderId} and r.form_key = ${formKey}`, 1);
  return found ?? null;
}

async function readReturns(db: Db, where: SQL, limit: number): Promise<ReturnRequest[]> {
  const rows = await db
    .select({
      request: requestColumns,
      refunds: jsonRows(refundColumns, {
        alias: "f",
        from: sql`refund f where f.id = r.refund_id`,
        order: sql`f.id`,
      }),
      lines: jsonRows(lineColumns, {
        alias: "l",
        from: sql`(select rl.*, o.name, o.size, o.colour, o.position from return_line rl
          join order_line o on o.id = rl.order_line_id where rl.return_id = r.id) l`,
        order: sql`l.position`,
      }),
      photos: jsonRows(photoColumns, {
        alias: "p",
        from: sql`return_photo p where p.return_id = r.id`,
        order: sql`p.position`,
      }),
    })
    .from(r)
    .where(where)
    .orderBy(sql`r.created_at desc, r.id`)
    .limit(limit);
  return rows.map(({ request, refunds: [paid], lines, photos }) => ({
    ...request,
    refund: paid
      ? {
          id: paid.id,
          amount: paid.amount,
          state: paid.state,
          inCash: isPaidOutByHand(paid),
          isApproved: paid.pendingReason !== "approval",
        }
      : null,
    lines: lines.map(({ exchangeVariantId: variantId, exchangeSize, exchangeColour, ...line }) => ({
      ...line,
      exchange:
        request.kind === "exchange" ? { variantId, size: exchangeSize, colour: exchangeColour } : null,
    })),
    photos,
  }));
}
