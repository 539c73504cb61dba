/** Reasons offered for an adjustment; any other words will do as well. */
export const adjustReasons = [
  "Goods received",
  "Counted again",
  "Damaged",
  "Lost or stolen",
  "Returned to supplier",
  "Sample",
] as const;

/** From here down a variant is low on stock (specification, section 9: "Only N left!" from 1 to 5). */
export const lowStock = 5;

/** Minutes after which pieces that nobody confirmed or paid for go back (docs/domain.md, "Stock"). */
export const reservationMinutes = 30;
