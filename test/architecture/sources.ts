import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";

export type Import = { target: string; typeOnly: boolean };
export type Source = {
  /** From the top of the checkout, with "/". */
  path: string;
  text: string;
  isTest: boolean;
  /** Files of the checkout by their path, packages by their name. */
  imports: Import[];
};

const top = resolve(import.meta.dirname, "../..");
const folders = ["app", "shop", "platform", "db", "demo", "server", "scripts", "tools", "test"];
const notOurs = /^(demo\/catalogue|test\/results)\//;

/** One import or re-export: "type", the names, from where; or from where alone when it is dynamic. */
const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?((?:[\w*{}\s,$]+?)\s+from\s+)?["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

/** Every file of the checkout that people write, tests included. No git needed. */
export const sources: Source[] = [...rootFiles(), ...folders.flatMap(filesUnder)]
  .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !notOurs.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(join(top, path), "utf8");
    const isTest = path.startsWith("test/") || /\.test\.tsx?$/.test(path);
    return { path, text, isTest, imports: importsOf(path, text) };
  });

/** The sources under a folder ("shop"), without tests. */
export function under(folder: string): Source[] {
  return sources.filter(({ path, isTest }) => path.startsWith(`${folder}/`) && !isTest);
}

export function readTop(path: string): string {
  return readFileSync(join(top, path), "utf8");
}

/** "shop/cart/cart.server.ts imports app/x.ts" for every import of `from` that `wrong` finds wrong. */
export function wrongImports(
  from: Source[],
  wrong: (target: string, from: Source, one: Import) => boolean,
): string[] {
  return from.flatMap((source) =>
    source.imports
      .filter((one) => wrong(one.target, source, one))
      .map((one) => `${source.path} imports ${one.target}`),
  );
}

function rootFiles(): string[] {
  return readdirSync(top, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

function filesUnder(folder: string): string[] {
  try {
    return (
      readdirSync(join(top, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(top.length + 1)
            .replaceAll("\\", "/"),
        )
        // The measuring tools bring packages of their own (tools/lighthouse), installed when they are first used.
        .filter((path) => !path.includes("/node_modules/"))
    );
  } catch {
    return [];
  }
}

function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  for (const [, type, names = "", fixed, dynamic] of text.matchAll(statement)) {
    const name = (fixed ?? dynamic ?? "").replace(/\?.*$/, "");
    if (name.includes("+types/")) continue;
    const target = name.startsWith(".") ? posix.join(posix.dirname(path), name) : name;
    found.push({ target, typeOnly: type !== undefined || onlyTypes(names) });
  }
  return found;
}

/** `{ type A, type B }` imports nothing that runs. */
function onlyTypes(names: string): boolean {
  const inside = /^\s*\{([^}]*)\}\s+from\s*$/.exec(names)?.[1];
  const parts = inside?.split(",").filter((part) => part.trim() !== "") ?? [];
  return parts.length > 0 && parts.every((part) => part.trim().startsWith("type "));
}
