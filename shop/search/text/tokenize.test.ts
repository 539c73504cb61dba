import { expect, test } from "vitest";
import { tokenize } from "./tokenize.ts";

test("a search finds a word with its joiners and without them", () => {
  expect(tokenize("क्\u200dषमा")).toEqual(tokenize("क्षमा"));
  expect(tokenize("अवन्\u200d x")).toEqual(["अवन्", "x"]);
});
