/**
 * Why the program moved stock, as the ledger keeps it; the words are chosen where it is shown. What staff type when they
 * adjust stock stays text.
 */
export const stockCodes = [
  "opening-stock",
  "product-form",
  "bulk-edit",
  "bulk-edit-undone",
  "import",
  "order",
  "order-paid",
  "order-pending",
  "order-confirmed",
  "order-processing",
  "order-shipped",
  "order-delivered",
  "order-cancelled",
  "not-confirmed",
  "return",
  "exchange",
  "exchange-rejected",
  "refund",
] as const;
export type StockCode = (typeof stockCodes)[number];
