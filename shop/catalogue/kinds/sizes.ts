/* Size scales: the sizes that a category's products come in, in the order in which they are worn. */

export type SizeScale = { key: string; name: string; sizes: string[] };

/** Made once: making one takes longer than many comparisons. */
const byText = new Intl.Collator("en", { numeric: true });

/** Compares two sizes for sorting. */
export type CompareSizes = (one: string, other: string) => number;

export const letterSizes = ["XXS", "XS", "S", "M", "L", "XL", "XXL", "3XL", "4XL", "5XL"];

/**
 * All sizes of the scales in one order that fits each of them, and of letters that none of them has: a size stands
 * behind its predecessor in its scale, else before the next one that has a place already. Where two scales contradict
 * each other the first one counts. In: the sizes of each scale, the first scales first.
 */
export function orderOfScales(scales: readonly (readonly string[])[]): string[] {
  const order: string[] = [];
  for (const sizes of [...scales, letterSizes])
    for (const [at, size] of sizes.entries()) {
      if (order.includes(size)) continue;
      const before = at === 0 ? -1 : order.indexOf(sizes[at - 1] ?? "");
      const next = sizes.slice(at + 1).find((one) => order.includes(one));
      const place = before >= 0 ? before + 1 : next === undefined ? order.length : order.indexOf(next);
      order.splice(place, 0, size);
    }
  return order;
}

/**
 * Sorts sizes in this order (`orderOfScales`); those that are in no scale follow as they are worn: letters, numbers,
 * others alphabetically, where a number counts as one: UK 9 stands before UK 10.
 */
export function bySizeIn(order: readonly string[]): CompareSizes {
  const places = new Map(order.map((size, place) => [size, place]));
  const place = (size: string) => {
    const known = places.get(size);
    if (known !== undefined) return known;
    const letter = letterSizes.indexOf(size);
    return 10_000 + (letter >= 0 ? letter : Number.isNaN(Number(size)) ? 10_000 : 100 + Number(size));
  };
  return (one, other) => place(one) - place(other) || byText.compare(one, other);
}
