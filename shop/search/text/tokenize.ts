/** The dot below a letter in Devanagari, Bengali, Gurmukhi, Gujarati and Odia. */
const nuktas = /[\u093c\u09bc\u0a3c\u0abc\u0b3c]/g;

/** A text without signs that writers leave out or exchange: साड़ी is साडी, चाँद is चांद. In: NFC. */
export function plainSpelling(text: string): string {
  return text.replaceAll(nuktas, "").replaceAll("\u0901", "\u0902");
}

/**
 * The words of a search text, split like product names in the database: lower case, "men's" and "t-shirt" as one word
 * each, joiners (which only shape how क्‍ष looks) and everything but letters and digits removed, in plain spelling.
 */
export function tokenize(text: string): string[] {
  return plainSpelling(text.toLowerCase().normalize("NFC"))
    .replaceAll(/['’\u200c\u200d]/g, "")
    .replaceAll(/(^|[^\p{L}\p{N}])(\p{L})-(?=\p{L})/gu, "$1$2")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}
