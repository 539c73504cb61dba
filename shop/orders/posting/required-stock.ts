import { noStock, type StockPosition } from "../../catalogue/inventory/stock-position.ts";
import type { OrderEvent, OrderStatus, PaymentMethod } from "../orders.ts";

/** What became of pieces that had been sold: for sale again, written off, or with the customer for good. */
export const dispositions = ["restocked", "damaged", "lost", "kept"] as const;
export type Disposition = (typeof dispositions)[number];

export type LineDisposition = {
  lineId: string;
  quantity: number;
  disposition: Disposition;
  /** A cancellation's count only while the order is cancelled. */
  cause: "return" | "refund" | "cancellation";
};

/** All that an order's stock depends on. */
export type StockFacts = {
  status: OrderStatus;
  method: PaymentMethod;
  /** False while it is only prepared. */
  placed: boolean;
  /** A payment that counts has come; also when it went back since. */
  paid: boolean;
  /** The status that a cancelled order was cancelled from. */
  cancelledFrom: OrderStatus | null;
  /** Whether pieces are set aside while the order waits to be confirmed or paid; false once that time is over. */
  reserved: boolean;
  lines: { id: string; variantId: string | null; quantity: number }[];
  dispositions: LineDisposition[];
};

/** Whether the parcel has left the shop, for an order that was cancelled: had left. */
export function hasLeft({ status, cancelledFrom }: Pick<StockFacts, "status" | "cancelledFrom">): boolean {
  const reached = status === "cancelled" ? cancelledFrom : status;
  return reached === "shipped" || reached === "delivered";
}

/** The status from which an order was last cancelled; null for one that never was. */
export function cancelledFrom(events: Pick<OrderEvent, "kind" | "from" | "to">[]): OrderStatus | null {
  const last = events.findLast(({ kind, to }) => kind === "status" && to === "cancelled");
  return (last?.from ?? null) as OrderStatus | null;
}

/**
 * Whether an order's pieces are out of the stock for good: it was placed, and nobody waits for its payment before
 * sending it. An unpaid online order commits when staff move it on: from then on they vouch for it.
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
 * What an order should have of the stock, by variant (docs/decisions/0022-post-the-difference.md). It follows from what
 * is true now and not from the way there, so that any sequence of steps ends at the same place:
 * waiting to be confirmed or paid: set aside, while its time runs; committed: out, less what came back and was restocked;
 * cancelled before it left: nothing, but for what was written off or kept before; cancelled after: as staff decided.
 */
export function requiredStock(facts: StockFacts): Map<string, StockPosition> {
  const required = new Map<string, StockPosition>();
  for (const { id, variantId, quantity } of facts.lines) {
    if (!variantId) continue;
    const before = required.get(variantId) ?? noStock;
    const line = requiredOfLine(facts, id, quantity);
    required.set(variantId, {
      held: before.held + line.held,
      out: before.out + line.out,
      damaged: before.damaged + line.damaged,
      lost: before.lost + line.lost,
    });
  }
  return required;
}

function requiredOfLine(facts: StockFacts, lineId: string, quantity: number): StockPosition {
  const cancelled = facts.status === "cancelled";
  if (!cancelled && !isCommitted(facts)) return { ...noStock, held: facts.reserved ? quantity : 0 };
  const left = hasLeft(facts);
  const piecesOf = (wanted: Disposition, atMost: number) =>
    Math.min(
      atMost,
      facts.dispositions
        .filter(({ lineId: of, disposition, cause }) => {
          const counts = cause !== "cancellation" || (cancelled && left);
          return of === lineId && disposition === wanted && counts;
        })
        .reduce((sum, one) => sum + one.quantity, 0),
    );
  const restocked = piecesOf("restocked", quantity);
  const damaged = piecesOf("damaged", quantity - restocked);
  const lost = piecesOf("lost", quantity - restocked - damaged);
  const stored = piecesOf("kept", quantity - restocked - damaged - lost);
  const out = cancelled && !left ? damaged + lost + stored : quantity - restocked;
  return { held: 0, out, damaged, lost };
}

/** How many pieces of each line staff still have to account for when an order is cancelled after it left. */
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
