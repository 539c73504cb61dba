import type { OrderStatus, PaymentStatus } from "../../../../shop/orders/orders.ts";
import type { ParcelState } from "../../../../shop/orders/parcels.ts";
import type { Disposition } from "../../../../shop/orders/posting/required-stock.ts";

/** What happened to pieces of one shirt of an order, as staff recorded it. */
export type Said = Record<Disposition, number>;

type ModelReturn = {
  id: string;
  shirt: number;
  state: "requested" | "approved" | "rejected" | "closed";
  /** By a courier, at the customer's. */
  isFetched: boolean;
};

/** A parcel with its pieces of each shirt; `credited`: paise of each shirt that are not owed any more. */
export type ModelParcel = {
  pieces: number[];
  state: ParcelState;
  settled: "credit" | "refund" | null;
  credited: number[];
};

type ModelPayment = { by: "gateway" | "courier" | "outside"; amount: number; left: number };

/** What the model knows of an order: two shirts, what happened to their pieces and to the money. Amounts in paise. */
export type ModelOrder = {
  id: string;
  pieces: number[];
  /** The percentage that a coupon or staff take off. */
  percentOff: number;
  total: number;
  method: "cod" | "online";
  /** A rule asks for an advance of its total when it is to be paid in cash; what was asked for, 0 before. */
  isRuled: boolean;
  advance: number;
  status: OrderStatus;
  cancelledFrom: OrderStatus | null;
  reserved: boolean;
  /** The gateway's order that can be paid now, and for how much. */
  gatewayId: string | null;
  asked: number;
  /** The payments that count, in their order, with what is left of each. */
  payments: ModelPayment[];
  /** What they brought, less what went back because it was too much. */
  received: number;
  failed: boolean;
  /** The refunded part of the payments that count; of it, the completed refunds that lower the price. */
  back: number;
  lowered: number;
  /** Cash that staff have to pay out, and whether it is a lower price. */
  toPayOut: { amount: number; lowers: boolean }[];
  /** Payments that came too late and were refunded; those of an order that was paid already. */
  late: number;
  twice: number;
  /** Pieces of each shirt that were refunded, and for how much. */
  refunded: { pieces: number; amount: number }[];
  /** Of these, without a return. */
  refundedAlone: number[];
  returns: ModelReturn[];
  said: Said[];
  /** In the order of their numbers. */
  parcels: ModelParcel[];
  /** What became of the pieces of parcels that came back while others went on. */
  saidOfParcels: Said[];
  saidOnCancelling: Said[];
  /** What is invoiced and not credited; null before the first invoice. */
  invoiced: number | null;
};

export const nothingSaid = (): Said => ({ restocked: 0, damaged: 0, lost: 0, kept: 0 });
export const at = (numbers: readonly number[], index: number) => numbers[index] ?? 0;

/** An order as it is placed. */
export function newOrder(
  id: string,
  pieces: number[],
  {
    total,
    method,
    percentOff = 0,
    isRuled = false,
    advance = 0,
  }: Pick<ModelOrder, "total" | "method"> & Partial<ModelOrder>,
): ModelOrder {
  return {
    id,
    pieces,
    percentOff,
    total,
    method,
    isRuled,
    advance,
    status: "pending",
    cancelledFrom: null,
    reserved: method === "online",
    gatewayId: null,
    asked: 0,
    payments: [],
    received: 0,
    failed: false,
    back: 0,
    lowered: 0,
    toPayOut: [],
    late: 0,
    twice: 0,
    refundedAlone: [0, 0],
    returns: [],
    invoiced: null,
    parcels: [],
    saidOfParcels: [nothingSaid(), nothingSaid()],
    refunded: [0, 1].map(() => ({ pieces: 0, amount: 0 })),
    said: [nothingSaid(), nothingSaid()],
    saidOnCancelling: [nothingSaid(), nothingSaid()],
  };
}

const sent: OrderStatus[] = ["shipped", "delivered"];

/** Whether a parcel is away, or was when the order was cancelled. */
export function isAway({ status, cancelledFrom, parcels }: ModelOrder): boolean {
  if (parcels.some(({ state }) => state !== "prepared")) return true;
  return status === "cancelled"
    ? cancelledFrom !== null && sent.includes(cancelledFrom)
    : sent.includes(status);
}

/** Awaits payment: its pieces are only reserved. */
export function waits({ status, method, payments }: ModelOrder): boolean {
  return status === "pending" && method === "online" && payments.length === 0;
}

/** Where the pieces of a shirt are: set aside, and out of the stock. */
export function placeOf(order: ModelOrder, shirt: number): { reserved: number; out: number } {
  const pieces = at(order.pieces, shirt);
  const said = allSaid(order, shirt);
  if (waits(order)) return { reserved: order.reserved ? pieces : 0, out: 0 };
  const back = Math.min(pieces, said.restocked);
  const gone = Math.min(pieces - back, said.damaged + said.lost + said.kept);
  if (order.status !== "cancelled") return { reserved: 0, out: pieces - back };
  if (!isAway(order)) return { reserved: 0, out: gone };
  return {
    reserved: 0,
    out: pieces - Math.min(pieces, back + (order.saidOnCancelling[shirt]?.restocked ?? 0)),
  };
}

