import type { ShopDocument } from "../invoices/document.ts";
import type { Paise } from "../money.ts";
import { stateOfCode } from "../tax/states.ts";
import { b2csOf, type Gstr1, placeOf, type ReturnDocument, type ReturnOptions } from "./gstr1.ts";

/** What would be refused, or is worth a look before filing. `documents`: the numbers that it is about. */
export type ReturnCheck = { serious: boolean; says: string; documents: string[] };

/** The check list of a return: what the portal would refuse, and what differs. */
export function checkReturn(
  documents: readonly ReturnDocument[],
  { gstin, hsnDigits }: ReturnOptions,
): ReturnCheck[] {
  const all = documents.map(({ document }) => document);
  const numbersOf = (wrong: (one: ShopDocument) => boolean) =>
    all.filter(wrong).map(({ number }) => number ?? "");
  const checks: ReturnCheck[] = [
    {
      serious: true,
      says: "Lines without an HSN code. Table 12 needs one for every line.",
      documents: numbersOf(({ lines }) => lines.some(({ tax, hsnCode }) => tax && !hsnCode)),
    },
    {
      serious: true,
      says: `HSN codes with fewer than ${hsnDigits} digits.`,
      documents: numbersOf(({ lines }) =>
        lines.some(({ tax, hsnCode }) => tax && hsnCode && hsnCode.length < hsnDigits),
      ),
    },
    {
      serious: true,
      says: "No place of supply: the state of the delivery is not known.",
      documents: numbersOf(({ placeOfSupply }) => placeOfSupply === null),
    },
    {
      serious: true,
      says: `Issued under another GSTIN than ${gstin}. File them with that one.`,
      documents: numbersOf(({ seller }) => seller.gstin !== gstin),
    },
    {
      serious: false,
      says: "Credit notes of consumers are more than their sales in a row of table 7, which may be refused. Carry the difference to the next return.",
      documents: b2csOf(
        documents
          .filter((one) => one.document.seller.gstin === gstin && placeOf(one) === "b2cs")
          .map(({ document }) => document),
      ).flatMap(({ pos: code, rt, txval }) => (txval < 0 ? [`${stateOfCode(code)} at ${rt}%`] : [])),
    },
  ];
  return checks.filter(({ documents: named }) => named.length > 0);
}

/**
 * What the taxes of a return are above those that its totals would give by the rates, in paise: the rounding of each line.
 * The portal compares them; its tolerance is not published.
 */
export function roundingDifference({ b2b, b2cl, b2cs, cdnr, cdnur }: Gstr1): Paise {
  const items = [
    ...(b2b ?? []).flatMap(({ inv }) => inv.flatMap(({ itms }) => itms.map(({ itm_det }) => itm_det))),
    ...(b2cl ?? []).flatMap(({ inv }) => inv.flatMap(({ itms }) => itms.map(({ itm_det }) => itm_det))),
    ...(b2cs ?? []),
    ...(cdnr ?? []).flatMap(({ nt }) => nt.flatMap(({ itms }) => itms.map(({ itm_det }) => itm_det))),
    ...(cdnur ?? []).flatMap(({ itms }) => itms.map(({ itm_det }) => itm_det)),
  ];
  return items.reduce((sum, item) => {
    const tax = "iamt" in item ? item.iamt : item.camt + item.samt;
    return sum + Math.round(tax * 100) - Math.round(item.txval * item.rt);
  }, 0);
}
