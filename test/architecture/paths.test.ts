import { expect, test } from "vitest";
import { rows } from "../../tools/faults/fault-rows.mjs";
import { brokenLinks, commentsOf, documents, missingPaths } from "./paths.ts";
import { sources } from "./sources.ts";

test("every file named in a document exists", () => {
  expect(documents().flatMap(({ path, text }) => missingPaths(path, text))).toEqual([]);
});

test("every link of a document leads to a file; one that does not is reported", () => {
  expect(documents().flatMap(({ path, text }) => brokenLinks(path, text))).toEqual([]);
  const there = (path: string) => path === "tools/reports/speed.md";
  const text = "[a](../tools/reports/speed.md#sql) [b](speed.md) [c](https://example.org/x.md) [d](#here)";
  expect(brokenLinks("docs/README.md", text, there)).toEqual(["docs/README.md: speed.md"]);
});

test("every file named in a comment exists", () => {
  expect(
    sources
      // The tests of the architecture name files that are made up.
      .filter(({ path }) => !path.startsWith("test/architecture"))
      .flatMap((source) => missingPaths(source.path, commentsOf(source))),
  ).toEqual([]);
});

test("every test named in a row of the fault table exists", () => {
  const missing = rows.flatMap(({ id, tests }) =>
    tests
      .filter(
        ([, file, name = ""]) =>
          !sources.some(({ path, text, isTest }) => isTest && path.includes(file) && text.includes(name)),
      )
      .map((test) => `${id}: ${test.join(" ")}`),
  );
  expect(missing).toEqual([]);
});

test("a named file that does not exist is reported, also inside braces", () => {
  const there = (path: string) => ["shop/cart/cart.ts", "app/http/form.server.ts"].includes(path);
  expect(missingPaths("a.md", "see shop/cart/{cart,gone}.ts and http/form.server.ts", there)).toEqual([
    "a.md: shop/cart/gone.ts",
  ]);
  const text = 'const a = "shop/x.ts"; // as in shop/y.ts\n/* http/z.ts */';
  expect(missingPaths("b.ts", commentsOf({ path: "b.ts", text, isTest: false, imports: [] }), there)).toEqual(
    ["b.ts: shop/y.ts", "b.ts: http/z.ts"],
  );
});
