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

/**
 * Names that two files export, each with those files: "Order: shop/a.ts, shop/b.ts". One name means one thing, so that
 * a reader who finds it has found it. Overloads in one file count once, re-exports and default exports not at all.
 */
export function namesExportedTwice(sources: Source[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    for (const [, name = ""] of text.matchAll(exported)) {
      if (!ofFramework.has(name)) files.set(name, (files.get(name) ?? new Set()).add(path));
    }
  }
  return [...files]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(", ")}`);
}
