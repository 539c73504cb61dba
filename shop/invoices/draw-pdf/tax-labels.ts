import { rupeesExact } from "../../money.ts";
import type { TaxSplit } from "../../tax/split-tax.ts";
import { stateTaxName } from "../../tax/states.ts";
import type { DocumentLine, ShopDocument } from "../document.ts";

/** Instead of taxes at a rate of 0. */
export const exempt = "Exempt or nil rated";

/** "CGST 2.5% ₹11.88, SGST 2.5% ₹11.88", or null for a line without tax. */
export function taxLabel(
  document: Pick<ShopDocument, "placeOfSupply" | "seller">,
  { tax }: DocumentLine,
): string | null {
  if (!tax) return null;
  if (tax.rate === 0) return exempt;
  return taxParts(document, tax)
    .map(({ name, amount }) => `${name} ${rupeesExact(amount)}`)
    .join(", ");
}

/** The taxes of an amount by name and rate, in the order in which they are printed. Amounts in paise. */
export function taxParts(
  { placeOfSupply, seller }: Pick<ShopDocument, "placeOfSupply" | "seller">,
  { rate, cgst, sgst, igst }: { rate: number } & TaxSplit,
): { name: string; amount: number }[] {
  if (!placeOfSupply || rate === 0) return [];
  if (placeOfSupply.code !== seller.state?.code) return [{ name: `IGST ${rate}%`, amount: igst }];
  return [
    { name: `CGST ${rate / 2}%`, amount: cgst },
    { name: `${stateTaxName(placeOfSupply)} ${rate / 2}%`, amount: sgst },
  ];
}
