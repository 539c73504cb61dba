import { factWord, type IndexVocabulary } from "../text/facts.ts";
import { singular } from "../text/singular.ts";
import { tokenize } from "../text/tokenize.ts";
import type { IndexedProduct } from "./indexed-product.ts";

/** The facts of a product, as words that its texts cannot contain (`factWord`). */
export function factsOf({ name, brand, category, collections, tags, shades }: IndexedProduct): string[] {
  return [
    ...tokenize(name).map((word) => factWord("name", singular(word))),
    factWord("brand", brand),
    ...(category ? [factWord("kind", category.kind), factWord("category", category.slug)] : []),
    ...(category?.parent ? [factWord("category", category.parent.slug)] : []),
    ...collections.map((slug) => factWord("collection", slug)),
    ...tags.map((tag) => factWord("tag", tag)),
    ...shades.map((shade) => factWord("shade", shade)),
  ];
}

/** Adds the words of a product; the version changes when one is new. */
export function addToVocabulary(
  vocabulary: IndexVocabulary,
  { brand, category, name, tags, shades }: IndexedProduct,
) {
  const add = (set: Set<string>, values: string[]) => {
    const before = set.size;
    for (const value of values) set.add(value);
    if (set.size > before) vocabulary.version++;
  };
  add(vocabulary.brands, [brand]);
  add(vocabulary.tags, tags);
  add(vocabulary.shades, shades);
  for (const word of tokenize(`${name} ${category?.name ?? ""}`)) {
    const count = vocabulary.words.get(word) ?? 0;
    if (count === 0) vocabulary.version++;
    vocabulary.words.set(word, count + 1);
  }
}
