import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const folder = resolve(import.meta.dirname, "..");
const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".mjs") && !name.includes("node_modules"))
  .map((name) => join(folder, name));

/** The names that a script imports from files of the project and that these do not export. */
function unknownImports(script: string): string[] {
  const imports = readFileSync(script, "utf8").matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g);
  return [...imports].flatMap(([, names = "", from = ""]) => {
    const target = join(dirname(script), from);
    const text = existsSync(target) ? readFileSync(target, "utf8") : "";
    return names
      .split(",")
      .map((name) => name.split(" as ")[0]?.trim() ?? "")
      .filter((name) => name !== "")
      .filter((name) => !new RegExp(`export (async )?(function\\*?|const|let|class) ${name}\\b`).test(text))
      .map((name) => `${script.slice(folder.length + 1)}: ${name} of ${from}`);
  });
}

// Plain JavaScript has no type check: without this test a renamed function would fail only when a script runs.
test("every name that a script imports is exported by its file", () => {
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.flatMap(unknownImports)).toEqual([]);
});
