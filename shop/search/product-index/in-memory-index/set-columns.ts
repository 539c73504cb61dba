import { recommendedScore } from "../../ranking/recommended.ts";
import { emptyBitset, setBit } from "../bitset.ts";
import type { IndexColumns } from "../in-memory-index.ts";
import type { IndexedProduct } from "../indexed-product.ts";
import { factsOf } from "../vocabulary.ts";

/** Writes a product into the columns, except its prices, which depend on the time. */
export function setColumns(columns: IndexColumns, doc: number, product: IndexedProduct): void {
  setBit(columns.live, doc);
  columns.ids[doc] = product.id;
  columns.versions[doc] = product.version;
  columns.names[doc] = product.name;
  columns.rating[doc] = Math.round((product.rating ?? 0) * 10);
  columns.reviews[doc] = product.reviewCount;
  columns.created[doc] = product.createdAt;
  columns.recommended[doc] = recommendedScore(product);
  columns.shades.set(doc, product.shades[0] ?? null);
  for (const { collection, placement } of product.placements) {
    const places = columns.placements.get(collection) ?? new Map<number, number>();
    columns.placements.set(collection, places.set(doc, placement));
  }
  columns.brands.set(doc, product.brand);
  columns.origins.set(doc, product.origin);
  columns.categories.set(doc, product.category?.slug ?? null);
  if (product.category) columns.categoryNames.set(product.category.slug, product.category.name);
  for (const slug of product.collections) {
    const set = columns.collections.get(slug) ?? emptyBitset(columns.capacity);
    setBit(set, doc);
    columns.collections.set(slug, set);
  }
  columns.variants.add(doc, product.variants);
  const [description, rest, category, name] = product.words;
  columns.invertedIndex.add(doc, [description, [...rest, ...factsOf(product)], category, name]);
}
