import type { Paise } from "../../money.ts";

/** One rate of a class of goods: `upTo` for pieces that cost at most so much, `rate` for all others. Whole percent. */
type Rate = {
  /** The day on which it came into force, by the calendar of India. */
  from: string;
  upTo?: { piece: Paise; rate: number };
  rate: number;
};

const day1 = "2017-07-01";
const reform = "2025-09-22";

const textiles: Rate[] = [
  { from: day1, upTo: { piece: 1_000_00, rate: 5 }, rate: 12 },
  { from: reform, upTo: { piece: 2_500_00, rate: 5 }, rate: 18 },
];
const footwear: Rate[] = [
  { from: day1, upTo: { piece: 1_000_00, rate: 5 }, rate: 18 },
  { from: "2022-01-01", upTo: { piece: 1_000_00, rate: 12 }, rate: 18 },
  { from: reform, upTo: { piece: 2_500_00, rate: 5 }, rate: 18 },
];
const twelveThenFive: Rate[] = [
  { from: day1, rate: 12 },
  { from: reform, rate: 5 },
];
const imitationJewellery: Rate[] = [{ from: day1, rate: 3 }];
/** Watches (91), bags and purses (4202), leather belts (4203), sunglasses (9004), other headgear (65), all the rest. */
const standard: Rate[] = [{ from: day1, rate: 18 }];

/**
 * GST on what this shop can sell, by the beginning of the HSN code; the longest that fits counts. Sources: Central Tax
 * (Rate) notifications 1/2017 (28 June 2017), 21/2021 (footwear) and 9/2025 (17 September 2025, in force from the 22nd).
 * Integrated tax has the same rates.
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
  // Combs, hair-slides, hairpins.
  ["9615", twelveThenFive],
]);

const aheadOfUtc = 5.5 * 3_600_000;

/**
 * The GST rate of a line in whole percent. In: its HSN code (null: the standard rate), what was paid for all its pieces
 * in paise, with tax and after the discount, how many there are, and when it is invoiced. The limits of the table are
 * held against the price of a piece as it was paid (reference, "GST"); 'paid' and 'pieces' are compared without dividing.
 */
export function gstRate(
  { hsnCode, paid, quantity }: { hsnCode: string | null; paid: Paise; quantity: number },
  at: Date,
): number {
  const today = new Date(at.getTime() + aheadOfUtc).toISOString().slice(0, 10);
  const rates = classOf(hsnCode ?? "").filter(({ from }) => from <= today);
  const { upTo, rate } = rates.at(-1) ?? { rate: 18 };
  return upTo && paid <= upTo.piece * quantity ? upTo.rate : rate;
}

function classOf(hsnCode: string): Rate[] {
  for (let length = hsnCode.length; length >= 2; length--) {
    const found = classes.get(hsnCode.slice(0, length));
    if (found) return found;
  }
  return standard;
}
