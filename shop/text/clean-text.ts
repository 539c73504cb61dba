/**
 * The only cleaner for typed text that the shop stores or shows. Pure, so that the browser uses it too.
 *
 * Removed: control characters (PostgreSQL refuses NUL), lone surrogates, bidirectional controls (U+202E shows a name
 * backwards), invisible letters and spaces (zero width space, Hangul fillers, tag characters), variation selectors that
 * can hide data. Retained: every letter and mark of every script; the zero width joiner and non-joiner where they
 * affect rendering (Unicode UAX #31, 2.3): after a letter or mark of a script that joins (क्‍ष, ന്‍), between the parts
 * of an emoji; the selector that makes a sign an emoji; the tags of a flag such as Scotland's.
 */
const invisible = new RegExp(
  [
    String.raw`(?![\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u200d\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}]`,
    String.raw`[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0d\u{e0100}-\u{e01ef}]`,
    // Tag characters, unless they follow a black flag.
    String.raw`(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0020}-\u{e007f}]`,
  ].join("|"),
  "gu",
);

const joining =
  "Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Arabic Syriac Mongolian Khmer Myanmar Tibetan"
    .split(" ")
    .map((name) => String.raw`\p{Script=${name}}`)
    .join("");
const strayJoiner = new RegExp(
  String.raw`(?<!(?:(?!\p{Z})[${joining}]))\u200c|` +
    String.raw`(?<!(?:(?!\p{Z})[${joining}]))(?<!\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d|` +
    String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?!\p{Extended_Pictographic})`,
  "gu",
);

/** Several lines: at most one empty line in a row, tabs as spaces, no space at the ends. */
export function cleanLines(typed: string): string {
  return cleaned(typed.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(/[\t\v\f]/g, " "))
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** One line: all white space collapsed to single spaces. */
export function cleanLine(typed: string): string {
  return cleaned(typed.replace(/(?!\ufeff)[\s\u0085]+/g, " "))
    .replace(/ {2,}/g, " ")
    .trim();
}

function cleaned(text: string): string {
  return text.replace(invisible, "").replace(strayJoiner, "");
}
