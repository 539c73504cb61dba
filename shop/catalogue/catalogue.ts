import type { Paise } from "../money.ts";

/** One picture in storage. `key` is the content hash; `tint` is its mean colour, "#rrggbb", shown while it loads. */
export type ProductImage = { key: string; width: number; height: number; tint: string; alt: string };

/** A picture in a list, without an alt text because the product's name is beside it. */
export type ListImage = Omit<ProductImage, "alt">;

/** What a customer pays for one unit now, and the price it is compared with. In paise, taxes included. */
export type DisplayPrice = {
  paid: Paise;
  /** The struck-through price; null when it is not higher than `paid`. */
  struck: Paise | null;
  /** Whole percent between `struck` and `paid`; null when nothing is struck. */
  percentOff: number | null;
};

export type Colour = { name: string; hex: string };

/** A product in a list. All its numbers are real. */
export type ProductSummary = {
  id: string;
  slug: string;
  name: string;
  brand: string;
  category: string | null;
  /** The lowest price that can be bought, of the variants that fit the filters of the list. */
  price: DisplayPrice;
  /** Some of these variants cost more. */
  pricesDiffer: boolean;
  /** The variant with this price, when the product's lowest price is another: the card opens it. */
  variantShown: { size: string | null; colour: string | null } | null;
  picture: ListImage | null;
  /** The second picture, which lists show on hover and by swipe. */
  secondPicture: ListImage | null;
  /** The colour of `picture` when the list is filtered by colour and the picture shows one of these; else null. */
  shownColour: string | null;
  /** Mean of the real reviews to one decimal; null when there is none. */
  rating: number | null;
  reviewCount: number;
  colourCount: number;
  /** The first four colours, "#rrggbb". */
  swatches: string[];
  /** A size or colour must be chosen before it can be bought. */
  toChoose: boolean;
  /** Units that can be bought now, over all variants. */
  stock: number;
  /** Created within 30 days. */
  isNew: boolean;
  /** Costs less than its MRP. */
  isSale: boolean;
};

export const sortOptions = ["recommended", "name", "price-asc", "price-desc", "rating", "newest"] as const;
export type Sort = (typeof sortOptions)[number];
/** The sort order of a list: chosen by the user, or relevance when words are searched and nothing was chosen. */
export type ListingSort = Sort | "relevance";

/** "10 % and more": the steps of the discount filter. */
export const discountSteps = [10, 25, 50] as const;
/** "4 stars and above": the steps of the rating filter. */
export const ratingSteps = [4, 3] as const;
/** The steps of the filter for new products, in days. */
export const newSteps = [7, 30] as const;

/** The name of the filter for products created within this many days. In: one of `newSteps`. */
export function newLabel(days: number): string {
  return days === 7 ? "New this week" : `New in ${days} days`;
}

/**
 * One term of a search. A product matches when it has all words of one of the `alternatives` (the word itself first,
 * then its synonyms), a word that starts with `prefix`, or when it fits one of the rules of product types. Words are
 * lexemes of product.search_words, or facts (`factWord` of the index); the prefix is as typed.
 */
export type Term = {
  alternatives: string[][];
  prefix: string | null;
  types?: TypeRule[];
  /** Words of descriptions count too; they weigh least. */
  inDescriptions?: boolean;
  /** The first two alternatives score more than the others, whatever field they are in. */
  ranked?: boolean;
  /** Affects the ranking only: a product without it still matches. */
  optional?: boolean;
  /** A product with it does not match: "shirt without collar". */
  excluded?: boolean;
};

/**
 * A product fits when its kind, category and collection are among these, and its name has all words of one of
 * `nameWords`.
 */
export type TypeRule = {
  /** A rule of the type itself, which ranks before the types below it. */
  own: boolean;
  kinds: string[];
  categories: string[];
  collections: string[];
  /** Words as written, in the singular. */
  nameWords: string[][];
};

