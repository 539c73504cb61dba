import { cleanLine } from "../../text/clean-text.ts";

/** A list as typed: separated by commas or lines, each entry once, in lower case. */
export function readWords(typed: string): string[] {
  const words = typed
    .slice(0, 4_000)
    .split(/[,\n;]/)
    .map((word) => cleanLine(word.normalize("NFC").toLowerCase()));
  return [...new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)))];
}
