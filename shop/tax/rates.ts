import { z } from "zod";
import { dayInIndia } from "../dates.ts";
import { type Paise, rupees } from "../money.ts";
import { builtInRates } from "./built-in-rates.ts";

const percent = z.int().min(0).max(40);

/**
 * The GST rate of goods from a day on. `prefix`: the first digits of their HSN codes, or "" for goods without a known
 * code. `from`: a day in India. `step`: a lower rate for units of at most `upTo` paise without tax
 * (docs/decisions/0039-step-at-2500.md). Rates are whole percent.
 */
export const taxRateShape = z.object({
  prefix: z.string().regex(/^(\d{2,8})?$/),
  from: z.iso.date(),
  rate: percent,
  step: z.object({ upTo: z.int().min(1), rate: percent }).nullable(),
  source: z.string().trim().min(1).max(200),
});
export type TaxRate = z.infer<typeof taxRateShape>;

/** Rates that the owner has added (the setting `taxRates`). */
export type OwnRates = readonly TaxRate[];

/**
 * The rate of goods at a time: of the longest prefix of their code that has one in force, and of that prefix the newest;
 * the owner's, where both begin on one day. Null when there is none: such goods are never taxed at a guessed rate. In:
 * their HSN code or null, the time, the owner's rates.
 */
export function rateInForce(hsnCode: string | null, at: Date, own: OwnRates = []): TaxRate | null {
  const today = dayInIndia(at);
  const code = hsnCode ?? "";
  for (let length = code.length; length >= 2; length--) {
    const found = newest(code.slice(0, length), today, own);
    if (found) return found;
  }
  return newest("", today, own);
}

function newest(prefix: string, today: string, own: OwnRates): TaxRate | null {
  return [...builtInRates, ...own]
    .filter((one) => one.prefix === prefix && one.from <= today)
    .reduce<TaxRate | null>((best, one) => (best && best.from > one.from ? best : one), null);
}

/**
 * The GST rate of a line in whole percent, or null when there is none: then no invoice may be issued. In: its HSN
 * code, what was paid for all its units in paise, with tax and after the discount, the number of units, the invoice
 * date, and the owner's rates. A step is one of the value without tax: at the lower rate a unit may cost the step and
 * its tax. Compared without dividing.
 */
export function gstRate(
  { hsnCode, paid, quantity }: { hsnCode: string | null; paid: Paise; quantity: number },
  at: Date,
  own: OwnRates = [],
): number | null {
  const found = rateInForce(hsnCode, at, own);
  if (!found) return null;
  const { step, rate } = found;
  return step && paid * 100 <= step.upTo * quantity * (100 + step.rate) ? step.rate : rate;
}

/** Whether goods with this HSN code (null: none) have a rate at a time. */
export function hasGstRate(hsnCode: string | null, at: Date, own: OwnRates = []): boolean {
  return rateInForce(hsnCode, at, own) !== null;
}

/** A rate in words: "5% up to ₹2,500 a unit before tax, else 18%". */
export function rateWords({ rate, step }: Pick<TaxRate, "rate" | "step">): string {
  return step ? `${step.rate}% up to ${rupees(step.upTo)} a unit before tax, else ${rate}%` : `${rate}%`;
}
