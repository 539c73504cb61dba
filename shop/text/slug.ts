import anyAscii from "any-ascii";

/**
 * A text as a part of an address: Latin letters, digits and single hyphens. "Men’s kurtas" is "mens-kurtas", "नीला
 * कुर्ता" is "nila-kurta". In: any text, and how many characters it may have at most. Out: "" when nothing is left of
 * it. For the server only: the letters of all scripts weigh 300 KB.
 */
export function slugOf(text: string, longest: number): string {
  return anyAscii(text)
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, longest)
    .replace(/-$/, "");
}
