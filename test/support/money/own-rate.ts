import type { TaxRate } from "../../../shop/tax/rates.ts";

/** A rate of the owner's since GST began: "3304" for all codes that begin so, "" for no or an unknown code. */
export function anOwnRate(prefix: string, rate: number): TaxRate {
  return { prefix, rate, from: "2017-07-01", step: null, source: "A test" };
}
