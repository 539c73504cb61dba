import { z } from "zod";
import { cutText } from "../../../platform/text/cut-text.ts";
import { readDay } from "../../dates.ts";
import {
  type OrderChannel,
  type OrderStatus,
  orderChannels,
  orderStatuses,
  type PaymentMethod,
  type PaymentStatus,
  paymentMethods,
  paymentStatuses,
} from "../../orders/orders.ts";
import { cleanLine } from "../../text/clean-text.ts";

/** A tab of the list: a status, or the orders to send now (paid, or to be paid on delivery). */
export type OrderTab = OrderStatus | "to-send";
export const orderTabs: readonly OrderTab[] = ["to-send", ...orderStatuses];

/**
 * What waits for somebody, as the dashboard counts it and the list shows it (`orderWorkIs`). Cash on delivery is
 * confirmed apart: whoever ordered has paid nothing yet.
 */
export const orderWork = [
  "confirm-cod",
  "customer-confirms",
  "email-returned",
  "confirm",
  "ship",
  "courier",
  "payment-failed",
  "rest-due",
  "approve-refund",
  "refund-waits",
  "refund-failed",
] as const;
export type OrderWork = (typeof orderWork)[number];

/** The sort orders of the list, the default first; "-" for descending. `customer`: by name. */
export const orderSorts = ["-date", "date", "-total", "total", "customer", "-customer"] as const;
export type OrderSort = (typeof orderSorts)[number];
const [defaultSort] = orderSorts;

/** A query of the order list. Dates are days in India, "2026-11-21", both inclusive. */
export type OrderQuery = {
  status: OrderTab | null;
  payment: PaymentStatus | null;
  method: PaymentMethod | null;
  channel: OrderChannel | null;
  /** Shipped without a tax invoice, which waits for a GST rate. */
  invoice: "waiting" | null;
  work: OrderWork | null;
  /** The id of an account. */
  customer: string | null;
  q: string;
  from: string | null;
  to: string | null;
  sort: OrderSort;
  /** Cursors: the id of the order before the page or after it. */
  after: string | null;
  before: string | null;
};

/** Of a search text, in characters. */
export const maxSearchLength = 80;

/** Shorter words match ids only: the index is a trigram index. */
export const minWordLength = 3;

/** Parses an address (`/admin/orders?status=shipped&q=asha`). Unknown values are dropped. */
export function readOrderQuery(asked: URLSearchParams): OrderQuery {
  const one = <Known extends string>(name: string, known: readonly Known[]) =>
    known.find((value) => value === asked.get(name)) ?? null;
  const dayOf = (name: string) => readDay(asked.get(name) ?? "");
  return {
    status: one("status", orderTabs),
    payment: one("payment", paymentStatuses),
    method: one("method", paymentMethods),
    channel: one("channel", orderChannels),
    invoice: one("invoice", ["waiting"]),
    work: one("work", orderWork),
    customer: readId(asked.get("customer")),
    q: cutText(cleanLine(asked.get("q") ?? ""), maxSearchLength),
    from: dayOf("from"),
    to: dayOf("to"),
    sort: one("sort", orderSorts) ?? defaultSort,
    after: readId(asked.get("after")),
    before: readId(asked.get("before")),
  };
}

/** The address of a query, without empty values and defaults, so that each list has one address. */
export function orderAddress({ sort = defaultSort, ...query }: Partial<OrderQuery>): URLSearchParams {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) asked.set(name, value);
  if (sort !== defaultSort) asked.set("sort", sort);
  return asked;
}

/** Whether the list is filtered by more than its status. */
export function hasFilters({
  q,
  payment,
  method,
  channel,
  invoice,
  work,
  customer,
  from,
  to,
}: OrderQuery): boolean {
  return Boolean(q || payment || method || channel || invoice || work || customer || from || to);
}

/** An id in an address; null for anything else. */
export function readId(written: string | null): string | null {
  return z.uuid().safeParse(written).data ?? null;
}
