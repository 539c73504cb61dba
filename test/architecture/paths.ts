import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import type { Source } from "./sources.ts";

const top = resolve(import.meta.dirname, "../..");
/** A path with an extension as comments and documents write it: "shop/cart/cart.ts", "test/http/{blog,faq}.test.ts". */
const path =
  /(?<![\w/.$}-])(?:app|shop|platform|server|db|demo|test|scripts|tools|docs|http|parts|back-office)\/[\w./{},-]*?\.(?:tsx?|mjs|md|sql|css|json)\b/g;
const comment = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*/g;

/** Files that a text names and that do not exist. In: its path, its text. Out: "docs/tour.md: app/x.ts". */
export function missingPaths(where: string, text: string, exists = isFile): string[] {
  const named = [...text.matchAll(path)].flatMap(([found]) => alternatives(found));
  return [...new Set(named)]
    .filter((one) => !exists(one) && !exists(`app/${one}`))
    .map((one) => `${where}: ${one}`);
}

/** Links of a document that lead to no file. In: its path, its text. Out: "docs/README.md: gone.md". */
export function brokenLinks(where: string, text: string, exists = isThere): string[] {
  const links = [...text.matchAll(/\]\(([^)\s#]+)/g)].flatMap(([, link]) => link ?? []);
  return links
    .filter((link) => !/^[a-z]+:/.test(link) && !exists(posix.join(posix.dirname(where), link)))
    .map((link) => `${where}: ${link}`);
}

/** The comments of a source, for `missingPaths`. */
export function commentsOf({ text }: Source): string {
  return [...text.matchAll(comment)].map(([found]) => found).join("\n");
}

/** Documents that people write: README and its neighbours, and docs. */
export function documents(): { path: string; text: string }[] {
  const names = [
    "README.md",
    "STYLE.md",
    "SECURITY.md",
    "tools/README.md",
    "demo/catalogue/README.md",
    ...readdirSync(join(top, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name.replaceAll("\\", "/")}`),
  ];
  return names.map((name) => ({ path: name, text: readFileSync(join(top, name), "utf8") }));
}

const isThere = (name: string) => existsSync(join(top, name));

function isFile(name: string): boolean {
  return existsSync(join(top, name));
}

/** "test/{a,b}.ts" -> ["test/a.ts", "test/b.ts"]. */
function alternatives(name: string): string[] {
  const braces = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(name);
  if (!braces) return [name];
  const [, before = "", list = "", after = ""] = braces;
  return list.split(",").flatMap((one) => alternatives(before + one + after));
}
