import { and, eq } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Order } from "../orders.ts";
import type { DeliveryOutcome } from "../parcels.ts";
import { lineDisposition } from "../tables.server.ts";
import type { LineDisposition } from "./required-stock.ts";

const { orderLineId: lineId, quantity, disposition, cause } = lineDisposition;

/** The recorded dispositions of an order's units. */
export async function dispositionsOf(db: Db, orderId: string): Promise<LineDisposition[]> {
  return db
    .select({ lineId, quantity, disposition, cause })
    .from(lineDisposition)
    .where(eq(lineDisposition.orderId, orderId))
    .orderBy(lineDisposition.id);
}

/**
 * How a cancelled order that had been sent ended: "lost" on its way, or "returned", undelivered. Null for others, also
 * when a part was never sent, was kept by the customer, or ended otherwise than the rest.
 */
export async function deliveryOutcomeOf(
  db: Db,
  { id, status, lines, parcels }: Pick<Order, "id" | "status" | "lines" | "parcels">,
): Promise<DeliveryOutcome | null> {
  const sent = parcels.flatMap((parcel) => parcel.lines).reduce((sum, { quantity }) => sum + quantity, 0);
  if (sent < lines.reduce((sum, { quantity }) => sum + quantity, 0)) return null;
  const states = new Set(parcels.map(({ state }) => state));
  if (status !== "cancelled" || states.size !== 1) return null;
  if (states.has("returned")) return "returned";
  if (!states.has("lost")) return null;
  return (await dispositionsOf(db, id)).every(({ disposition: became }) => became === "lost") ? "lost" : null;
}

/** Records dispositions. In: the id of the return or refund that caused them, null for a cancellation. */
export async function recordDispositions(
  tx: Db,
  orderId: string,
  dispositions: LineDisposition[],
  causeId: string | null,
): Promise<void> {
  const rows = dispositions
    .filter((one) => one.quantity !== 0)
    .map(({ lineId: orderLineId, ...one }) => ({ orderId, orderLineId, causeId, ...one }));
  if (rows.length > 0) await tx.insert(lineDisposition).values(rows);
}

/** Removes the dispositions of parcels that came back, when they are packed again. */
export async function clearParcelDispositions(tx: Db, orderId: string): Promise<void> {
  await tx.delete(lineDisposition).where(and(eq(lineDisposition.orderId, orderId), eq(cause, "parcel")));
}

/** Removes the dispositions of a cancellation when the order is reopened. */
export async function clearCancellationDispositions(tx: Db, orderId: string): Promise<void> {
  await tx
    .delete(lineDisposition)
    .where(and(eq(lineDisposition.orderId, orderId), eq(cause, "cancellation")));
}

/** Whether each unit that is due has one disposition, other than being kept, and no other unit has. */
export function areDecided(
  due: { lineId: string; quantity: number }[],
  given: Omit<LineDisposition, "cause">[],
): boolean {
  const sumOf = (line: string) =>
    given.reduce((sum, { lineId, quantity }) => sum + (lineId === line ? quantity : 0), 0);
  return (
    given.every(
      ({ lineId, disposition }) => disposition !== "kept" && due.some((unit) => unit.lineId === lineId),
    ) && due.every(({ lineId, quantity }) => sumOf(lineId) === quantity)
  );
}
