import { posix } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes } from "react-router";

/** A route: its address as the guard table names it, and the module that answers there. */
export type Route = { pattern: string; file: string };

/** Every route of the app. */
export function routesOf(entries: RouteConfigEntry[], above = ""): Route[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`;
    return entry.children
      ? routesOf(entry.children, path)
      : [{ pattern: path === "" ? "/" : path, file: posix.join("app", entry.file) }];
  });
}

/**
 * A function that gives the pattern of the route of an address, "" when it has none. It matches a path once: the router
 * ranks all routes again for each, and the pages of the back office link to a hundred addresses each.
 */
export function patternFinder(routes: Route[]): (address: string) => string {
  const tree = routes.map(({ pattern }) => ({ path: pattern }));
  const found = new Map<string, string>();
  return (address) => {
    const { pathname } = new URL(address, "http://shop.test");
    const pattern = found.get(pathname) ?? matchRoutes(tree, pathname)?.at(-1)?.route.path ?? "";
    found.set(pathname, pattern);
    return pattern;
  };
}
