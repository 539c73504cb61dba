import { type Paise, readRupees } from "../../money.ts";

const highest: Paise = 999_999_999_99;

/** Parses a price as typed, by `readRupees`. Out: paise, or null for anything but an amount above 0. */
export function paiseFrom(text: string): Paise | null {
  const paise = readRupees(text);
  return paise !== null && paise > 0 && paise <= highest ? paise : null;
}

/** For a field of a form: 134950 gives "1349.50". */
export function rupeeText(paise: Paise | null): string {
  if (paise === null) return "";
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
}
