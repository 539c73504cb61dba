import type { Paise } from "../money.ts";

/** What a thing is decides its form, its details and its facets (specification, section 3). */
export const kinds = ["dress", "watch", "shoes", "bag", "accessories"] as const;
export type Kind = (typeof kinds)[number];

/** One picture in storage. `key` is the content hash; `tint` is its mean colour, "#rrggbb", shown while it loads. */
export type ProductImage = { key: string; width: number; height: number; tint: string; alt: string };

/** What a customer pays for one piece now, and what it is compared with. All in paise, taxes included. */
export type DisplayPrice = {
  paid: Paise;
  /** The struck-through price; null when it is not higher than `paid`. */
  struck: Paise | null;
  /** Whole percent between `struck` and `paid`; null when nothing is struck. */
  percentOff: number | null;
};

export type Colour = { name: string; hex: string };

/** One product in a list, with only true figures. */
export type ProductSummary = {
  id: string;
  slug: string;
  name: string;
  brand: string;
  category: string | null;
  price: DisplayPrice;
  picture: ProductImage | null;
  /** The colour of `picture` when the list is filtered by colour and the picture shows one of these; else null. */
  shownColour: string | null;
  /** Mean of the real reviews to one decimal; null when there is none. */
  rating: number | null;
  reviewCount: number;
  colourCount: number;
  /** Pieces that can be bought now, over all variants. */
  stock: number;
  /** Created within 30 days. */
  isNew: boolean;
  /** Costs less than its MRP. */
  isSale: boolean;
};

export const sortOptions = ["name", "price-asc", "price-desc", "rating", "newest"] as const;
export type Sort = (typeof sortOptions)[number];
/** How a list is ordered: as somebody chose, or, when words are searched and nothing was chosen, the best match first. */
export type ListingSort = Sort | "relevance";

/** "10 % and more": the steps of the discount filter. */
export const discountSteps = [10, 25, 50] as const;
/** "4 stars and above": the steps of the rating filter. */
export const ratingSteps = [4, 3] as const;

/**
 * One thing that a searched text asks for. A product has it when it has all words of one of the `alternatives`
 * (the word itself first, then what means the same) or a word that begins with `prefix`. Words as they stand in
 * product.search_words; the prefix as it was typed.
 */
export type Term = { alternatives: string[][]; prefix: string | null };

/** The four price bands of the specification (section 9), in paise. Both ends are inclusive; the last is open. */
export const priceBands = [
  { id: "0-500", label: "₹0 – ₹500", from: 0, to: 500_00 },
  { id: "500-1000", label: "₹500 – ₹1,000", from: 500_00, to: 1000_00 },
  { id: "1000-2000", label: "₹1,000 – ₹2,000", from: 1000_00, to: 2000_00 },
  { id: "2000", label: "₹2,000 and above", from: 2000_00, to: null },
] as const;
export type PriceBandId = (typeof priceBands)[number]["id"];

/** A list of products as the address asks for it. Everything in it has already been checked and clamped. */
export type ListingQuery = {
  text: string;
  /** The words are meant as they stand: nothing is understood from them, corrected or added. */
  exact: boolean;
  collection: string | null;
  categories: string[];
  bands: PriceBandId[];
  sizes: string[];
  colours: string[];
  brands: string[];
  /** Countries of origin. */
  origins: string[];
  /** At least so many whole percent off. */
  minDiscount: number | null;
  /** What is paid, in paise; both ends are inclusive. */
  from: Paise | null;
  to: Paise | null;
  inStockOnly: boolean;
  minRating: number | null;
  sort: ListingSort;
  /** Pages are cumulative: page 3 shows the first 3 x 12 products. */
  page: number;
};

export type FacetValue = { value: string; label: string; count: number };

export type Listing = {
  products: ProductSummary[];
  /** Exact number of products that match. */
  count: number;
  page: number;
  pages: number;
  /** How many come before the first one shown: a list shows at most its last pages. */
  skipped: number;
  /** Counts for each value as if its own group were not filtered; nothing with a count of 0 unless it is chosen. */
  facets: {
    categories: FacetValue[];
    bands: FacetValue[];
    sizes: FacetValue[];
    colours: (FacetValue & { hex: string })[];
    brands: FacetValue[];
    discounts: FacetValue[];
    ratings: FacetValue[];
    origins: FacetValue[];
    /** How many could be bought now. */
    inStock: number;
  };
};

export const listingPageSize = 12;

/** So many pages of a list are shown at once, the last ones: one address must not draw a whole catalogue. */
export const pagesShown = 20;

/** Which part of a list of `count` products its page shows. In: `most`, how many pages are shown at once. */
export function pageWindow(asked: number, count: number, most: number = pagesShown) {
  const pages = Math.max(1, Math.ceil(count / listingPageSize));
  const page = Math.min(asked, pages);
  const skipped = Math.max(0, page - most) * listingPageSize;
  return { page, pages, skipped, limit: page * listingPageSize - skipped };
}

/**
 * The colours of the filter, in its order. Shades belong to one of them (colour_family in the database), since
 * the names of all shades would be too many to choose from.
 */
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

const letterSizes = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "3XL", "4XL"];

/** For sorting sizes as they are worn: S to XXL, then 6 to 12, then other words by their letters. */
export function bySize(one: string, other: string): number {
  const place = (size: string) => {
    const letter = letterSizes.indexOf(size);
    return letter >= 0 ? letter : Number.isNaN(Number(size)) ? 10_000 : 100 + Number(size);
  };
  return place(one) - place(other) || one.localeCompare(other, "en");
}
