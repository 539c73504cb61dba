import { storableValue } from "../text/storable.ts";

/**
 * JSON with exact amounts. The gateway writes rupees as JSON numbers; floating point would round them, so numbers are
 * read and written as text.
 */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | Rupees
  | readonly Json[]
  | { readonly [key: string]: Json };

/** An amount to write as a JSON number with two decimals. */
export class Rupees {
  readonly text: string;

  /** In: whole paise, not negative. */
  constructor(paise: number) {
    if (!Number.isSafeInteger(paise) || paise < 0) throw new Error(`${paise} is no amount in paise.`);
    const rest = paise % 100;
    this.text = `${(paise - rest) / 100}.${String(rest).padStart(2, "0")}`;
  }
}

/** Like JSON.stringify, but 17050 paise as `new Rupees(17050)` become the number 170.50. */
export function writeExact(value: Json): string {
  if (value instanceof Rupees) return value.text;
  if (isList(value)) return `[${value.map((one) => writeExact(one ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeExact(member)}`).join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

/**
 * Like JSON.parse, but every number comes as its text, 170.00 as "170.00", and texts without what cannot be stored.
 * Throws SyntaxError for invalid JSON.
 */
export function readExact(text: string): unknown {
  const keepDigits = (key: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" ? context?.source : storableValue(key, value);
  return JSON.parse(text, keepDigits);
}

/**
 * In: rupees as decimal text. Out: exact paise, for 170, 170.5 and 170.00. Null for anything else: a sign, an
 * exponent, a fraction of a paisa (zeros after the second decimal are ignored), too many digits.
 */
export function paiseOf(rupees: string): number | null {
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(rupees) ?? [];
  if (whole === undefined || !/^0*$/.test(fraction.slice(2))) return null;
  const paise = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  return Number.isSafeInteger(paise) ? paise : null;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
