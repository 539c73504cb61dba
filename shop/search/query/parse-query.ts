import { colourFamilies, discountSteps, type ListingQuery } from "../../catalogue/catalogue.ts";
import { plural } from "../../money.ts";
import { priceRangeLabel } from "../text/price-range-label.ts";
import { stopWords } from "../text/stop-words.ts";

const orderLabels = { "price-asc": "Lowest price first", newest: "Newest first", rating: "Best rated first" };

/**
 * The interpretation of a search text: the query with its filters, the labels of those filters, the words to find, and
 * the phrases that a product must not have ("collar"). The query's text has both, "shirt without collar", so that they
 * stay in the addresses of further filters.
 */
export type ParsedQuery = { query: ListingQuery; filterLabels: string[]; words: string; without: string[] };

/**
 * Parses filters from a search text: "black dress under 500 size m" is a dress, black, up to ₹500, in M; in English,
 * Hinglish and Hindi ("500 se kam", "पुरुषों के लिए"). Filters in the address take precedence. In: the query from the
 * address, and a function that returns how many words from an index on are one phrase of the lexicon ("genda & grey" is
 * a brand, "sky blue" a shade): those are not parsed; and the slugs of the shop's collections, which alone are filters.
 * Out: the same query when nothing was found or the search is exact.
 */
export function parseQuery(
  query: ListingQuery,
  phraseLength: (words: readonly string[], at: number) => number,
  collections: { has(slug: string): boolean },
): ParsedQuery {
  if (query.text === "" || query.exact) return { query, filterLabels: [], words: query.text, without: [] };
  const filterLabels: string[] = [];
  // "100% cotton" is cotton: products say what they are of, and not how much of it.
  const typed = query.text.replaceAll(/\b100 ?(?:%|percent) (?!off|discount)(?=\p{L})/giu, "");
  let found: ListingQuery = typed === query.text ? query : { ...query, text: typed };
  let unparsed = ` ${normaliseQuery(typed)} `;
  const take = (pattern: RegExp, interpret: (groups: string[]) => Partial<ListingQuery> | null) => {
    unparsed = unparsed.replace(pattern, (...match: unknown[]) => {
      const groups = match.filter((group) => typeof group === "string").slice(1);
      const change = interpret(groups);
      if (change === null) return String(match[0]);
      found = { ...found, ...change };
      return " ";
    });
  };
  for (const reading of interpretations) take(reading.pattern, (groups) => interpret(reading, groups));
  const remaining: string[] = [];
  const words = unparsed.split(" ").filter((word) => word !== "");
  const without: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const length = phraseLength(words, at);
    const left = length > 1 ? null : leftOut(words, at, phraseLength);
    if (left) {
      without.push(left.phrase);
      at += left.length;
      continue;
    }
    const change =
      length > 1
        ? null
        : interpretWord(found, word, {
            last: at === words.length - 1,
            alone: words.length === 1,
            collections,
          });
    if (change) {
      found = { ...found, ...change.filters };
      filterLabels.push(change.filterLabels);
    } else remaining.push(...words.slice(at, at + length));
    at += length;
  }
  // Of nothing else nothing can be left out: "without collar" is searched as it is.
  const isAlone = filterLabels.length === 0 && remaining.every((word) => stopWords.has(word));
  if (filterLabels.length === 0 && (without.length === 0 || isAlone))
    return { query: found, filterLabels, words: found.text, without: [] };
  const significant = remaining.filter((word) => !stopWords.has(word));
  const text = [significant.join(" "), ...without.map((phrase) => `without ${phrase}`)].join(" ").trim();
  const sort = text === "" && found.sort === "relevance" ? "recommended" : found.sort;
  return { query: { ...found, text, sort }, filterLabels, words: significant.join(" "), without };

  function interpret(reading: Interpretation, groups: string[]): Partial<ListingQuery> | null {
    switch (reading.kind) {
      case "price": {
        if (found.from !== null || found.to !== null) return null;
        const [low, high] = reading.ends.map((end) =>
          end === null ? null : paiseOfRupees(groups[end] ?? ""),
        );
        const from = low ?? null;
        const to = high ?? null;
        if (from !== null && to !== null && from > to) return null;
        filterLabels.push(priceRangeLabel(from, to));
        return { from, to };
      }
      case "size": {
        const size = sizeOf(groups[0] ?? "");
        if (size === null) return null;
        filterLabels.push(`Size ${size}`);
        return { sizes: withValue(found.sizes, size) };
      }
      case "other-colours": {
        const colour = colourOf(groups[0] ?? "");
        if (colour === null) return null;
        filterLabels.push(`Not ${labelOf(colour).toLowerCase()}`);
        const chosen = found.colours.filter((id) => id !== colour);
        const others = colourFamilies.flatMap(({ id }) => (id === colour ? [] : [id]));
        return { colours: chosen.length > 0 ? chosen : others };
      }
      case "discount": {
        const least = Number(groups[0]);
        if (found.minDiscount !== null || least < 1) return null;
        filterLabels.push(`${least}% off and more`);
        return { minDiscount: least };
      }
      case "rating": {
        const least = Number(groups[0]);
        if (found.minRating !== null || least < 1 || least > 5) return null;
        filterLabels.push(`${plural(least, "star")} and above`);
        return { minRating: least };
      }
      case "plus-size":
        filterLabels.push("Size XXL and above");
        return { sizes: ["XXL", "3XL", "4XL"] };
      case "order":
        if (found.sort !== "relevance") return null;
        filterLabels.push(orderLabels[reading.sort]);
        return { sort: reading.sort };
      case "sale":
        if (found.minDiscount !== null) return null;
        filterLabels.push(`${discountSteps[0]}% off and more`);
        return { minDiscount: discountSteps[0] };
      case "stock":
        filterLabels.push("In stock");
        return { inStockOnly: true };
      case "students":
        if (found.collection !== null || !collections.has("students")) return null;
        filterLabels.push("Students");
        return { collection: "students" };
    }
  }
}

