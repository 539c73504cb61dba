import { expect, test } from "vitest";
import { readArguments, stageNames } from "./arguments.mjs";

const all = { stages: stageNames, files: [] };

test.each([
  [[], all],
  [["http", "unit"], { stages: ["unit", "http"], files: [] }],
  [["http", "test/http/faq.test.ts"], { stages: ["http"], files: ["test/http/faq.test.ts"] }],
  [
    ["unit", "shop/money.test.ts", "shop/cart"],
    { stages: ["unit"], files: ["shop/money.test.ts", "shop/cart"] },
  ],
])("npm test -- %j", (words, expected) => {
  expect(readArguments(words)).toEqual(expected);
});

test.each([
  [["htpp"], /Neither a stage nor a file: htpp\. The stages are types, lint/],
  [["http", "test/http/no-such.test.ts"], /Neither a stage nor a file: test\/http\/no-such\.test\.ts/],
  [["test/http/faq.test.ts"], /Name one stage before the test files/],
  [["unit", "http", "test/http/faq.test.ts"], /Name one stage/],
  [["lint", "shop/money.ts"], /Name one stage/],
])("npm test -- %j is refused with a message", (words, expected) => {
  expect(readArguments(words)).toEqual({ wrong: expect.stringMatching(expected) });
});
