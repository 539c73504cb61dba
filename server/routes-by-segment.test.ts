import { expect, test } from "vitest";
import { routesBySegment } from "./routes-by-segment.ts";

const routes = {
  root: { path: "" },
  frame: { parentId: "root" },
  home: { parentId: "frame", index: true },
  Shop: { parentId: "frame", path: "Shop" },
  category: { parentId: "frame", path: "category/:name?" },
  lost: { parentId: "frame", path: "*" },
  office: { parentId: "root" },
  dashboard: { parentId: "office", path: "admin" },
  product: { parentId: "office", path: "admin/products/:id" },
  export: { parentId: "root", path: "admin/export.csv" },
  pages: { parentId: "root", path: "pages" },
  page: { parentId: "pages", path: ":slug" },
};

const everywhere = ["root", "frame", "home", "lost"];
const grouped = () => {
  const { bySegment, anywhere } = routesBySegment(routes);
  return {
    anywhere: [...anywhere].sort(),
    groups: new Map([...bySegment].map(([key, ids]) => [key, [...ids].sort()])),
  };
};
const and = (...own: string[]) => [...everywhere, ...own].sort();

test("a path without a segment of its own meets the index and the route for everything else", () => {
  expect(grouped().anywhere).toEqual(and());
});

test("each first segment has its routes with their parents, in lower case as paths are compared", () => {
  expect(Object.fromEntries(grouped().groups)).toEqual({
    shop: and("Shop"),
    category: and("category"),
    admin: and("office", "dashboard", "product", "export"),
    pages: and("pages", "page"),
  });
});
