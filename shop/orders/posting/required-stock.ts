import { noStock, type StockPosition } from "../../catalogue/inventory/stock-position.ts";
import type { Order, OrderEvent, OrderStatus, PaymentMethod } from "../orders.ts";
import { hasSent } from "../parcels.ts";

/** The disposition of sold units: restocked, written off, or kept by the customer. */
export const dispositions = ["restocked", "damaged", "lost", "kept"] as const;
export type Disposition = (typeof dispositions)[number];

export type LineDisposition = {
  lineId: string;
  quantity: number;
  disposition: Disposition;
  /** A cancellation's dispositions count only while the order is cancelled. */
  cause: "return" | "refund" | "cancellation" | "parcel";
};

/** All inputs of an order's required stock. */
export type StockFacts = {
  status: OrderStatus;
  method: PaymentMethod;
  /** False while it is only prepared. */
  placed: boolean;
  /** A payment that counts has arrived, also for a part, even if it was refunded since (`Order.hasPayment`). */
  paid: boolean;
  /** The status that a cancelled order was cancelled from. */
  cancelledFrom: OrderStatus | null;
  /** One of its parcels has been sent. */
  partSent: boolean;
  /**
   * Whether units are reserved while the order waits to be confirmed or paid; false once the reservation has expired.
   */
  reserved: boolean;
  lines: { id: string; variantId: string | null; quantity: number }[];
  dispositions: LineDisposition[];
};

/** Whether it has shipped, whole or in part; for a cancelled order: had shipped. */
export function hasLeft({
  status,
  cancelledFrom,
  partSent,
}: Pick<StockFacts, "status" | "cancelledFrom" | "partSent">): boolean {
  const reached = status === "cancelled" ? cancelledFrom : status;
  return partSent || reached === "shipped" || reached === "delivered";
}

/** The same of an order. */
export function orderHasLeft({
  status,
  events,
  parcels,
}: Pick<Order, "status" | "events" | "parcels">): boolean {
  return hasLeft({ status, cancelledFrom: cancelledFrom(events), partSent: hasSent(parcels) });
}

/** The status from which an order was last cancelled; null for one that never was. */
export function cancelledFrom(events: Pick<OrderEvent, "kind" | "from" | "to">[]): OrderStatus | null {
  const last = events.findLast(({ kind, to }) => kind === "status" && to === "cancelled");
  return (last?.from ?? null) as OrderStatus | null;
}

/**
 * Whether an order's units are committed: it was placed and does not wait for a payment. An unpaid online order
 * commits when staff advance it.
 */
export function isCommitted({
  status,
  method,
  placed,
  paid,
}: Pick<StockFacts, "status" | "method" | "placed" | "paid">) {
  if (!placed || status === "cancelled") return false;
  return status !== "pending" || method !== "online" || paid;
}

/**
 * The stock that an order should have, by variant (docs/decisions/0022-post-the-difference.md). It depends on the
 * current facts and not on the path, so that any sequence of transitions ends the same. Waiting to be confirmed or
 * paid: reserved until it expires. Committed: out, less what was restocked. Cancelled before shipping: nothing, but
 * for units written off or kept before. Cancelled after shipping: as the dispositions say.
 */
export function requiredStock(facts: StockFacts): Map<string, StockPosition> {
  const required = new Map<string, StockPosition>();
  for (const { id, variantId, quantity } of facts.lines) {
    if (!variantId) continue;
    const before = required.get(variantId) ?? noStock;
    const line = requiredOfLine(facts, id, quantity);
    required.set(variantId, {
      reserved: before.reserved + line.reserved,
      out: before.out + line.out,
      damaged: before.damaged + line.damaged,
      lost: before.lost + line.lost,
    });
  }
  return required;
}

function requiredOfLine(facts: StockFacts, lineId: string, quantity: number): StockPosition {
  const cancelled = facts.status === "cancelled";
  if (!cancelled && !isCommitted(facts)) return { ...noStock, reserved: facts.reserved ? quantity : 0 };
  const left = hasLeft(facts);
  const unitsOf = (wanted: Disposition, atMost: number) =>
    Math.min(
      atMost,
      facts.dispositions
        .filter(({ lineId: of, disposition, cause }) => {
          const counts = cause !== "cancellation" || (cancelled && left);
          return of === lineId && disposition === wanted && counts;
        })
        .reduce((sum, one) => sum + one.quantity, 0),
    );
  const restocked = unitsOf("restocked", quantity);
  const damaged = unitsOf("damaged", quantity - restocked);
  const lost = unitsOf("lost", quantity - restocked - damaged);
  const stored = unitsOf("kept", quantity - restocked - damaged - lost);
  const out = cancelled && !left ? damaged + lost + stored : quantity - restocked;
  return { reserved: 0, out, damaged, lost };
}

/** Units per line that need a disposition when a shipped order is cancelled. */
export function itemsWithoutDisposition(
  lines: StockFacts["lines"],
  known: LineDisposition[],
): Map<string, number> {
  return new Map(
    lines.map(({ id, quantity }) => {
      const before = known
        .filter(({ lineId, cause }) => lineId === id && cause !== "cancellation")
        .reduce((sum, one) => sum + one.quantity, 0);
      return [id, Math.max(0, quantity - before)];
    }),
  );
}