/** The filter of one word: colour, collection, size. A single letter is a size only at the end. */
function interpretWord(
  found: ListingQuery,
  word: string,
  {
    last,
    alone,
    collections,
  }: { last: boolean; alone: boolean; collections: { has(slug: string): boolean } },
): { filters: Partial<ListingQuery>; filterLabels: string } | null {
  const colour = colourOf(word);
  if (colour) {
    return { filters: { colours: withValue(found.colours, colour) }, filterLabels: labelOf(colour) };
  }
  const collection = collectionOf(word);
  if (collection && found.collection === null && collections.has(collection.slug))
    return { filters: { collection: collection.slug }, filterLabels: collection.name };
  const size =
    (/^[sml]$/.test(word) && !last) || alone
      ? null
      : /^(x|\d?x|[sml]$|small$|medium$|large$)/.test(word)
        ? sizeOf(word)
        : null;
  return size === null
    ? null
    : { filters: { sizes: withValue(found.sizes, size) }, filterLabels: `Size ${size}` };
}

const negations = new Set(["without", "not", "except", "minus", "bina", "बिना"]);
/** After "not" they say how much, or nothing: "not too long". */
const degrees = new Set(["too", "so", "very", "just", "only", "more", "less", "much"]);

/**
 * What is left out at a place of a text, and how many words say so: "without collar", "other than denim", "collar ke
 * bina". A phrase of the lexicon is one. Null for anything else.
 */
function leftOut(
  words: readonly string[],
  at: number,
  phraseLength: (words: readonly string[], at: number) => number,
): { phrase: string; length: number } | null {
  const isBehind = /^(?:ke|के)$/.test(words[at + 1] ?? "") && /^(?:bina|बिना)$/.test(words[at + 2] ?? "");
  if (isBehind) return { phrase: words[at] ?? "", length: 3 };
  const isOther = words[at] === "other" && words[at + 1] === "than";
  if (!isOther && !negations.has(words[at] ?? "")) return null;
  let from = at + (isOther ? 2 : 1);
  while (stopWords.has(words[from] ?? "")) from++;
  const first = words[from];
  if (first === undefined || degrees.has(first) || /^\d/.test(first)) return null;
  const to = from + phraseLength(words, from);
  return { phrase: words.slice(from, to).join(" "), length: to - at };
}

function withValue(values: string[], value: string): string[] {
  return values.includes(value) ? values : [...values, value];
}

