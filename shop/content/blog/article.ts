/** The same fields as a picture of the catalogue, so that one component renders both. */
type ArticlePicture = { key: string; width: number; height: number; tint: string; alt: string };

export type ArticleSummary = {
  slug: string;
  title: string;
  category: string;
  excerpt: string;
  picture: ArticlePicture | null;
  /** ISO times. */
  publishedAt: string;
  changedAt: string;
  readMinutes: number;
};

/** `html` is safe to insert: it was rendered from Markdown without raw HTML or script URLs. */
export type Article = ArticleSummary & { author: string; html: string };

/** A category in an address: "care-tips" of "Care tips". */
export function categoryKey(category: string): string {
  return category.trim().toLowerCase().replace(/\s+/g, "-");
}

/** In: the raw value of ?category=. Out: which of the categories it is, or null for all articles. */
export function categoryFrom(text: string | null, categories: readonly string[]): string | null {
  if (text === null) return null;
  return categories.find((one) => categoryKey(one) === categoryKey(text)) ?? null;
}

/** Whole minutes at 200 words a minute, never less than one. */
export function readMinutes(markdown: string): number {
  const words = markdown.split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / 200));
}
