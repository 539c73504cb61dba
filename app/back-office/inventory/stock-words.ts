import { reservationMinutes } from "../../../shop/catalogue/inventory/inventory.ts";
import type { StockCode } from "../../../shop/catalogue/inventory/stock-codes.ts";

/** The texts of the ledger's codes. Another language is another such file. */
const words: Record<StockCode, string> = {
  "opening-stock": "opening stock",
  "product-form": "product form",
  "bulk-edit": "bulk edit",
  "bulk-edit-undone": "bulk edit undone",
  import: "import",
  order: "order",
  "order-paid": "order paid",
  "order-pending": "order pending",
  "order-confirmed": "order confirmed",
  "order-processing": "order processing",
  "order-shipped": "order shipped",
  "order-delivered": "order delivered",
  "order-cancelled": "order cancelled",
  "not-confirmed": `not confirmed within ${reservationMinutes} minutes`,
  return: "return",
  exchange: "exchange",
  "exchange-rejected": "exchange rejected",
  "exchange-withdrawn": "exchange withdrawn",
  refund: "refund",
  parcel: "parcel came back",
};

/** The reason of a stock movement: typed text, or the text of a code. An unknown code is shown as it is. */
export function stockReason({ reason, code }: { reason: string | null; code: string | null }): string {
  if (reason !== null) return reason;
  return Object.entries(words).find(([key]) => key === code)?.[1] ?? (code ?? "").replaceAll("-", " ");
}
