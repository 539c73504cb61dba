import { expect, test } from "vitest";
import { searchedWords } from "./tokenize.ts";

test("a search finds a word with its joiners and without them", () => {
  expect(searchedWords("क्\u200dषमा")).toEqual(searchedWords("क्षमा"));
  expect(searchedWords("अवन्\u200d x")).toEqual(["अवन्", "x"]);
});
