import { expect, test } from "vitest";
import { cleanLine, cleanLines } from "./clean-text.ts";

const scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";

test.each([
  ["Hindi, half letters", "क्\u200dष और क्\u200cष, श्री, ज़रूरत"],
  ["Marathi, eyelash ra", "सुऱ्\u200dया, र्\u200dय"],
  ["Bengali", "র\u200d্যাব, ক্\u200cষ"],
  ["Tamil", "க்\u200cஷ, ஸ்ரீ, ஃப்"],
  ["Malayalam, old and new chillus", "അവന്\u200d, അവൾ, ന്\u200cന"],
  ["Kannada", "ರ್\u200dಕ"],
  ["Telugu", "క్\u200cష"],
  ["Sinhala", "ශ්\u200dරී"],
  ["Urdu", "نستعلیق، می\u200cخواہم، ؁۲۰۲۶ ۝"],
  ["a family", "👨\u200d👩\u200d👧\u200d👦 and 👩🏽\u200d🚀, 🏳\ufe0f\u200d🌈, ❤\ufe0f\u200d🔥"],
  ["flags and keycaps", `🇮🇳 ${scotland} 1\ufe0f\u20e3`],
  ["accents", "José Nuñez, Zoë, Łódź"],
])("%s are unchanged", (_, text) => {
  expect(cleanLine(text)).toBe(text);
  expect(cleanLines(text)).toBe(text);
});

test.each([
  ["NUL and other controls", "a\u0000b\u0007c\u001bd\u007f", "abcd"],
  ["marks that turn the direction", "a\u202eb\u2066c\u2069d\u200fe\u061cf\u200eg", "abcdefg"],
  ["lone surrogates", "a\ud83db\udc00c", "abc"],
  ["zero width space, word joiner, BOM, soft hyphen", "a\u200bb\u2060c\ufeffd\u00ade", "abcde"],
  ["letters that nobody sees", "\u3164\u115f\uffa0\u2800\u034f", ""],
  ["tags that hide words", "hello\u{e0068}\u{e0069}\u{e007f}", "hello"],
  ["more tags than a flag has", `🏴${"\u{e0061}".repeat(40)}`, `🏴${"\u{e0061}".repeat(7)}`],
  ["selectors that hide data", "a\u{e0101}\u{e0155}\ufe01b", "ab"],
  ["joiners that join nothing", "pay\u200dpal \u200cx 👍\u200d क \u200dख 5\u200d6", "paypal x 👍 क ख 56"],
  ["annotations", "a\ufff9b\ufffac\ufffb", "abc"],
])("%s are removed", (_, typed, stored) => {
  expect(cleanLine(typed)).toBe(stored);
});

test("a single line collapses all white space, and several lines keep their line breaks", () => {
  expect(cleanLine("  Flat 3,\r\n\tनई दिल्ली\u202e\u0000 \u2028\u0085x ")).toBe("Flat 3, नई दिल्ली x");
  expect(cleanLine("a \u0000 b")).toBe("a b");
  expect(cleanLines(" one\r\ntwo\tthree\r\n\r\n\r\n\r\nfour\u2028five ")).toBe(
    "one\ntwo three\n\nfour\nfive",
  );
});

test("a very long text is cleaned in less than a second", () => {
  for (const part of ["\u200d", "\u{e0061}", "🏴\u{e0061}", "क्\u200d", "👨\u200d"]) {
    const began = performance.now();
    cleanLines(part.repeat(100_000));
    expect(performance.now() - began, JSON.stringify(part)).toBeLessThan(1_000);
  }
});
