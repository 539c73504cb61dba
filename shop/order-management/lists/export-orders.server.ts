import type { Db } from "../../../platform/database/database.server.ts";
import { csvByteOrderMark, csvRow } from "../../csv.ts";
import { paymentLabels } from "../../orders/amount-due.ts";
import { channelLabels, statusLabels } from "../../orders/orders.ts";
import { type ListedOrder, readRows } from "./list-orders.server.ts";
import type { OrderQuery } from "./order-query.ts";

const head = [
  "Order ID",
  "Placed",
  "Status",
  "Payment",
  "Method",
  "Customer",
  "Phone",
  "Email",
  "City",
  "Items",
  "Total (INR)",
  "Channel",
  "Tags",
];
const batch = 1_000;

/**
 * The orders of a query as CSV, sorted as it asks, in chunks of 1,000 rows, so that a million orders need little memory.
 * Times in Indian time, amounts in rupees with two decimals.
 */
export async function* exportOrders({ db }: { db: Db }, query: OrderQuery): AsyncGenerator<string> {
  yield csvByteOrderMark + csvRow(head);
  let after: string | null = null;
  do {
    const rows: ListedOrder[] = await readRows(db, { ...query, after, before: null }, batch);
    if (rows.length > 0) yield rows.map(line).join("");
    after = rows.length === batch ? (rows.at(-1)?.id ?? null) : null;
  } while (after !== null);
}

const inIndia = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Kolkata",
  dateStyle: "short",
  timeStyle: "medium",
});

function line(order: ListedOrder): string {
  const { id, placedAt, status, method, name, phone, email, city, itemCount, total, channel, tags } = order;
  return csvRow([
    id,
    inIndia.format(placedAt),
    statusLabels[status],
    paymentLabels(order),
    method,
    name,
    phone,
    email,
    city,
    String(itemCount),
    `${Math.floor(total / 100)}.${String(total % 100).padStart(2, "0")}`,
    channelLabels[channel],
    tags.join(", "),
  ]);
}
