import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

/** An address whose first segment may have any text, such as `*` and `:slug`. */
const anyText = /[:*?]/;

/**
 * The first segment of an address in lower case, as `addressPart` takes it; null when it has other characters. React
 * Router requests the data of `/cart` at `/cart.data`.
 */
export function firstSegment(pathname: string): string | null {
  return /^\/([\w-]+)(?:\.data$|\/|$)/.exec(pathname)?.[1]?.toLowerCase() ?? null;
}

/** The static first segments of all routes, in lower case. */
export function firstSegments(build: ServerBuild): Set<string> {
  const all = each(build.routes).map(({ id }) => firstSegment(`/${pathOf(build.routes, id)[0] ?? ""}`));
  return new Set(all.filter((segment) => segment !== null));
}

/**
 * The part of an application with the routes that an address with this first segment can match. React Router compares
 * an address with one route after the other, from the longest to the shortest, and begins at the root each time: of
 * a hundred routes `/cart` is one of the last, which took a tenth of the time of an add to the cart.
 */
export function addressPart(build: ServerBuild, segment: string): ServerBuild {
  const included = new Set<string>();
  for (const { id, path, index } of each(build.routes)) {
    if (path === undefined && !index) continue;
    const [first = ""] = pathOf(build.routes, id);
    if (first.toLowerCase() !== segment && !anyText.test(first)) continue;
    for (let at: string | undefined = id; at !== undefined; at = build.routes[at]?.parentId) included.add(at);
  }
  return {
    ...build,
    routes: only(build.routes, included),
    assets: { ...build.assets, routes: only(build.assets.routes, included) },
  };
}

/** The segments of a route's whole path. */
function pathOf(routes: Routes, id: string): string[] {
  const parts: string[] = [];
  for (let at = routes[id]; at; at = at.parentId === undefined ? undefined : routes[at.parentId])
    parts.unshift(...(at.path ?? "").split("/").filter((part) => part !== ""));
  return parts;
}

function each(routes: Routes) {
  return Object.values(routes).filter((route) => route !== undefined);
}

function only<Value>(all: Record<string, Value>, included: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => included.has(id)));
}
