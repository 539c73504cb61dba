import type { Paise } from "../money.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import type { CartRequest, VariantNotChosen } from "./cart.ts";

/** A selectable variant, with its available stock and current unit price. */
export type Candidate = {
  id: string;
  productId: string;
  name: string;
  size: string | null;
  colour: string | null;
  available: number;
  paid: Paise;
};

/**
 * The variant of a size and a colour, each null when not chosen. In: all variants of one product. Refused: 'not-sold'
 * (no such variant), 'out-of-stock', 'choose-size' (it has sizes), 'choose-colour' (more than one colour is
 * available).
 */
export function chooseVariant(
  wanted: Pick<CartRequest, "size" | "colour">,
  variants: Candidate[],
): Done<Candidate> | Refused<VariantNotChosen> {
  const fitting = variants.filter(
    ({ size, colour }) =>
      (wanted.size === null || size === wanted.size) && (wanted.colour === null || colour === wanted.colour),
  );
  if (fitting.length === 0) return refused("not-sold");
  const inStock = fitting.filter(({ available }) => available > 0);
  const [first] = inStock;
  if (!first) return refused("out-of-stock");
  if (wanted.size === null && fitting.some(({ size }) => size !== null)) return refused("choose-size");
  if (new Set(inStock.map(({ colour }) => colour)).size > 1) return refused("choose-colour");
  return done(first);
}
