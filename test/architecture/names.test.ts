import { expect, test } from "vitest";
import { namesExportedTwice } from "./names.ts";

const file = (path: string, text: string) => ({ path, text, isTest: false, imports: [] });

test("a name that two files export is seen; framework names and overloads are not counted", () => {
  const sort = file("shop/a.ts", 'export type Order = "name";\nexport const loader = 1;\n');
  const purchase = file("shop/b.ts", "export type Order = { id: string };\nexport const loader = 2;\n");
  const overloads = file(
    "shop/c.ts",
    "export function done(): Done;\nexport function done<T>(value: T): Done<T>;\nexport async function read() {}\n",
  );
  expect(namesExportedTwice([sort, overloads])).toEqual([]);
  expect(namesExportedTwice([sort, purchase, overloads])).toEqual(["Order: shop/a.ts, shop/b.ts"]);
});
