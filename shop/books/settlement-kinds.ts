/** Whose file it is: the payment provider's, or a courier's of the cash that it collected. */
export const settlementKinds = ["gateway", "courier"] as const;
export type SettlementKind = (typeof settlementKinds)[number];
export const kindLabels: Record<SettlementKind, string> = {
  gateway: "Payment provider",
  courier: "Courier, cash on delivery",
};

/** What became of a line that was compared with what was expected. */
export const lineStates = ["matched", "short", "over", "twice", "unknown"] as const;
export type LineState = (typeof lineStates)[number];

/** What a column of a file can stand for. */
export const settlementFields = [
  "reference",
  "other",
  "gross",
  "fee",
  "tax",
  "net",
  "utr",
  "date",
  "type",
] as const;
export type SettlementField = (typeof settlementFields)[number];

export const fieldLabels: Record<SettlementField, { label: string; hint?: string }> = {
  reference: { label: "Order, payment or AWB", hint: "By which a line finds its order." },
  other: { label: "A second such column", hint: "Asked when the first finds nothing." },
  gross: { label: "Amount", hint: "What the customer paid." },
  fee: { label: "Fee", hint: "Without tax." },
  tax: { label: "Tax on the fee" },
  net: { label: "Paid out", hint: "Without this column: amount less fee and tax." },
  utr: { label: "UTR", hint: "Of the bank transfer." },
  date: { label: "Date" },
  type: {
    label: "Kind of entry",
    hint: "Amounts of refunds, debits and chargebacks are counted as negative, those of their reversals not.",
  },
};

/** The heading for each field; a field without one has no column. */
export type ColumnNames = { [Field in SettlementField]?: string | undefined };

/** The states of the list: those of a line, what never came, and what staff settled by hand. */
export const settlementStates = [
  "missing",
  "short",
  "over",
  "twice",
  "unknown",
  "matched",
  "accepted",
] as const satisfies readonly (LineState | "missing" | "accepted")[];
export type SettlementState = (typeof settlementStates)[number];
export const settlementStateLabels: Record<SettlementState, string> = {
  matched: "Matched",
  short: "Too little",
  over: "Too much",
  twice: "Paid twice",
  unknown: "Unknown",
  missing: "Missing",
  accepted: "Settled by hand",
};
