import { type Paise, roundPaise } from "../money.ts";

/** The parts of an amount with tax, in paise: the four add up to the amount. */
export type TaxSplit = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise };

export const noTax: TaxSplit = { taxable: 0, cgst: 0, sgst: 0, igst: 0 };

/**
 * Splits the tax out of an amount that includes it. Within a state CGST and SGST take half of the rate each (CGST
 * Act, section 9; the SGST Acts alike), so they are equal: each is round(amount x rate / (200 + 2 x rate)), and the
 * rounding rest belongs to the taxable value. Between states the taxable value is round(amount x 100 / (100 + rate))
 * and the rest is IGST. In: paise, whole percent.
 */
export function splitTax(amount: Paise, rate: number, { sameState }: { sameState: boolean }): TaxSplit {
  if (!sameState) {
    const taxable = roundPaise((amount * 100) / (100 + rate));
    return { taxable, cgst: 0, sgst: 0, igst: amount - taxable };
  }
  const half = roundPaise((amount * rate) / (200 + 2 * rate));
  return { taxable: amount - 2 * half, cgst: half, sgst: half, igst: 0 };
}

/** Adds part by part. */
export function addTax(one: TaxSplit, other: TaxSplit): TaxSplit {
  return {
    taxable: one.taxable + other.taxable,
    cgst: one.cgst + other.cgst,
    sgst: one.sgst + other.sgst,
    igst: one.igst + other.igst,
  };
}

/** Subtracts part by part. */
export function lessTax(one: TaxSplit, other: TaxSplit): TaxSplit {
  return {
    taxable: one.taxable - other.taxable,
    cgst: one.cgst - other.cgst,
    sgst: one.sgst - other.sgst,
    igst: one.igst - other.igst,
  };
}
