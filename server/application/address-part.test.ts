import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import config from "../../app/routes.ts";
import { addressPart, firstSegment, firstSegments } from "./address-part.ts";

type Entry = { id: string; parentId?: string; path?: string; index?: boolean };

/** The shop's routes as a build lists them. */
function listed(entries: RouteConfigEntry[], parentId?: string): Entry[] {
  return entries.flatMap(({ id, file, path, index, children = [] }) => {
    const own = id ?? file;
    const entry: Entry = {
      id: own,
      ...(parentId && { parentId }),
      ...(path !== undefined && { path }),
      ...(index && { index }),
    };
    return [entry, ...listed(children, own)];
  });
}

const entries = [{ id: "root", path: "" }, ...listed(config, "root")];
const routes = Object.fromEntries(entries.map((entry) => [entry.id, entry]));
const build = { routes, assets: { routes } } as unknown as ServerBuild;

function tree(part: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(part.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path } = route;
    if (route.index) return [{ id, index: true }];
    return [{ id, ...(path !== undefined && { path }), children: tree(part, id) }];
  });
}

const matched = (part: ServerBuild, address: string) =>
  matchRoutes(tree(part), address)?.map(({ route, params }) => ({ id: route.id, params }));

/** Addresses of every route, and some that match no page. */
const addresses = [
  ...entries.flatMap(({ path = "" }) => {
    const plain = `/${path.replaceAll("?", "").replaceAll(/:\w+|\*/g, "some-thing")}`;
    return [plain, plain.toUpperCase(), `${plain}/`, `${plain}/more`, plain.replace(/\/[^/]*$/, "")];
  }),
  "/cartoon",
  "/admin",
  "/admin/none",
  "/product",
  "/product/a/b/c",
  "/a%2Fb",
  "//cart",
  "/functions",
];

test("a part matches each address with the same routes as the whole application", () => {
  const segments = firstSegments(build);
  for (const address of addresses) {
    const segment = firstSegment(address);
    if (segment === null || !segments.has(segment)) continue;
    expect(matched(addressPart(build, segment), address), address).toEqual(matched(build, address));
  }
});

test("requests for the cart and for its data are matched with the routes of the cart only", () => {
  expect(["/cart", "/Cart/", "/cart.data", "/cart/_.data"].map(firstSegment)).toEqual(Array(4).fill("cart"));
  const { routes: partRoutes, assets } = addressPart(build, "cart");
  expect(Object.keys(partRoutes)).toEqual([
    "root",
    "storefront/layout.tsx",
    "storefront/cart.tsx",
    "pages/not-found.tsx",
  ]);
  expect(Object.keys(assets.routes)).toEqual(Object.keys(partRoutes));
});
