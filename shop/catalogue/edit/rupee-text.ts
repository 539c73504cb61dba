import type { Paise } from "../../money.ts";

/**
 * Parses rupees as typed: "1349", "1,349.50". Out: paise, or null for anything but an amount above 0 with at most two
 * decimals. Digit by digit, because 19.99 x 100 is not 1999 in floating point.
 */
export function paiseFrom(text: string): Paise | null {
  const [, rupees, decimals = ""] =
    /^₹?\s*(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(",", "")) ?? [];
  if (rupees === undefined) return null;
  const paise = Number(rupees) * 100 + Number(decimals.padEnd(2, "0"));
  return paise > 0 ? paise : null;
}

/** For a field of a form: 134950 gives "1349.50". */
export function rupeeText(paise: Paise | null): string {
  if (paise === null) return "";
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
}
