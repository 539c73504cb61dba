import type { Paise } from "../money.ts";

/**
 * One rate of a class of goods: `upTo` for units up to a sale value without tax, `rate` for all others. Whole percent.
 */
type Rate = {
  /** The day it came into force, in India. */
  from: string;
  upTo?: { unit: Paise; rate: number };
  rate: number;
};

const gstStart = "2017-07-01";
const gst2Reform = "2025-09-22";

const garments: Rate[] = [
  { from: gstStart, upTo: { unit: 1_000_00, rate: 5 }, rate: 12 },
  { from: gst2Reform, upTo: { unit: 2_500_00, rate: 5 }, rate: 18 },
];
const footwear: Rate[] = [
  { from: gstStart, upTo: { unit: 1_000_00, rate: 5 }, rate: 18 },
  { from: "2022-01-01", upTo: { unit: 1_000_00, rate: 12 }, rate: 18 },
  { from: gst2Reform, upTo: { unit: 2_500_00, rate: 5 }, rate: 18 },
];
const twelveThenFive: Rate[] = [
  { from: gstStart, rate: 12 },
  { from: gst2Reform, rate: 5 },
];
const jewellery: Rate[] = [{ from: gstStart, rate: 3 }];
const standard: Rate[] = [{ from: gstStart, rate: 18 }];
/** Fabric, yarn and what is made of them before it is a garment; what was sold before the reform is not known here. */
const fabric: Rate[] = [{ from: gst2Reform, rate: 5 }];

/**
 * GST rates of what this shop can sell, by HSN prefix; the longest match counts. Sources: Central Tax (Rate)
 * notifications 1/2017 (28 June 2017), 21/2021 (footwear) and 9/2025 (17 September 2025, G.S.R. 641(E), in force from
 * the 22nd; schedules I, II and IV). Integrated tax has the same rates. Goods that are neither here nor in the shop's
 * own rates are never taxed at a guessed rate.
 */
const classes: ReadonlyMap<string, Rate[]> = new Map([
  // Silk, wool, cotton, linen and jute: from yarn to fabric. Sarees, dupattas and unstitched suits are fabric, whatever
  // they cost. Raw fibre, partly exempt, is left out.
  ...["5004", "5005", "5006", "5007"].map((code) => [code, fabric] as const),
  ...["5108", "5109", "5110", "5111", "5112", "5113"].map((code) => [code, fabric] as const),
  ...["5204", "5205", "5206", "5207"].map((code) => [code, fabric] as const),
  ...["5208", "5209", "5210", "5211", "5212"].map((code) => [code, fabric] as const),
  ...["5306", "5307", "5308", "5309", "5310", "5311"].map((code) => [code, fabric] as const),
  // Man-made filaments and fibres: woven fabric.
  ...["5407", "5408", "5512", "5513", "5514", "5515", "5516"].map((code) => [code, fabric] as const),
  // Felt, nonwovens, zari, cord; carpets; velvet, lace, ribbons, borders, embroidery; knitted fabric.
  ...["5602", "5603", "5604", "5605", "5606", "5607", "5608", "5609"].map((code) => [code, fabric] as const),
  ["57", fabric],
  ["58", fabric],
  ["60", fabric],
  // Garments, and other made-up articles of textiles.
  ["61", garments],
  ["62", garments],
  ["63", garments],
  ["64", footwear],
  // Textile caps and hats. Before the reform a knitted cap of up to Rs 1,000 was at 5 %, which the HSN code does not
  // show.
  ["6501", twelveThenFive],
  ["6505", twelveThenFive],
  // Umbrellas.
  ["66", twelveThenFive],
  // Of precious metal, of pearls and stones, imitation; lac and shell bangles are exempt.
  ...["7113", "7114", "7115", "7116", "7117"].map((code) => [code, jewellery] as const),
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
 * date, and the shop's own rates. A limit is one of the value without tax (docs/decisions/0039-step-at-2500.md): at the
 * lower rate a unit may cost the limit and its tax. Compared without dividing.
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
  return upTo && paid * 100 <= upTo.unit * quantity * (100 + upTo.rate) ? upTo.rate : rate;
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
