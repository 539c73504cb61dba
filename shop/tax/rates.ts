import type { Paise } from "../money.ts";

/** One rate of a class of goods: `upTo` for pieces that cost at most so much, `rate` for all others. Whole percent. */
type Rate = {
  /** The day on which it came into force, by the calendar of India. */
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
 * GST on what this shop can sell, by the beginning of the HSN code; the longest that fits counts. Sources: Central Tax
 * (Rate) notifications 1/2017 (28 June 2017), 21/2021 (footwear) and 9/2025 (17 September 2025, in force from the 22nd).
 * Integrated tax has the same rates. Goods that stand neither here nor in the shop's own rates are not taxed by guess.
 */
const classes: ReadonlyMap<string, Rate[]> = new Map([
  ["61", textiles],
  ["62", textiles],
  ["63", textiles],
  ["64", footwear],
  // Caps and hats of textile. Before the reform a knitted cap of up to Rs 1,000 was at 5 %: the code cannot tell.
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
 * The shop's own rates for goods that the table does not know, as the settings have them (`legal.gstRates`): "3304 = 18"
 * for all codes that begin so, "other = 18" for what has no code or one that nobody knows. Whole percent.
 */
export type OwnRates = readonly string[];

/** How one line of the own rates is written. */
export const ownRate = /^(\d{2,8}|other)\s*=\s*(\d|[1-3]\d|40)$/;

/**
 * The GST rate of a line in whole percent, or null when nobody has said one: then no invoice may be issued. In: its HSN
 * code, what was paid for all its pieces in paise, with tax and after the discount, how many there are, when it is
 * invoiced, and the shop's own rates. The limits of the table are held against the price of a piece as it was paid
 * (reference, "GST"); 'paid' and 'pieces' are compared without dividing.
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

/** What is found for the longest beginning of a code, of two digits at least. */
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
