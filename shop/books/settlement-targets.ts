import type { Paise } from "../money.ts";
import type { LineState, SettlementKind } from "./settlement-kinds.ts";

/** A line of a file whose order is known. `target`: what an accepted one stays with; null for all others. */
export type FoundLine = {
  id: number;
  kind: SettlementKind;
  /** What it names: an order, a payment, a gateway's order, a parcel. */
  names: readonly string[];
  gross: Paise;
  fee: Paise;
  tax: Paise;
  net: Paise;
  isAccepted: boolean;
  target: string | null;
};

/** Money that is to come: a received payment, or what the courier collected for a parcel. */
export type Receivable = {
  id: string;
  /** What lines name that mean only this one. */
  name: string | null;
  /** The gateway's order that a payment was made through. */
  gatewayOrder: string | null;
  amount: Paise;
  /** False: only for lines that name it. A parcel that was not delivered brings nothing. */
  isMeantByOrder: boolean;
};

/** The lines of one order with all that they can be for. `refunds`: how many there were of each amount. */
export type OrderSettlement = {
  orderId: string;
  lines: readonly FoundLine[];
  payments: readonly Receivable[];
  parcels: readonly Receivable[];
  refunds: ReadonlyMap<Paise, number>;
};

/** What a line is for, and how it compares with what was expected before the fee. */
export type MatchedLine = {
  id: number;
  target: string;
  paymentId: string | null;
  parcelId: string | null;
  expected: Paise;
  state: LineState;
};

type Target = { name: string; due: Paise; paymentId: string | null; parcelId: string | null };

/**
 * Says what each line of an order is for, and compares it. Several lines that name only the order are handed its
 * payments (or parcels) one each, equal amounts first, so that the same lines in another order, or in other files, come
 * out the same. A line for which nothing is left is 'twice'. `net` counts, so that what was kept besides the named fee
 * is seen. In: payments and parcels in the order in which they are handed out. Out: without the accepted lines, which
 * stay as they are and keep what they are for.
 */
export function matchLines(order: OrderSettlement): MatchedLine[] {
  const lines = order.lines.toSorted((one, other) => one.id - other.id);
  const seen = new Map<string, number>();
  const count = (name: string) => {
    const place = (seen.get(name) ?? 0) + 1;
    seen.set(name, place);
    return place;
  };
  for (const { isAccepted, target } of lines) if (isAccepted && target) count(target);
  const refunded = lines
    .filter(({ gross, isAccepted }) => gross < 0 && !isAccepted)
    .map((line) => ({ line, target: refundTarget(order, line) }));
  const charges = lines.filter(isCharge).map((line) => ({ line, target: chargeTarget(order) }));
  const all = [
    ...handOut(order, "gateway", lines),
    ...handOut(order, "courier", lines),
    ...refunded,
    ...charges,
  ];
  return all.map(({ line, target: { name, due, paymentId, parcelId } }) => {
    const most = line.gross < 0 ? Math.max(1, order.refunds.get(-line.gross) ?? 0) : 1;
    const isAgain = !isCharge(line) && count(name) > most;
    const expected = isAgain ? 0 : due;
    const left = line.net - (expected - line.fee - line.tax);
    const state = isAgain ? "twice" : left === 0 ? "matched" : left < 0 ? "short" : "over";
    return { id: line.id, target: name, paymentId, parcelId, expected, state };
  });
}

/** Whether a line only deducts a fee, such as the freight of a parcel: it may come besides that of the money, and often. */
function isCharge({ gross, net, isAccepted }: FoundLine): boolean {
  return gross === 0 && net < 0 && !isAccepted;
}

const chargeTarget = ({ orderId }: OrderSettlement): Target => ({
  name: `charge ${orderId}`,
  due: 0,
  paymentId: null,
  parcelId: null,
});

