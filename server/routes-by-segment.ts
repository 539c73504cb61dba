import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

type Routes = Record<
  string,
  { path?: string | undefined; index?: boolean | undefined; parentId?: string } | undefined
>;

/**
 * React Router's handler with only the routes that the first segment of a request's path can match, as if each segment
 * had a server bundle of its own (React Router's documentation, "Server Bundles"). React Router tries the routes one
 * after another, twice for each request, and copies all of them for each page: two hundred routes took a fifth of a
 * page's processor time. The browser gets the manifest with all of them.
 */
export function handlerBySegment(build: ServerBuild, mode: string): RequestHandler {
  const make = (ids: ReadonlySet<string>) => {
    const assets = { ...build.assets, routes: among(build.assets.routes, ids) };
    return createRequestHandler({ ...build, assets, routes: among(build.routes, ids) }, mode);
  };
  const { bySegment, anywhere } = routesBySegment(build.routes);
  const handlers = new Map([...bySegment].map(([segment, ids]) => [segment, make(ids)]));
  const other = make(anywhere);
  const whole = createRequestHandler(build, mode);
  return (request, context) => {
    const segment = firstSegment(new URL(request.url).pathname);
    if (!isLiteral(segment)) return whole(request, context);
    return (handlers.get(segment) ?? other)(request, context);
  };
}

/** Compared in lower case, as React Router does; a request for a page's data has an ending. */
function firstSegment(path: string): string {
  const [, first = ""] = path.split("/");
  return first.replace(/\.data$/, "").toLowerCase();
}

/** Neither a parameter, nor optional, nor with escapes that React Router would decode. */
const isLiteral = (segment: string) => /^[\w.-]*$/.test(segment);

/**
 * Ids of routes by their first segment, each group with the parents of its routes and with `anywhere`: the routes that
 * match any segment or none.
 */
export function routesBySegment(routes: Routes) {
  const anywhere = new Set<string>();
  const own = new Map<string, Set<string>>();
  for (const [id, route] of Object.entries(routes)) {
    // A layout: it comes with its routes.
    if (!route || (route.path === undefined && !route.index)) continue;
    const branch = branchOf(routes, id);
    const [first = ":any"] = branch
      .flatMap((one) => routes[one]?.path || [])
      .flatMap((path) => path.split("/"));
    const group = isLiteral(first) ? (own.get(first.toLowerCase()) ?? new Set()) : anywhere;
    for (const one of branch) group.add(one);
    if (group !== anywhere) own.set(first.toLowerCase(), group);
  }
  const bySegment = new Map([...own].map(([segment, ids]) => [segment, new Set([...ids, ...anywhere])]));
  return { bySegment, anywhere };
}

/** A route's ids from the root to itself. */
function branchOf(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId;
  return [...(parent === undefined ? [] : branchOf(routes, parent)), id];
}

/** In their own order, which decides between two that match alike. */
function among<One>(all: Record<string, One>, ids: ReadonlySet<string>): Record<string, One> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
}
