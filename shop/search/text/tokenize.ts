/**
 * The words of a searched text, the same way the database takes a product's name apart: small letters, "men's" and
 * "t-shirt" as one word each, joiners (which only shape how क्‍ष looks) left out, everything else but letters and figures left out.
 */
export function tokenize(text: string): string[] {
  return text
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/['’\u200c\u200d]/g, "")
    .replaceAll(/(^|[^\p{L}\p{N}])(\p{L})-(?=\p{L})/gu, "$1$2")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}