/** The meaning of a phrase. `ends`: the groups of the pattern with the lowest and the highest price. */
type Interpretation =
  | { kind: "price"; pattern: RegExp; ends: [number | null, number | null] }
  | { kind: "order"; sort: "price-asc" | "newest" | "rating"; pattern: RegExp }
  | {
      kind: "size" | "other-colours" | "plus-size" | "discount" | "sale" | "rating" | "stock" | "students";
      pattern: RegExp;
    };

const rupee = "(?:rs|inr|rupees?|rupa?ya|rupa?ye|rupay|rupiye|रुपये|रुपए|रुपया|रु)";
/** An amount, with or without its currency; the digits are one group. */
const amountPattern = `(?:${rupee} )?(\\d{1,7})(?: ${rupee})?`;
const below =
  "under|below|less than|up ?to|within|max|maximum|not (?:more than|above|over)|cheaper than|lower than|in budget|budget|<=?";
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
const interpretations: Interpretation[] = [
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
  price(`not (?:under|below|less than) ${amountPattern}`, [0, null]),
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
  {
    kind: "other-colours",
    pattern: / (?:(?:but )?not(?: in)? |except |other than |without |no |non[ -]|-)(\p{L}+)(?= )/u,
  },
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
function normaliseQuery(text: string): string {
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
function paiseOfRupees(metrics: string): number {
  return Number(metrics) * 100;
}

const colours: Record<string, string> = {
  black: "black kala kaala kaali kali kale काला काली काले",
  grey: "grey gray slaiti salety स्लेटी",
  white: "white offwhite safed safaid saphed सफ़ेद सफेद",
  beige: "beige cream badami बादामी",
  brown: "brown bhura bhoora bhuri भूरा भूरी",
  red: "red lal laal लाल",
  pink: "pink gulabi गुलाबी",
  orange: "orange narangi santri नारंगी संतरी",
  yellow: "yellow peela pila peeli pili पीला पीली",
  green: "green hara haraa hari हरा हरी",
  blue: "blue neela nila neeli nili aasmani नीला नीली आसमानी",
  purple: "purple baingani jamuni violet बैंगनी जामुनी",
};

const collections: { slug: string; name: string; words: string }[] = [
  {
    slug: "men",
    name: "Men",
    words:
      "men mens man male gents gent boys boy ladko ladke ladkon ladka mard purush aadmi husband hubby pati boyfriend bf" +
      " papa dad daddy father pitaji bhai bhaiya brother uncle dada nana beta son पुरुष पुरुषों लड़के लड़कों लड़का भाई पापा पति",
  },
  {
    slug: "women",
    name: "Women",
    words:
      "women womens woman female ladies lady mahila mahilaon aurat auraton wife biwi patni girlfriend gf mom mummy maa" +
      " mother sister behen behan bahan didi bhabhi aunty auntie dadi nani महिला महिलाओं औरत औरतों पत्नी माँ बहन",
  },
  {
    slug: "girls",
    name: "Girls",
    words: "girls girl ladki ladkiyan ladkiyon ladkiyo daughter beti लड़की लड़कियों लड़कियां बेटी",
  },
];

const sizes: Record<string, string> = {
  small: "S",
  medium: "M",
  large: "L",
  "extra large": "XL",
  "extra small": "XS",
  "2xl": "XXL",
  xxxl: "3XL",
};

const byColour = new Map(
  Object.entries(colours).flatMap(([family, words]) =>
    words.split(" ").map((word) => [word, family] as const),
  ),
);
const byCollection = new Map(
  collections.flatMap(({ slug, name, words }) =>
    words.split(" ").map((word) => [word.normalize("NFC"), { slug, name }] as const),
  ),
);

/** The colour family of a word in English, Hinglish or Hindi. Shades ("navy") are searched as words. */
function colourOf(word: string): string | null {
  return byColour.get(word) ?? null;
}

function labelOf(colour: string): string {
  return colourFamilies.find(({ id }) => id === colour)?.label ?? colour;
}

/** The collection of a word: "men", "ladkiyon", "महिला". */
function collectionOf(word: string): { slug: string; name: string } | null {
  return byCollection.get(word) ?? null;
}

/** The size in the shop's notation; null for any other word. */
function sizeOf(word: string): string | null {
  if (word in sizes) return sizes[word] ?? null;
  if (/^(xx?s|s|m|l|xx?l|[34]xl)$/.test(word)) return word.toUpperCase();
  return /^\d{1,2}$/.test(word) ? String(Number(word)) : null;
}
