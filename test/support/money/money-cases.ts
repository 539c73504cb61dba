import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    moneyCases: number;
  }
}

/** Holds a property of money against as many cases as scripts/run-sizes.mjs says. */
export function holds<Inputs extends [unknown, ...unknown[]]>(property: fc.IProperty<Inputs>): void {
  fc.assert(property, { numRuns: inject("moneyCases") });
}

/** What a thing of this shop can cost, from a paisa to one lakh rupees, in paise. */
export const anAmount = fc.integer({ min: 1, max: 100_000_00 });
