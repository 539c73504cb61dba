/**
 * The words of a search text, split like product names in the database: lower case, "men's" and "t-shirt" as one word
 * each, joiners (which only shape how क्‍ष looks) and everything but letters and digits removed.
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
