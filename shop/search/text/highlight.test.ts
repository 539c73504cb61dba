import fc from "fast-check";
import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";

const marked = (name: string, ...words: string[]) =>
  highlight(name, words)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join("");

test("the beginnings of words that match the search are highlighted", () => {
  expect(marked("Maroon Festive Kurta", "kur")).toBe("Maroon Festive [Kur]ta");
  expect(marked("Black T-Shirt", "shirt", "black")).toBe("[Black] T-[Shirt]");
  expect(marked("Kurta", "urta")).toBe("Kurta");
  expect(marked("लाल कुर्ता", "कुर्ता")).toBe("लाल [कुर्ता]");
});

test("highlighting never changes the text of a name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.string({ unit: "grapheme" })), (name, words) => {
      expect(
        highlight(name, words)
          .map(({ text }) => text)
          .join(""),
      ).toBe(name);
    }),
  );
});

test("a word in another spelling is highlighted whole", () => {
  expect(marked("लाल साड़ी", "साडी")).toBe("लाल [साड़ी]");
});
