import { expect, test } from "vitest";
import { rows } from "../../scripts/fault-rows.mjs";
import { commentsOf, documents, missingPaths } from "./paths.ts";
import { sources } from "./sources.ts";

test("a file that a document names is there", () => {
  expect(documents().flatMap(({ path, text }) => missingPaths(path, text))).toEqual([]);
});

test("a file that a comment names is there", () => {
  expect(
    sources
      // The tests of the architecture name files that are made up.
      .filter(({ path }) => !path.startsWith("test/architecture"))
      .flatMap((source) => missingPaths(source.path, commentsOf(source))),
  ).toEqual([]);
});

test("the tests that a row of the fault table names are there", () => {
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

test("a name that leads nowhere is seen, also in one of several", () => {
  const there = (path: string) => ["shop/cart/cart.ts", "app/web/form.server.ts"].includes(path);
  expect(missingPaths("a.md", "see shop/cart/{cart,gone}.ts and web/form.server.ts", there)).toEqual([
    "a.md: shop/cart/gone.ts",
  ]);
  const text = 'const a = "shop/x.ts"; // as in shop/y.ts\n/* web/z.ts */';
  expect(missingPaths("b.ts", commentsOf({ path: "b.ts", text, isTest: false, imports: [] }), there)).toEqual(
    ["b.ts: shop/y.ts", "b.ts: web/z.ts"],
  );
});
