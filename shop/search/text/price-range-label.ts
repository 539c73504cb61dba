import { rupees } from "../../money.ts";

/** "Up to ₹500", "₹500 to ₹1,000", "₹1,000 and above". In paise. */
export function priceRangeLabel(from: number | null, to: number | null): string {
  if (from === null) return `Up to ${rupees(to ?? 0)}`;
  return to === null ? `${rupees(from)} and above` : `${rupees(from)} to ${rupees(to)}`;
}
