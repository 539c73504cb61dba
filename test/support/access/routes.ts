import { posix } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";

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
