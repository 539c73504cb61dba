import type { Source } from "./sources.ts";

/** Names that React Router gives a meaning in every route module. */
const ofFramework = new Set([
  "action",
  "clientAction",
  "clientLoader",
  "ErrorBoundary",
  "handle",
  "headers",
  "links",
  "loader",
  "meta",
  "middleware",
  "shouldRevalidate",
]);

const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|var|class|type|interface|enum) (\w+)/gm;

/** What a path belongs to: the folder below the room, as "shop/orders". */
const nounOf = (path: string) => path.split("/").slice(0, 2).join("/");

/**
 * Names that two files of one noun export, each with those files: "Order: shop/orders/a.ts, shop/orders/b.ts".
 * Overloads in one file count once, re-exports and default exports not at all.
 */
export function namesExportedTwice(sources: Source[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    for (const [, name = ""] of text.matchAll(exported)) {
      const key = `${nounOf(path)}#${name}`;
      if (!ofFramework.has(name)) files.set(key, (files.get(key) ?? new Set()).add(path));
    }
  }
  return [...files]
    .filter(([, paths]) => paths.size > 1)
    .map(([key, paths]) => `${key.split("#")[1]}: ${[...paths].join(", ")}`);
}
