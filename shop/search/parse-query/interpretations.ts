/** The meaning of a phrase. `ends`: the groups of the pattern with the lowest and the highest price. */
export type Interpretation =
  | { kind: "price"; pattern: RegExp; ends: [number | null, number | null] }
  | { kind: "order"; sort: "price-asc" | "newest" | "rating"; pattern: RegExp }
  | { kind: "size" | "plus-size" | "discount" | "sale" | "rating" | "stock" | "students"; pattern: RegExp };

const rupee = "(?:rs|inr|rupees?|rupa?ya|rupa?ye|rupay|rupiye|रुपये|रुपए|रुपया|रु)";
/** An amount, with or without its currency; the digits are one group. */
const amountPattern = `(?:${rupee} )?(\\d{1,7})(?: ${rupee})?`;
const below =
  "under|below|less than|up ?to|within|max|maximum|not more than|cheaper than|lower than|in budget|budget|<=?";
const belowAfter =
  "se (?:kam|niche|neeche|sasta|saste|sasti)|ke (?:niche|neeche|andar|ander|under)|tak|or less|and (?:under|below|less)|max|से (?:कम|नीचे|सस्ता|सस्ते)|के (?:नीचे|अंदर)|तक";
const above = "above|over|more than|greater than|at ?least|minimum|min|starting(?: from| at)?|from|>=?";
const aboveAfter =
  "se (?:zyada|jyada|jada|upar|uper|mehnga|mehnge)|ke (?:upar|uper)|or more|and (?:above|more|up|over)|plus|से (?:ज़्यादा|ज्यादा|ऊपर|महंगा|महंगे)|के ऊपर";
const price = (pattern: string, ends: [number | null, number | null]): Interpretation => ({
  kind: "price",
  // The space after a phrase is not consumed: the next phrase begins with it.
  pattern: new RegExp(` (?:price )?${pattern}(?= )`, "u"),
  ends,
});

/** From the most to the least specific: "500 se 1000" before "500 se kam". */
export const interpretations: Interpretation[] = [
  {
    kind: "discount",
    pattern:
      / (?:at ?least |min |minimum )?(\d{1,2}) ?(?:%|percent)(?: (?:off|discount|chh?oo?t|छूट))?(?: (?:or|and) (?:more|above))?(?= )/u,
  },
  { kind: "rating", pattern: / (?:rated |rating )?(\d) ?stars?(?: (?:or|and) (?:more|above|up))?(?= )/u },
  {
    kind: "rating",
    pattern: / (?:rated|rating)(?: above| over)? (\d)(?: (?:or|and) (?:more|above|up))?(?= )/u,
  },
  price(`between ${amountPattern} (?:and|to|-|aur|se) ${amountPattern}`, [0, 1]),
  price(`${amountPattern} (?:aur|se|और|से) ${amountPattern} (?:ke beech|के बीच)(?: (?:mein|me|में))?`, [0, 1]),
  price(`${amountPattern} (?:se|से) ${amountPattern}(?: (?:tak|तक))?`, [0, 1]),
  price(`(?:from )?(?:${rupee} )?(\\d{3,7})(?: ${rupee})? (?:to|-) ${amountPattern}`, [0, 1]),
  price(`(?:${below}) ${amountPattern}`, [null, 0]),
  price(`${amountPattern} (?:${belowAfter})`, [null, 0]),
  price(`(?:${above}) ${amountPattern}`, [0, null]),
  price(`${amountPattern} (?:${aboveAfter})`, [0, null]),
  // "tshirt 300 rs" is a budget.
  price(`(?:${rupee} (\\d{2,7})|(\\d{2,7}) ${rupee})`, [null, 0]),
  {
    kind: "size",
    pattern:
      / (?:size|saiz|साइज़|साइज) (?:no |number |uk )?([a-z]{1,4}|extra large|extra small|\d{1,2}|\d?xl)(?= )/u,
  },
  {
    kind: "size",
    pattern: / (xx?s|s|m|l|x{1,3}l|\dxl|small|medium|large|\d{1,2}) (?:size|saiz|साइज़|साइज)(?= )/u,
  },
  { kind: "size", pattern: / uk (?:size )?(\d{1,2})(?= )/u },
  { kind: "plus-size", pattern: / plus[ -]size(?= )/u },
  {
    kind: "order",
    sort: "price-asc",
    pattern:
      / (?:cheap|cheapest|low price|lowest price|low cost|budget|affordable|sasta|saste|sasti|sabse sasta|kam daam|सस्ता|सस्ते|सस्ती)(?= )/u,
  },
  { kind: "order", sort: "newest", pattern: / (?:new|latest|fresh) arrivals?(?= )| newest(?= )/u },
  { kind: "order", sort: "rating", pattern: / (?:top|best|highest) rated(?= )/u },
  { kind: "sale", pattern: / (?:on sale|in sale|sale|discounted|on discount|discount)(?= )/u },
  { kind: "stock", pattern: / (?:only )?in stock(?: only)?(?= )/u },
  { kind: "stock", pattern: / available(?: now)?(?= )/u },
  { kind: "students", pattern: / for (?:college )?students?(?= )/u },
];

/**
 * Normalises a search text: lower case, digits without commas ("1,299", "1k", "५००"), symbols as words. In: text of
 * at most 100 characters.
 */
export function normaliseQuery(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .replaceAll(/(\d),(?=\d)/g, "$1")
    .replaceAll(/\b(\d{1,3})\.(\d)k\b/g, "$1$200")
    .replaceAll(/\b(\d{1,3})k\b/g, "$1000")
    .replaceAll("₹", " rs ")
    .replaceAll(/\b(rs|inr)\.?(?=[\s\d])/g, " $1 ")
    .replaceAll(/(\d)(rs|rupees?|\/-)(?=\s|$)/g, "$1 rs ")
    .replaceAll(/(\d)\+/g, "$1 plus")
    .replaceAll(/([<>]=?)/g, " $1 ")
    .replaceAll(/(\d)\s*[-–]\s*(?=(rs )?\d)/g, "$1 - ")
    .replaceAll(/(\p{L})'s\b/gu, "$1s")
    .replaceAll(/\boff[ -]white\b/g, "offwhite")
    .replaceAll(
      /\b(party|gym|sports|active|winter|summer|office|work|casual|formal|ethnic|western|daily|beach|festive|college)wear\b/g,
      "$1 wear",
    )
    .replaceAll(/[!?.,;:()"“”]+(?=\s|$)/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Rupees as typed, in paise. */
export function paiseOfRupees(metrics: string): number {
  return Number(metrics) * 100;
}
