import type { OrderStatus, PaymentStatus } from "../../../../shop/orders/orders.ts";
import type { Disposition } from "../../../../shop/orders/posting/required-stock.ts";

/** What happened to pieces of one shirt of an order, as staff recorded it. */
export type Said = Record<Disposition, number>;

type ModelReturn = {
  id: string;
  shirt: number;
  state: "requested" | "approved" | "rejected" | "closed";
};

/** What the model knows of an order: two shirts, what happened to their pieces and to the money. Amounts in paise. */
export type ModelOrder = {
  id: string;
  pieces: number[];
  total: number;
  method: "cod" | "online";
  status: OrderStatus;
  cancelledFrom: OrderStatus | null;
  reserved: boolean;
  /** The gateway's order that can be paid now. */
  gatewayId: string | null;
  /** Who collected the payment that counts. */
  paidBy: "gateway" | "courier" | null;
  failed: boolean;
  /** The refunded part of the payment that counts; of it, the completed refunds that lower the price. */
  back: number;
  lowered: number;
  /** Cash that staff have to pay out, and whether it is a lower price. */
  toPayOut: { amount: number; lowers: boolean }[];
  /** Payments that came too late and were refunded. */
  late: number;
  /** Pieces of each shirt that were refunded, and for how much. */
  refunded: { pieces: number; amount: number }[];
  /** Of these, without a return. */
  refundedAlone: number[];
  returns: ModelReturn[];
  said: Said[];
  saidOnCancelling: Said[];
  /** What is invoiced and not credited; null before the first invoice. */
  invoiced: number | null;
};

export const nothingSaid = (): Said => ({ restocked: 0, damaged: 0, lost: 0, kept: 0 });
export const at = (numbers: readonly number[], index: number) => numbers[index] ?? 0;

const sent: OrderStatus[] = ["shipped", "delivered"];

/** Whether the parcel is away, or was when the order was cancelled. */
export function isAway({ status, cancelledFrom }: ModelOrder): boolean {
  return status === "cancelled"
    ? cancelledFrom !== null && sent.includes(cancelledFrom)
    : sent.includes(status);
}

/** Awaits payment: its pieces are only held. */
export function waits({ status, method, paidBy }: ModelOrder): boolean {
  return status === "pending" && method === "online" && paidBy === null;
}

/** Where the pieces of a shirt are: set aside, and out of the stock. */
export function placeOf(order: ModelOrder, shirt: number): { held: number; out: number } {
  const pieces = at(order.pieces, shirt);
  const said = order.said[shirt] ?? nothingSaid();
  if (waits(order)) return { held: order.reserved ? pieces : 0, out: 0 };
  const back = Math.min(pieces, said.restocked);
  const gone = Math.min(pieces - back, said.damaged + said.lost + said.kept);
  if (order.status !== "cancelled") return { held: 0, out: pieces - back };
  if (!isAway(order)) return { held: 0, out: gone };
  return { held: 0, out: pieces - Math.min(pieces, back + (order.saidOnCancelling[shirt]?.restocked ?? 0)) };
}

/** How many pieces nobody has said anything about. */
export function unaccounted(order: ModelOrder, shirt: number): number {
  const said = order.said[shirt] ?? nothingSaid();
  const all = said.restocked + said.damaged + said.lost + said.kept;
  return Math.max(0, at(order.pieces, shirt) - all);
}

export function paymentOf(order: ModelOrder): PaymentStatus {
  const { paidBy, back, total, toPayOut, late, failed, status } = order;
  if (paidBy) {
    if (toPayOut.length > 0) return "refund_pending";
    if (back >= total) return "refunded";
    return back > 0 ? "partly_refunded" : "completed";
  }
  if (late > 0 && status === "cancelled") return "refunded";
  return failed ? "failed" : "pending";
}

/** What follows from a change by itself: the money of a cancelled order goes back, and the documents change. */
export function settle(order: ModelOrder): void {
  const left = order.total - order.back;
  if (order.status === "cancelled" && order.paidBy && left > 0) goesBack(order, left, false);
  if (sent.includes(order.status)) order.invoiced = order.total - order.lowered;
  else if (order.invoiced !== null)
    order.invoiced = order.status === "cancelled" ? 0 : Math.min(order.invoiced, order.total - order.lowered);
}

/** Money goes back: at once by the gateway, by hand what the courier collected. */
export function goesBack(order: ModelOrder, amount: number, lowers: boolean): void {
  order.back += amount;
  if (order.paidBy === "courier") order.toPayOut.push({ amount, lowers });
  else if (lowers) order.lowered += amount;
}
