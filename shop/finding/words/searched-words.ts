/**
 * The words of a searched text, the same way the database takes a product's name apart: small letters, "men's" and
 * "t-shirt" as one word each, everything else but letters and figures left out.
 */
export function searchedWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/['’]/g, "")
    .replaceAll(/(^|[^\p{L}\p{N}])(\p{L})-(?=\p{L})/gu, "$1$2")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}