/** What was said of a shirt's pieces when they were refunded, and when their parcel came back. */
export function allSaid({ said, saidOfParcels }: ModelOrder, shirt: number): Said {
  return bothSaid(said[shirt] ?? nothingSaid(), saidOfParcels[shirt] ?? nothingSaid());
}

export function bothSaid(one: Said, other: Said): Said {
  return {
    restocked: one.restocked + other.restocked,
    damaged: one.damaged + other.damaged,
    lost: one.lost + other.lost,
    kept: one.kept + other.kept,
  };
}

/** Paise that are not owed, because these pieces came back unpaid. */
export function notOwed({ parcels }: ModelOrder): number {
  return parcels.flatMap(({ credited }) => credited).reduce((sum, amount) => sum + amount, 0);
}

/** Whether all that is owed was paid, whatever went back since. */
export function isPaid(order: ModelOrder): boolean {
  return order.payments.length > 0 && order.received >= order.total - notOwed(order);
}

/** What is still to be paid. */
export function due(order: ModelOrder): number {
  return order.status === "cancelled" ? 0 : Math.max(0, order.total - notOwed(order) - order.received);
}

/** A fifth of a total in whole rupees: what the rule asks for in advance. */
export const advanceFor = (total: number) => Math.ceil(total / 500) * 100;

/** Whether it is to be paid in cash once its advance is paid online. */
export function waitsForAdvance({ status, method, advance, received }: ModelOrder): boolean {
  return status !== "cancelled" && method === "online" && advance > 0 && received === 0;
}

/** What a customer who pays is asked for. */
export function dueNow(order: ModelOrder): number {
  return waitsForAdvance(order) ? Math.min(order.advance, due(order)) : due(order);
}

/** How it is to be paid once this amount has come. */
export function methodAfter(order: ModelOrder, amount: number): ModelOrder["method"] {
  if (amount >= due(order)) return "online";
  return waitsForAdvance(order) ? "cod" : order.method;
}

/** What could still go back. */
export function leftOf({ payments }: ModelOrder): number {
  return payments.reduce((sum, { left }) => sum + left, 0);
}

/** Money comes that counts; what is too much goes back. */
export function comes(order: ModelOrder, by: ModelPayment["by"], amount: number): void {
  order.payments.push({ by, amount, left: amount });
  order.received += amount;
  order.failed = false;
  tooMuchGoesBack(order, order.received - (order.total - notOwed(order)));
}

/** How many pieces nobody has said anything about. */
export function unaccounted(order: ModelOrder, shirt: number): number {
  const said = allSaid(order, shirt);
  const all = said.restocked + said.damaged + said.lost + said.kept;
  return Math.max(0, at(order.pieces, shirt) - all);
}

export function paymentOf(order: ModelOrder): PaymentStatus {
  const { payments, received, back, toPayOut, late, failed, status } = order;
  if (payments.length > 0) {
    if (due(order) > 0 && (received === 0 || back < received)) return "pending";
    if (toPayOut.length > 0) return "refund_pending";
    if (back >= received) return "refunded";
    return back > 0 ? "partly_refunded" : "completed";
  }
  if (late > 0 && status === "cancelled") return "refunded";
  return failed ? "failed" : "pending";
}

/** What follows from a change by itself: the money of a cancelled order goes back, and the documents change. */
export function settle(order: ModelOrder): void {
  const sold = order.total - order.lowered - notOwed(order);
  if (order.status === "cancelled")
    for (const payment of order.payments)
      if (payment.left > 0) order.back += pays(order, payment, payment.left, false);
  if (order.status !== "cancelled" && isAway(order)) order.invoiced = sold;
  else if (order.invoiced !== null)
    order.invoiced = order.status === "cancelled" ? 0 : Math.min(order.invoiced, sold);
}

/** Money goes back and lowers the price of what was sold. */
export function goesBack(order: ModelOrder, amount: number): void {
  order.back += giveBack(order, amount, true);
}

/** What was received above what the order costs goes back, and lowers no price. */
export function tooMuchGoesBack(order: ModelOrder, amount: number): void {
  if (amount > 0) order.received -= giveBack(order, amount, false);
}

/** From the newest payment that has it all, else from one after the other. */
function giveBack(order: ModelOrder, amount: number, lowers: boolean): number {
  const newest = order.payments.filter(({ left }) => left > 0).reverse();
  const whole = newest.find(({ left }) => left >= amount);
  if (whole) return pays(order, whole, amount, lowers);
  return newest.reduce(
    (sum, payment) => sum + pays(order, payment, Math.min(payment.left, amount - sum), lowers),
    0,
  );
}

/** At once by the gateway, by hand what the courier collected or was paid outside of the shop. */
function pays(order: ModelOrder, payment: ModelPayment, amount: number, lowers: boolean): number {
  if (amount === 0) return 0;
  payment.left -= amount;
  if (payment.by !== "gateway") order.toPayOut.push({ amount, lowers });
  else if (lowers) order.lowered += amount;
  return amount;
}
