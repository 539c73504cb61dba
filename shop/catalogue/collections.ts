/** Titles of the category listing (specification, section 2, "Category listing"). */
const titles = new Map([
  ["students", "Student Collection"],
  ["girls", "Girls Fashion"],
  ["men", "Men's Wear"],
  ["women", "Women's Collection"],
  ["accessories", "Accessories"],
  ["footwear", "Footwear"],
]);

/** True for the slug of one of the six collections in the navigation. */
export function isCollection(slug: string): boolean {
  return titles.has(slug);
}

/** The heading of a category listing. In: the slug in its address. Any other slug gives "All Products". */
export function collectionTitle(slug: string | null | undefined): string {
  return titles.get(slug?.toLowerCase() ?? "") ?? "All Products";
}
