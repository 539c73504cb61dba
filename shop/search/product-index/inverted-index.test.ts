import { expect, test } from "vitest";
import { forEachBit } from "./bitset.ts";
import { makeInvertedIndex } from "./inverted-index.ts";

const named = (...words: string[]) => [[], [], [], words];

test("a repeated search finds documents that were added since the first one", () => {
  const index = makeInvertedIndex(70);
  const terms = [{ alternatives: [["kurta"]], prefix: null }];
  const found = () => {
    const docs: number[] = [];
    forEachBit(index.search(terms).found, (doc) => docs.push(doc));
    return docs;
  };
  index.add(1, named("kurta"));
  index.add(2, named("shirt"));
  expect(found()).toEqual([1]);
  expect(found()).toEqual([1]);
  index.add(31, named("kurta", "cotton"));
  index.add(69, named("kurta"));
  expect(found()).toEqual([1, 31, 69]);
});

test("a word counts most in a name, then in a category, in other facts, and least in a description", () => {
  const index = makeInvertedIndex(10);
  const fields = [0, 1, 2, 3];
  for (const field of fields)
    index.add(
      field,
      fields.map((one) => (one === field ? ["kurta"] : [])),
    );
  const { scores } = index.search([{ alternatives: [["kurta"]], prefix: null, inDescriptions: true }]);
  const [description = 0, facts = 0, category = 0, name = 0] = scores;
  expect([name > category, category > facts, facts > description, description > 0]).toEqual([
    ...[true, true, true, true],
  ]);
});
