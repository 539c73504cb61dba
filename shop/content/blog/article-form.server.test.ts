import { expect, test } from "vitest";
import { slowestGrowth } from "../../../test/support/faults/growth.ts";
import { readArticle } from "./article-form.server.ts";

const wrong = (body: string) => {
  const typed = { title: "Rain", category: "Tips", excerpt: "Wet", author: "Meera", body };
  const read = readArticle(new Map(Object.entries(typed)));
  return read.ok ? null : read.errors.body;
};

test.each([
  ["> ".repeat(2_000), /three quotes/],
  ["- - - - a", /three quotes/],
  ["Words. ".repeat(800), /at most 5000 characters/],
  ["*a**b ".repeat(10_000), /At most 30000|at most 5000/],
])("Markdown that is slow to parse is refused with a message", (body, words) => {
  expect(wrong(body)).toMatch(words);
});

test("an ordinary article is accepted", () => {
  const list = Array.from({ length: 40 }, (_, at) => `- Point ${at} with *some* words`).join("\n");
  expect(
    wrong(
      `## A heading\n\n${"A sentence of a paragraph. ".repeat(40)}\n\n${list}\n\n> > A quote in a quote\n\n---\n\n1. - one`,
    ),
  ).toBeNull();
});

test("the time to parse the form grows in proportion to its length", () => {
  for (const piece of ["> ", "\n", " \n", "- ", "   "])
    expect(slowestGrowth((length) => wrong(piece.repeat(length / piece.length)), 30_000)).toBeLessThan(40);
});

test.each([
  "![Rain](https://pictures.example/rain.jpg)",
  "Text ![](//pictures.example/rain.jpg) and text",
  "![Rain](<http://pictures.example/rain one.jpg>)",
  "![Rain][1]\n\n[1]: https://pictures.example/rain.jpg",
  "![Rain](data:image/png;base64,AAAA)",
])("a picture of another site, which no page would show, is refused with a message: %s", (body) => {
  expect(wrong(body)).toMatch(/Only pictures of this shop are shown/);
});

test("links and pictures of the shop are accepted", () => {
  expect(wrong("![Rain](/pictures/rain.webp) and [words](https://pictures.example/rain.jpg)!")).toBeNull();
  expect(wrong("![Rain][1]\n\n[1]: /pictures/rain.webp")).toBeNull();
  expect(wrong("Write `![Rain](https://pictures.example/rain.jpg)` for a picture.")).toBeNull();
});
