import type { ProductImage } from "../catalogue/catalogue.ts";
import type { Paise } from "../money.ts";

/** At most this many pieces of one variant in one cart (docs/decisions: min(stock, 10)). */
export const maxPerLine = 10;

/** What is wanted: one product, and the size and colour as far as they were chosen. */
export type CartRequest = { productId: string; size: string | null; colour: string | null; quantity: number };

/** Why nothing can be put into the cart yet. */
export type VariantNotChosen = "not-sold" | "choose-size" | "choose-colour" | "out-of-stock";

/** What came of adding many: how many products went into the cart, and the names of the others with the reason. */
export type BulkAddResult = { added: number; skipped: { name: string; why: VariantNotChosen }[] };

/** What changed since the person last touched a line, to be said before anything is ordered. */
export type LineChange =
  | { kind: "gone" }
  | { kind: "sold-out" }
  | { kind: "fewer"; left: number }
  | { kind: "price"; was: Paise; now: Paise };

export type CartLine = {
  id: string;
  productId: string;
  slug: string;
  name: string;
  size: string | null;
  colour: string | null;
  picture: ProductImage | null;
  /** What one piece costs now, and what it is compared with. */
  unit: Paise;
  struck: Paise | null;
  /** What can be bought now of what was asked for. */
  quantity: number;
  /** At most this many can be chosen: min(stock, 10). */
  most: number;
  total: Paise;
  changes: LineChange[];
};

export type Cart = {
  lines: CartLine[];
  /** Pieces of what can be bought now, what they would cost at their struck-through prices, and what they cost. */
  itemCount: number;
  mrp: Paise;
  total: Paise;
};

/** The form field of a quantity: a whole number, or null for anything else. */
export function readQuantity(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}