/** What the provider took back: for a refund of that amount, else for nothing. Couriers pay no refunds. */
function refundTarget({ orderId, refunds }: OrderSettlement, { kind, gross }: FoundLine): Target {
  const isKnown = kind === "gateway" && (refunds.get(-gross) ?? 0) > 0;
  const name = `refund ${orderId} ${gross}`;
  return { name, due: isKnown ? gross : 0, paymentId: null, parcelId: null };
}

/**
 * Hands the payments of an order to its lines of a provider's files, or the parcels to those of couriers' files. Out:
 * in the order of handing out, so that of two lines for one target the first has it.
 */
function handOut(
  { orderId, payments, parcels }: OrderSettlement,
  kind: SettlementKind,
  all: readonly FoundLine[],
): { line: FoundLine; target: Target }[] {
  const receivables = kind === "gateway" ? payments : parcels;
  const targetOf = ({ id, amount: due }: Receivable): Target =>
    kind === "gateway"
      ? { name: `payment ${id}`, due, paymentId: id, parcelId: null }
      : { name: `parcel ${id}`, due, paymentId: null, parcelId: id };
  const whole: Target = { name: `order ${orderId}`, due: 0, paymentId: null, parcelId: null };

  const ofKind = all.filter((line) => line.kind === kind && line.gross >= 0 && !isCharge(line));
  const taken = new Set(ofKind.flatMap(({ isAccepted, target }) => (isAccepted && target ? [target] : [])));
  const given = new Map<FoundLine, Target>();
  const give = (line: FoundLine, target: Target) => {
    given.set(line, target);
    taken.add(target.name);
  };
  const waiting = () => ofKind.filter((line) => !line.isAccepted && !given.has(line));
  const free = (line: FoundLine) =>
    taken.has(whole.name) ? [] : meant(line, receivables).filter((one) => !taken.has(targetOf(one).name));

  const named = waiting().flatMap((line) => {
    const one = receivables.find(({ name }) => name !== null && line.names.includes(name));
    return one ? [{ line, one }] : [];
  });
  for (const { line, one } of named.sort((a, b) => distance(a.line, a.one) - distance(b.line, b.one)))
    give(line, targetOf(one));
  // Who says more exactly what it is for chooses first.
  const exactFirst = (lines: FoundLine[]) =>
    lines.toSorted((one, other) => meant(one, receivables).length - meant(other, receivables).length);
  for (const line of exactFirst(waiting())) {
    const equal = free(line).find((one) => distance(line, one) === 0);
    if (equal) give(line, targetOf(equal));
  }
  // Couriers also pay the parcels of an order as one sum.
  const left = kind === "courier" ? waiting() : [];
  for (const line of left) {
    const rest = free(line);
    const due = rest.reduce((sum, { amount }) => sum + amount, 0);
    if (rest.length > 1 && (line.gross === due || left.length === 1)) give(line, { ...whole, due });
  }
  for (const line of exactFirst(waiting().sort((one, other) => other.gross - one.gross))) {
    const [nearest] = free(line).toSorted((one, other) => distance(line, one) - distance(line, other));
    if (nearest) give(line, targetOf(nearest));
  }
  // Nothing is left for these.
  for (const line of waiting()) {
    const before = meant(line, receivables);
    const again = before.find((one) => distance(line, one) === 0) ?? before[0];
    give(line, again && !taken.has(whole.name) ? targetOf(again) : whole);
  }
  return [...given].map(([line, target]) => ({ line, target }));
}

/** What a line can be for: the payments of the gateway's order that it names, else all of the order. */
function meant(line: FoundLine, receivables: readonly Receivable[]): readonly Receivable[] {
  const throughOne = receivables.filter(
    ({ gatewayOrder }) => gatewayOrder !== null && line.names.includes(gatewayOrder),
  );
  return throughOne.length > 0 ? throughOne : receivables.filter(({ isMeantByOrder }) => isMeantByOrder);
}

function distance({ gross }: FoundLine, { amount }: Receivable): number {
  return Math.abs(amount - gross);
}
