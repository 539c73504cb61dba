import { amountFault, type Paise, readRupees } from "../../money.ts";

const highest: Paise = 999_999_999_99;

/** Parses a price as typed, by `readRupees`. Out: paise, or null for anything but an amount above 0. */
export function paiseFrom(text: string): Paise | null {
  const paise = readRupees(text);
  return paise !== null && paise > 0 && paise <= highest ? paise : null;
}

/** What is wrong with a price as typed, as a sentence for its field; null for one that `paiseFrom` takes. */
export function priceFault(text: string): string | null {
  if (paiseFrom(text) !== null) return null;
  const typed = text.trim().replace(/^₹\s*/, "");
  if (typed === "") return "Please write a price.";
  const said = amountFault(typed, "", highest);
  if (said) return said;
  if (/^\d+\.\d{3,}$/.test(typed)) return "Please write at most two decimals, such as 1299.50.";
  if (/^-?[\d,]+(\.\d*)?$/.test(typed)) {
    const amount = Number(typed.replaceAll(",", ""));
    if (amount <= 0) return "Please write an amount above 0.";
    if (typed.includes(",")) return "A comma stands only between thousands, such as 1,299 or 1,29,900.";
  }
  return "Please write the amount in digits, such as 1299 or 1299.50.";
}

/** For a field of a form: 134950 gives "1349.50". */
export function rupeeText(paise: Paise | null): string {
  if (paise === null) return "";
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
}
