/** The kinds of article, as used in the address and on the filter buttons (specification, section 2). */
export const blogCategories = [
  { id: "fashion", label: "Fashion" },
  { id: "tips", label: "Tips" },
  { id: "sustainability", label: "Sustainability" },
  { id: "guide", label: "Guide" },
] as const;

export type BlogCategory = (typeof blogCategories)[number]["id"];

/** The same fields as a picture of the catalogue, so that one component renders both. */
type ArticlePicture = { key: string; width: number; height: number; tint: string; alt: string };

export type ArticleSummary = {
  slug: string;
  title: string;
  category: BlogCategory;
  excerpt: string;
  picture: ArticlePicture | null;
  /** ISO times. */
  publishedAt: string;
  changedAt: string;
  readMinutes: number;
};

/** `html` is safe to insert: it was rendered from Markdown without raw HTML or script URLs. */
export type Article = ArticleSummary & { author: string; html: string };

/** In: the raw value of ?category=. Out: the category, or null for all articles. */
export function categoryFrom(text: string | null): BlogCategory | null {
  const wanted = text?.trim().toLowerCase();
  return blogCategories.find(({ id }) => id === wanted)?.id ?? null;
}

/** The category as the label of the filter button: "Tips". */
export function categoryLabel(category: BlogCategory): string {
  return blogCategories.find(({ id }) => id === category)?.label ?? category;
}

/** Whole minutes at 200 words a minute, never less than one. */
export function readMinutes(markdown: string): number {
  const words = markdown.split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / 200));
}
