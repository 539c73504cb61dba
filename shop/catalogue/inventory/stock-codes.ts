/**
 * The program's reasons for stock movements, as codes in the ledger; their text is chosen where it is shown. Reasons
 * typed by staff stay text.
 */
const stockCodes = [
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
  "exchange-withdrawn",
  "refund",
  "parcel",
] as const;
export type StockCode = (typeof stockCodes)[number];
