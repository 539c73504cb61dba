import { expect, test } from "vitest";
import { tokenize } from "./tokenize.ts";

test("a word has the same tokens with and without zero-width joiners", () => {
  expect(tokenize("क्\u200dषमा")).toEqual(tokenize("क्षमा"));
  expect(tokenize("अवन्\u200d x")).toEqual(["अवन्", "x"]);
});

test("signs that writers leave out or exchange do not count", () => {
  expect(tokenize("साड़ी चाँद")).toEqual(tokenize("साडी चांद"));
  expect(tokenize("সাদা শাড়ি")).toEqual(tokenize("সাদা শাডি"));
});
