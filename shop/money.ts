/** An amount in whole paise; 100 paise are one rupee. */
export type Paise = number;

/**
 * The only rounding function: half up, to the nearest multiple of `unit` paise (100 = whole rupee). In: a
 * non-negative, possibly fractional number of paise. Out: integer paise.
 */
export function roundPaise(amount: number, unit: 1 | 100 = 1): Paise {
  return Math.floor(amount / unit + 0.5) * unit;
}

/**
 * A percentage of an amount, rounded by `roundPaise`: the one formula of offers, coupons and changes of prices. 20 % off
 * is `percentOf(amount, 80)`; what an offer of 20 % takes off is `percentOf(amount, 20)`.
 */
export function percentOf(amount: Paise, percent: number, unit: 1 | 100 = 1): Paise {
  return roundPaise((amount * percent) / 100, unit);
}

/**
 * A whole number with Indian grouping: "12,34,567". Without Intl: its tables cost a phone 80 to 200 ms at first use
 * (docs/decisions/0004-scripts-after-the-first-paint.md).
 */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{2})*\d{3}$)/g, ",");
}

/** For cards and lists: "₹1,349". Paise are shown only when there are any. */
export function rupees(amount: Paise): string {
  return amount % 100 === 0 ? wholeRupees(amount) : rupeesExact(amount);
}

/** For totals, orders and invoices: "₹12,34,567.50" (specification, section 9). */
export function rupeesExact(amount: Paise): string {
  return `${wholeRupees(amount)}.${String(Math.abs(amount) % 100).padStart(2, "0")}`;
}

/** The whole rupees of an amount. */
function wholeRupees(amount: Paise): string {
  return `${amount < 0 ? "-" : ""}₹${grouped(Math.trunc(Math.abs(amount) / 100))}`;
}

/** The value of a field: "1349" or "1349.50". */
export function rupeesField(amount: Paise): string {
  return amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2);
}

/** Digits without commas, or with them where Indian (12,34,567) or Western grouping (1,234,567) has one. */
export const groupedDigits = /^(?:\d{1,10}|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)$/;

/**
 * Parses rupees as typed ("1,349.50", "₹ 99") into paise, digit by digit, because 19.99 x 100 is not 1999 in floating
 * point. Null for an invalid amount; a comma where no grouping has one is invalid: "1299,00" could mean 1299 or 129900.
 */
export function readRupees(typed: string): Paise | null {
  const [, whole = "", part = ""] = /^₹?\s*([\d,]{1,13})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (!groupedDigits.test(whole)) return null;
  return Number(whole.replaceAll(",", "")) * 100 + Number(part.padEnd(2, "0"));
}

const decimalComma = /^₹?\s*(\d+),(\d{1,2})$/;

/** Whether a comma stands for the point, as in "1299,50". */
export const hasDecimalComma = (typed: string): boolean => decimalComma.test(typed.trim());

/** The highest amount that `readRupees` takes: ten digits, without paise. */
const highestTyped: Paise = 9_999_999_999_00;

/**
 * What is said of an amount that was refused: that a comma stands for the point, that it is above the limit (in paise),
 * else `message`.
 */
export function amountFault(typed: string, message: string, most: Paise = highestTyped): string {
  const [, whole, paise] = decimalComma.exec(typed.trim()) ?? [];
  if (whole && paise) return `Paise come after a point: ${whole}.${paise}, not ${whole},${paise}.`;
  const [, amount = ""] = /^₹?\s*([\d,]+(?:\.\d{1,2})?)$/.exec(typed.trim()) ?? [];
  return Number(amount.replaceAll(",", "")) * 100 > most ? `At most ${rupees(most)}.` : message;
}

/**
 * A count with its noun: "1 day", "1,200 days". In: a whole number, the singular, and the plural when it is not a
 * plain -s.
 */
export function plural(count: number, one: string, more = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : more}`;
}

const ones = [
  ..."zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
    " ",
  ),
  ..."sixteen seventeen eighteen nineteen".split(" "),
];
const tens = ["", "", ..."twenty thirty forty fifty sixty seventy eighty ninety".split(" ")];
const scales = [
  { size: 1_00_00_000, word: "crore" },
  { size: 1_00_000, word: "lakh" },
  { size: 1_000, word: "thousand" },
  { size: 100, word: "hundred" },
];

/** A whole number in words, as India counts: "one lakh twenty-three thousand four hundred five". */
function numberInWords(n: number): string {
  for (const { size, word } of scales) {
    if (n < size) continue;
    const rest = n % size;
    const count = `${numberInWords(Math.floor(n / size))} ${word}`;
    return rest === 0 ? count : `${count} ${numberInWords(rest)}`;
  }
  if (n < ones.length) return ones[n] ?? "";
  const unit = n % 10;
  return unit === 0 ? (tens[n / 10] ?? "") : `${tens[Math.floor(n / 10)]}-${ones[unit]}`;
}

/** An amount as invoices say it: "Rupees one thousand two hundred ninety-nine and fifty paise only". In: paise. */
export function amountInWords(amount: Paise): string {
  const paise = amount % 100;
  const rupees = numberInWords((amount - paise) / 100);
  return `Rupees ${rupees}${paise > 0 ? ` and ${numberInWords(paise)} paise` : ""} only`;
}
