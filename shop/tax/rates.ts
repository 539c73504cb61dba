import type { Paise } from "../money.ts";

/** One rate of a class of goods: `upTo` for units up to a price, `rate` for all others. Whole percent. */
type Rate = {
  /** The day it came into force, in India. */
  from: string;
  upTo?: { piece: Paise; rate: number };
  rate: number;
};

const gstStart = "2017-07-01";
const gst2Reform = "2025-09-22";

const textiles: Rate[] = [
  { from: gstStart, upTo: { piece: 1_000_00, rate: 5 }, rate: 12 },
  { from: gst2Reform, upTo: { piece: 2_500_00, rate: 5 }, rate: 18 },
];
const footwear: Rate[] = [
  { from: gstStart, upTo: { piece: 1_000_00, rate: 5 }, rate: 18 },
  { from: "2022-01-01", upTo: { piece: 1_000_00, rate: 12 }, rate: 18 },
  { from: gst2Reform, upTo: { piece: 2_500_00, rate: 5 }, rate: 18 },
];
const twelveThenFive: Rate[] = [
  { from: gstStart, rate: 12 },
  { from: gst2Reform, rate: 5 },
];
const imitationJewellery: Rate[] = [{ from: gstStart, rate: 3 }];
const standard: Rate[] = [{ from: gstStart, rate: 18 }];

/**
 * GST rates of what this shop can sell, by HSN prefix; the longest match counts. Sources: Central Tax (Rate)
 * notifications 1/2017 (28 June 2017), 21/2021 (footwear) and 9/2025 (17 September 2025, in force from the 22nd).
 * Integrated tax has the same rates. Goods that are neither here nor in the shop's own rates are never taxed at a
 * guessed rate.
 */
const classes: ReadonlyMap<string, Rate[]> = new Map([
  ["61", textiles],
  ["62", textiles],
  ["63", textiles],
  ["64", footwear],
  // Textile caps and hats. Before the reform a knitted cap of up to Rs 1,000 was at 5 %, which the HSN code does not
  // show.
  ["6501", twelveThenFive],
  ["6505", twelveThenFive],
  ["7117", imitationJewellery],
  // Handbags and shopping bags of cotton and of jute.
  ["42022220", twelveThenFive],
  ["42022230", twelveThenFive],
  // Bags and purses, leather belts, sunglasses, other headgear, watches.
  ["4202", standard],
  ["4203", standard],
  ["9004", standard],
  ["65", standard],
  ["91", standard],
  // Combs, hair-slides, hairpins.
  ["9615", twelveThenFive],
]);

const aheadOfUtc = 5.5 * 3_600_000;

/**
 * The shop's own rates for other goods (`legal.gstRates`): "3304 = 18" for all codes with that prefix, "other = 18"
 * for no or an unknown code. Whole percent.
 */
export type OwnRates = readonly string[];

/** The format of one own rate. */
export const ownRate = /^(\d{2,8}|other)\s*=\s*(\d|[1-3]\d|40)$/;

/**
 * The GST rate of a line in whole percent, or null when there is none: then no invoice may be issued. In: its HSN
 * code, what was paid for all its units in paise, with tax and after the discount, the number of units, the invoice
 * date, and the shop's own rates. Price limits apply to the unit price as paid (CGST rate notifications); compared
 * without dividing.
 */
export function gstRate(
  { hsnCode, paid, quantity }: { hsnCode: string | null; paid: Paise; quantity: number },
  at: Date,
  own: OwnRates = [],
): number | null {
  const today = new Date(at.getTime() + aheadOfUtc).toISOString().slice(0, 10);
  const rates = classOf(hsnCode ?? "");
  if (!rates) return ownRateOf(hsnCode ?? "", own);
  const current = rates.filter(({ from }) => from <= today).at(-1);
  if (!current) return null;
  const { upTo, rate } = current;
  return upTo && paid <= upTo.piece * quantity ? upTo.rate : rate;
}

/** Whether goods with this HSN code (null: none) have a rate. */
export function hasGstRate(hsnCode: string | null, own: OwnRates = []): boolean {
  return classOf(hsnCode ?? "") !== undefined || ownRateOf(hsnCode ?? "", own) !== null;
}

function classOf(hsnCode: string): Rate[] | undefined {
  return mostSpecificRate(hsnCode, (start) => classes.get(start));
}

function ownRateOf(hsnCode: string, own: OwnRates): number | null {
  const rates = new Map(
    own.flatMap((line): [string, number][] => {
      const [, start = "", rate = ""] = ownRate.exec(line) ?? [];
      return start ? [[start, Number(rate)]] : [];
    }),
  );
  return mostSpecificRate(hsnCode, (start) => rates.get(start)) ?? rates.get("other") ?? null;
}

/** The rate of the longest prefix of a code, of two digits at least. */
function mostSpecificRate<Found>(
  hsnCode: string,
  find: (start: string) => Found | undefined,
): Found | undefined {
  for (let length = hsnCode.length; length >= 2; length--) {
    const found = find(hsnCode.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}
