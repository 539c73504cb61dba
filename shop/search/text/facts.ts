/**
 * The word under which a fact of a product stands in the index, beside the lexemes of its texts. No searched text has
 * its first character.
 */
export function factWord(
  fact: "kind" | "category" | "collection" | "brand" | "tag" | "shade" | "name",
  value: string,
): string {
  return `\u0001${fact}:${value}`;
}

/**
 * What the products of the index are called and made of. Grows only until the index is loaded anew; `version` changes
 * with each new value.
 */
export type IndexVocabulary = {
  version: number;
  brands: Set<string>;
  tags: Set<string>;
  shades: Set<string>;
  /** Words of names and categories as they are written, each with the number of products that were added with it. */
  words: Map<string, number>;
};
