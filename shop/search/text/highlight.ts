import { plainSpelling } from "./tokenize.ts";

/** A segment of a text, highlighted or not. */
export type TextSegment = { text: string; marked: boolean };

/**
 * Splits a name so that the beginning of each word that starts with a searched word is highlighted. In: the name and
 * the searched words in lower case. Out: segments that give the name when joined.
 */
export function highlight(name: string, words: readonly string[]): TextSegment[] {
  const longestFirst = words
    .filter((word) => word !== "")
    .toSorted((one, other) => other.length - one.length);
  return [...name.matchAll(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu)].flatMap(([piece]) => {
    const small = piece.toLowerCase();
    const plain = plainSpelling(small);
    const found = longestFirst.find((word) => plain.startsWith(word));
    if (found === undefined || small.length !== piece.length) return [{ text: piece, marked: false }];
    // A searched साड marks all of साड़ी: where its letters end here is not known.
    if (plain.length !== small.length) return [{ text: piece, marked: true }];
    const rest = piece.slice(found.length);
    return [
      { text: piece.slice(0, found.length), marked: true },
      ...(rest === "" ? [] : [{ text: rest, marked: false }]),
    ];
  });
}
