import { type Paise, roundPaise } from "../../money.ts";

/** What an amount with tax consists of, in paise: the four are together the amount. */
export type TaxSplit = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise };

export const noTax: TaxSplit = { taxable: 0, cgst: 0, sgst: 0, igst: 0 };

/**
 * Takes the tax out of an amount that includes it (reference, "GST"): taxable = round(amount x 100 / (100 + rate)), the
 * rest is tax. Within a state it is halved between the centre and the state, and an odd paisa goes to the centre's half;
 * between states all of it is integrated tax. In: paise, whole percent. Every part only grows with the amount, so that
 * the split of what went back can be taken as a difference of two of these.
 */
export function splitTax(amount: Paise, rate: number, { sameState }: { sameState: boolean }): TaxSplit {
  const taxable = roundPaise((amount * 100) / (100 + rate));
  const tax = amount - taxable;
  if (!sameState) return { taxable, cgst: 0, sgst: 0, igst: tax };
  const sgst = Math.floor(tax / 2);
  return { taxable, cgst: tax - sgst, sgst, igst: 0 };
}

/** Part by part. */
export function addTax(one: TaxSplit, other: TaxSplit): TaxSplit {
  return {
    taxable: one.taxable + other.taxable,
    cgst: one.cgst + other.cgst,
    sgst: one.sgst + other.sgst,
    igst: one.igst + other.igst,
  };
}

/** Part by part, the second from the first. */
export function lessTax(one: TaxSplit, other: TaxSplit): TaxSplit {
  return {
    taxable: one.taxable - other.taxable,
    cgst: one.cgst - other.cgst,
    sgst: one.sgst - other.sgst,
    igst: one.igst - other.igst,
  };
}
