import type { ProductImage } from "../catalogue/catalogue.ts";
import type { Paise } from "../money.ts";

/** At most this many units of one variant per cart: min(stock, 10). */
export const maxPerLine = 10;

/** A product with the size and colour chosen so far. */
export type CartRequest = { productId: string; size: string | null; colour: string | null; quantity: number };

/** Why a product cannot be added to the cart yet. */
export type VariantNotChosen = "not-sold" | "choose-size" | "choose-colour" | "out-of-stock";

/** The result of adding many products: how many were added, and the skipped names with the reason. */
export type BulkAddResult = { added: number; skipped: { name: string; why: VariantNotChosen }[] };

/** What changed since the customer last edited a line; shown before the order is placed. */
export type LineChange =
  | { kind: "gone" }
  | { kind: "sold-out" }
  | { kind: "fewer"; left: number }
  | { kind: "price"; was: Paise; now: Paise };

/** The content of a removed line. */
export type RemovedLine = { variantId: string; quantity: number };

/** A size and colour of a product that is in stock. */
export type VariantChoice = { variantId: string; size: string | null; colour: string | null };

export type CartLine = {
  id: string;
  variantId: string;
  productId: string;
  slug: string;
  name: string;
  size: string | null;
  colour: string | null;
  picture: ProductImage | null;
  /** The current unit price, and the struck-through one. */
  unit: Paise;
  struck: Paise | null;
  /** How many of the requested units can be bought now. */
  quantity: number;
  /** The highest quantity that can be chosen: min(stock, 10). */
  most: number;
  total: Paise;
  changes: LineChange[];
  /** The variants of this product that can be bought now, and the variant of the line. */
  choices: VariantChoice[];
};

export type Cart = {
  lines: CartLine[];
  /** Units that can be bought now, their total at struck-through prices, and their total. */
  itemCount: number;
  mrp: Paise;
  total: Paise;
};

/** Parses the quantity field of a form: a whole number, or null. */
export function readQuantity(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}

/** The choices in the sheet of a card: the colours in stock (null: without colours), each with its sizes. */
export type CardChoices = { colour: string | null; sizes: { size: string | null; inStock: boolean }[] }[];
