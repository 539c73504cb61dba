/**
 * The index word of a fact of a product, beside the lexemes of its texts. No searched text has
 * its first character.
 */
export function factWord(
  fact: "kind" | "category" | "collection" | "brand" | "tag" | "shade" | "name",
  value: string,
): string {
  return `\u0001${fact}:${value}`;
}

/**
 * The words of the indexed products' names and attributes. Grows until the index is loaded again; `version` changes
 * with each new value.
 */
export type IndexVocabulary = {
  version: number;
  brands: Set<string>;
  tags: Set<string>;
  shades: Set<string>;
  /** Words of names and categories as written, each with the number of products that were added with it. */
  words: Map<string, number>;
};
