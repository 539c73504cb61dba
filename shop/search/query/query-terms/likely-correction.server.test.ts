import { describe, expect, test } from "vitest";
import type { KnownWord, WordClass } from "../../lexicon/lexicon.ts";
import { singular } from "../../text/singular.ts";
import { likelyCorrection } from "./likely-correction.server.ts";
import { soundKey } from "./sound-key.ts";

const known = (list: string, wordClass: WordClass, products = 3): [string, KnownWord][] =>
  list.split(" ").map((word) => [word, { class: wordClass, products }]);
const words = new Map([
  ...known("kurta tshirt shirt skirt slippers necklace watch backpack boots scarf polo belts", "type"),
  ...known("striped cotton leather canvas", "attribute"),
  ...known("diwali", "theme"),
  ...known("braided dial sleeve", "name"),
  ...known("sage tan maroon purple", "shade"),
  ...known("quadfolk jholaverse", "brand"),
]);

describe("a likely typing mistake is corrected", () => {
  test.each([
    ["kurat", "kurta"],
    ["shrit", "shirt"],
    ["neckless", "necklace"],
    ["wach", "watch"],
    ["bagpack", "backpack"],
    ["maroom", "maroon"],
    ["jholavers", "jholaverse"],
    ["backp", "backpack"],
  ])("%s is corrected to %s", (typed, meant) => expect(likelyCorrection(typed, words)).toBe(meant));

  test.each([
    ["sleepers", "slippers"],
    ["stripped", "striped"],
  ])("an ordinary word that sounds like a known word is corrected too: %s to %s", (typed, meant) =>
    expect(likelyCorrection(typed, words)).toBe(meant),
  );
});

describe("a known or distinct word is not corrected", () => {
  test.each([
    ["another first letter", "curtain"],
    ["a maker's name", "puma"],
    ["a maker's name that looks like a shade", "titan"],
    ["an ordinary word near a type", "book"],
    ["an ordinary word near another", "smart"],
    ["four letters that sound different", "bata"],
    ["three letters", "bra"],
    ["a shade, two letters off", "saree"],
    ["with a digit", "kurt4"],
  ])("%s: %s", (_, typed) => expect(likelyCorrection(typed, words)).toBeNull());
});

test("words with the same consonant sounds have the same sound key", () => {
  expect(soundKey("jhumka")).toBe(soundKey("jumka"));
  expect(soundKey("phulkari")).toBe(soundKey("fulkari"));
  expect(soundKey("leather")).not.toBe(soundKey("letter"));
});

test("plurals are reduced to their singular, but not to a different word", () => {
  const same = (one: string, other: string) => expect(singular(one)).toBe(singular(other));
  same("sunglasses", "sunglass");
  same("watches", "watch");
  same("hoodies", "hoodie");
  same("accessories", "accessory");
  expect(singular("leggings")).not.toBe("leg");
  expect(singular("dress")).toBe("dress");
});
