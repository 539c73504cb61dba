import type { Paise } from "../money.ts";
import type { TaxRate } from "./rates.ts";

const started = { from: "2017-07-01", source: "Notification 1/2017-Central Tax (Rate)" };
const footwear2022 = { from: "2022-01-01", source: "Notification 21/2021-Central Tax (Rate)" };
const reform = {
  from: "2025-09-22",
  source: "Notification 9/2025-Central Tax (Rate), G.S.R. 641(E) of 17 September 2025",
};

type Rated = Omit<TaxRate, "prefix">;
const flat = (since: typeof started, rate: number): Rated => ({ ...since, rate, step: null });
const stepped = (since: typeof started, upTo: Paise, below: number, rate: number): Rated => ({
  ...since,
  rate,
  step: { upTo, rate: below },
});

const garments = [stepped(started, 1_000_00, 5, 12), stepped(reform, 2_500_00, 5, 18)];
const footwear = [
  stepped(started, 1_000_00, 5, 18),
  stepped(footwear2022, 1_000_00, 12, 18),
  stepped(reform, 2_500_00, 5, 18),
];
const twelveThenFive = [flat(started, 12), flat(reform, 5)];
const jewellery = [flat(started, 3)];
const standard = [flat(started, 18)];
/** Fabric, yarn and what is made of them before it is a garment; what was sold before the reform is not known here. */
const fabric = [flat(reform, 5)];

/**
 * Classes of goods: HSN prefixes, what they are in words, and their rates. Schedules I, II and IV of the notifications;
 * integrated tax has the same rates.
 */
const classes: { prefixes: string[]; goods: string; rates: Rated[] }[] = [
  // Silk, wool, cotton, linen and jute. Sarees, dupattas and unstitched suits are fabric, whatever they cost. Raw fibre,
  // partly exempt, is left out.
  { prefixes: ["5004", "5005", "5006", "5007"], goods: "Silk: yarn and fabric, sarees", rates: fabric },
  {
    prefixes: ["5108", "5109", "5110", "5111", "5112", "5113"],
    goods: "Wool: yarn and fabric",
    rates: fabric,
  },
  {
    prefixes: ["5204", "5205", "5206", "5207", "5208", "5209", "5210", "5211", "5212"],
    goods: "Cotton: yarn and fabric, dupattas",
    rates: fabric,
  },
  {
    prefixes: ["5306", "5307", "5308", "5309", "5310", "5311"],
    goods: "Linen and jute: yarn and fabric",
    rates: fabric,
  },
  {
    prefixes: ["5407", "5408", "5512", "5513", "5514", "5515", "5516"],
    goods: "Woven fabric of man-made fibres",
    rates: fabric,
  },
  {
    prefixes: ["5602", "5603", "5604", "5605", "5606", "5607", "5608", "5609"],
    goods: "Felt, nonwovens, zari, cord",
    rates: fabric,
  },
  { prefixes: ["57"], goods: "Carpets", rates: fabric },
  { prefixes: ["58"], goods: "Velvet, lace, ribbons, borders, embroidery", rates: fabric },
  { prefixes: ["60"], goods: "Knitted fabric", rates: fabric },
  { prefixes: ["61"], goods: "Knitted garments", rates: garments },
  { prefixes: ["62"], goods: "Woven garments", rates: garments },
  { prefixes: ["63"], goods: "Other made-up articles of textiles", rates: garments },
  { prefixes: ["64"], goods: "Footwear", rates: footwear },
  // Before the reform a knitted cap of up to Rs 1,000 was at 5 %, which the HSN code does not show.
  { prefixes: ["6501", "6505"], goods: "Textile caps and hats", rates: twelveThenFive },
  { prefixes: ["65"], goods: "Other headgear", rates: standard },
  { prefixes: ["66"], goods: "Umbrellas", rates: twelveThenFive },
  // Lac and shell bangles are exempt, and not here.
  {
    prefixes: ["7113", "7114", "7115", "7116", "7117"],
    goods: "Jewellery, also imitation",
    rates: jewellery,
  },
  { prefixes: ["42022220"], goods: "Handbags of cotton", rates: twelveThenFive },
  { prefixes: ["42022230"], goods: "Handbags of jute", rates: twelveThenFive },
  { prefixes: ["4202"], goods: "Bags, purses, wallets", rates: standard },
  { prefixes: ["4203"], goods: "Belts and other articles of leather", rates: standard },
  { prefixes: ["9004"], goods: "Sunglasses", rates: standard },
  { prefixes: ["91"], goods: "Watches", rates: standard },
  { prefixes: ["9615"], goods: "Combs, hair-slides, hairpins", rates: twelveThenFive },
];

/** GST rates of what this shop can sell, by HSN prefix. Goods that are not here need a rate of the owner's. */
export const builtInRates: readonly TaxRate[] = classes.flatMap(({ prefixes, rates }) =>
  prefixes.flatMap((prefix) => rates.map((rate) => ({ prefix, ...rate }))),
);

/** What the goods of a built-in prefix are, in words; null for a prefix that is not in the table. */
export function goodsOf(prefix: string): string | null {
  return classes.find(({ prefixes }) => prefixes.includes(prefix))?.goods ?? null;
}
