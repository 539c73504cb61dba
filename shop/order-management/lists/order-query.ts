import {
  type OrderStatus,
  orderStatuses,
  type PaymentMethod,
  type PaymentStatus,
  paymentStatuses,
} from "../../orders/orders.ts";
import { cleanLine } from "../../text/clean-text.ts";

export const paymentMethods = ["cod", "online", "whatsapp"] as const satisfies readonly PaymentMethod[];

/** What one tab of the list shows: a status, or what is to be sent now (paid, or to be paid on delivery). */
export type OrderTab = OrderStatus | "to-send";
export const orderTabs: readonly OrderTab[] = ["to-send", ...orderStatuses];

/** What staff ask of the orders. Dates are days in India, "2026-11-21", both included. */
export type OrderQuery = {
  status: OrderTab | null;
  payment: PaymentStatus | null;
  method: PaymentMethod | null;
  q: string;
  from: string | null;
  to: string | null;
  /** Where a page begins or ends: "<microseconds>_<order id>" of the row before it or after it. */
  after: string | null;
  before: string | null;
};

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const maxSearchLength = 80;

/** A word shorter than this finds nothing but ids: the index knows names by three letters at a time. */
export const minWordLength = 3;

/** Reads an address. What it does not know is dropped (app: `/admin/orders?status=shipped&q=asha`). */
export function readOrderQuery(asked: URLSearchParams): OrderQuery {
  const one = <Known extends string>(name: string, known: readonly Known[]) =>
    known.find((value) => value === asked.get(name)) ?? null;
  const dayOf = (name: string) => {
    const written = asked.get(name) ?? "";
    return day.test(written) && !Number.isNaN(Date.parse(written)) ? written : null;
  };
  return {
    status: one("status", orderTabs),
    payment: one("payment", paymentStatuses),
    method: one("method", paymentMethods),
    q: cleanLine(asked.get("q") ?? "").slice(0, maxSearchLength),
    from: dayOf("from"),
    to: dayOf("to"),
    after: readCursor(asked.get("after")) && asked.get("after"),
    before: readCursor(asked.get("before")) && asked.get("before"),
  };
}

/** The address of a query: only what is asked for, so that the same list has one address. */
export function orderAddress(query: Partial<OrderQuery>): URLSearchParams {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) asked.set(name, value);
  return asked;
}

/** Whether anything narrows the list besides its status. */
export function hasFilters({ q, payment, method, from, to }: OrderQuery): boolean {
  return Boolean(q || payment || method || from || to);
}

const place = /^(\d{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The two parts of a place in a list; null for anything else. */
export function readCursor(written: string | null): { micros: string; id: string } | null {
  const [, micros, id] = place.exec(written ?? "") ?? [];
  return micros && id ? { micros, id } : null;
}

/** The lowest and the highest id that begin with what was typed; null for what begins no id. */
export function idPrefixRange(typed: string): { from: string; to: string } | null {
  const digits = typed.toLowerCase().replace(/^#/, "").replaceAll("-", "");
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return null;
  const whole = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { from: whole("0"), to: whole("f") };
}