/** The four price bands of the specification (section 9), in paise. Both ends are inclusive; the last is open. */
export const priceBands = [
  { id: "0-500", label: "₹0 – ₹500", from: 0, to: 500_00 },
  { id: "500-1000", label: "₹500 – ₹1,000", from: 500_00, to: 1000_00 },
  { id: "1000-2000", label: "₹1,000 – ₹2,000", from: 1000_00, to: 2000_00 },
  { id: "2000", label: "₹2,000 and above", from: 2000_00, to: null },
] as const;
type PriceBandId = (typeof priceBands)[number]["id"];

/** The product list that an address requests, validated and clamped. */
export type ListingQuery = {
  text: string;
  /** Exact search: no interpretation, spelling correction or synonyms. */
  exact: boolean;
  collection: string | null;
  categories: string[];
  bands: PriceBandId[];
  sizes: string[];
  colours: string[];
  brands: string[];
  /** Countries of origin. */
  origins: string[];
  /** Values of details, each after the key of its field: "gender.women". */
  details: string[];
  /** The lowest discount in whole percent. */
  minDiscount: number | null;
  /** The price range in paise, both ends inclusive. */
  from: Paise | null;
  to: Paise | null;
  inStockOnly: boolean;
  minRating: number | null;
  /** Created within this many days: one of `newSteps`. */
  newWithinDays: number | null;
  /** The long facet of which all values are listed. */
  allOf: LongFacet | null;
  sort: ListingSort;
  /** The order when nothing was chosen, where staff gave the collection another one than "recommended". */
  usualSort?: Sort;
  /** Pages are cumulative: page 3 shows the first 3 x 12 products. */
  page: number;
};

export type FacetValue = { value: string; label: string; count: number };

/** Facets with as many values as the catalogue has. A list offers some of them, and all of one facet on request. */
export const longFacets = ["categories", "brands", "origins"] as const;
/** The number of values of a long facet that a list offers. */
export const valuesListed = 8;
export type LongFacet = (typeof longFacets)[number];

export type Listing = {
  products: ProductSummary[];
  /** Exact number of products that match. */
  count: number;
  page: number;
  pages: number;
  /** The number of products before the first one shown: a list shows at most its last pages. */
  skipped: number;
  /** Counts per value as if its own group were not filtered; values with a count of 0 only when they are chosen. */
  facets: {
    categories: FacetValue[];
    bands: FacetValue[];
    sizes: FacetValue[];
    colours: (FacetValue & { hex: string })[];
    brands: FacetValue[];
    discounts: FacetValue[];
    ratings: FacetValue[];
    origins: FacetValue[];
    /** The fields of details that staff have made filters, with `key.value` as the values. */
    details: { key: string; label: string; values: FacetValue[] }[];
    /** How many values each long facet has beyond those that are listed. */
    notListed: Record<LongFacet, number>;
    /** The number that can be bought now. */
    inStock: number;
  };
};

export const listingPageSize = 12;

/** At most this many pages are shown at once, the last ones: one address must not render the whole catalogue. */
export const pagesShown = 20;

/** The window of a list of `count` products that its page shows. In: `most`, the number of pages shown at once. */
export function pageWindow(asked: number, count: number, most: number = pagesShown) {
  const pages = Math.max(1, Math.ceil(count / listingPageSize));
  const page = Math.min(asked, pages);
  const skipped = Math.max(0, page - most) * listingPageSize;
  return { page, pages, skipped, limit: page * listingPageSize - skipped };
}

/** The colours of the filter, in order. Shades map to one of them (colour_family in the database). */
export const colourFamilies = [
  { id: "black", label: "Black", hex: "#25272b" },
  { id: "grey", label: "Grey", hex: "#9a9ca1" },
  { id: "white", label: "White", hex: "#f4f3ef" },
  { id: "beige", label: "Beige", hex: "#e1d5bf" },
  { id: "brown", label: "Brown", hex: "#6d4a2f" },
  { id: "red", label: "Red", hex: "#b8323a" },
  { id: "pink", label: "Pink", hex: "#e9a6b4" },
  { id: "orange", label: "Orange", hex: "#c46a4a" },
  { id: "yellow", label: "Yellow", hex: "#dda02f" },
  { id: "green", label: "Green", hex: "#2f5040" },
  { id: "blue", label: "Blue", hex: "#46648f" },
  { id: "purple", label: "Purple", hex: "#5d3a5a" },
] as const;
