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

/** As many as a shoe or a waist comes in; a longer range is a slip. */
const longestRange = 30;

/**
 * Sizes as typed, with each range written out: "UK 3-UK 5" and "3 to 5" are three sizes, "S to L" too. A hyphen between
 * plain numbers or letters makes no range: "2-3" is an age, "S-M" a size of its own. Empty ones are left out.
 */
export function sizesFrom(typed: readonly string[]): string[] {
  return typed.flatMap((size) => rangeOf(size.trim()) ?? size.trim()).filter((size) => size !== "");
}

function rangeOf(size: string): string[] | null {
  const [, before = "", first = "", by = "", again = "", last = ""] =
    /^(\p{L}*\s*)(\d{1,3})\s*(-|–|to)\s*(\p{L}*\s*)(\d{1,3})$/iu.exec(size) ?? [];
  const isSameWord = before.trim() === again.trim() && (before.trim() !== "" || by.toLowerCase() === "to");
  const [from, to] = first === "" ? [0, 0] : [Number(first), Number(last)];
  if (isSameWord && from < to && to - from < longestRange)
    return Array.from({ length: to - from + 1 }, (_, at) => `${before}${from + at}`);
  const [, low = "", high = ""] = /^(\w+)\s+to\s+(\w+)$/i.exec(size) ?? [];
  const [start, end] = [low, high].map((letter) => letterSizes.indexOf(letter.toUpperCase()));
  if (start === undefined || end === undefined || start < 0 || end <= start) return null;
  return letterSizes.slice(start, end + 1);
}
