import { join, resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { build } from "vite";
import { beforeAll, describe, expect, test } from "vitest";
import { under } from "./sources.ts";

const top = resolve(import.meta.dirname, "../..");

/** Names without a style, and who reads them. */
const unstyled: Record<string, string> = {
  dashboard: "test/browser/back-office/spacing.test.ts measures its panels",
  "chip-clear": "test/browser/listing/choices.test.ts clicks and counts it",
  "delivery-check": "test/browser/shopper/product-pin.test.ts waits for its answer",
};

/** Where a component says class names: className, a property that ends in Class, with a literal or an expression. */
const saying =
  /\b(?:className|\w+Class)(?:=|: | = )(?:("[^"]*")|\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\})/g;

/** What an expression compares is no class name. */
const compared = /[=!]== (?:"[^"]*"|\w+\("[^"]*"\))/g;

/** In: the text of a component. Out: the class names in it; one that is put together, as `btn-${look}`, is left out. */
function classNames(text: string): string[] {
  return [...text.matchAll(saying)].flatMap(([, literal, expression = ""]) => {
    const value = literal ?? expression.replaceAll(compared, "");
    const strings = [...value.matchAll(/"([^"]*)"/g)].map(([, inside = ""]) => inside);
    const templates = [...value.matchAll(/`([^`]*)`/g)].map(([, inside = ""]) =>
      inside.replaceAll(/[^\s}]*\$\{[^}]*\}[^\s$]*/g, " "),
    );
    return [...strings, ...templates].flatMap((names) => names.split(/\s+/)).filter((name) => name !== "");
  });
}

/** In: a built style sheet. Out: the classes that its selectors name. */
function classesOf(sheet: string): string[] {
  return [...sheet.matchAll(/\.((?:[a-z]|\\.)(?:[\w-]|\\.)*)/g)].map(([, name = ""]) =>
    name.replaceAll("\\", ""),
  );
}

describe("class names", () => {
  const known = new Set<string>();

  beforeAll(async () => {
    const input = ["app/app.css", "app/back-office/back-office.css"].map((path) => join(top, path));
    const built = await build({
      configFile: false,
      root: top,
      logLevel: "error",
      plugins: [tailwindcss({ optimize: false })],
      build: { write: false, rolldownOptions: { input } },
    });
    const output = "output" in built ? built.output : [];
    for (const file of output)
      if (file.type === "asset" && file.fileName.endsWith(".css"))
        for (const name of classesOf(String(file.source))) known.add(name);
  });

  const used = under("app")
    .filter(({ path }) => path.endsWith(".tsx"))
    .flatMap(({ path, text }) => classNames(text).map((name) => ({ name, path })));

  const unknown = (all: typeof used) => all.filter(({ name }) => !known.has(name) && !(name in unstyled));

  test("every class name is in the style sheets", () => {
    expect(used.length).toBeGreaterThan(1_500);
    expect(unknown(used)).toEqual([]);
  });

  test("every name without a style is used, and has none", () => {
    const names = new Set(used.map(({ name }) => name));
    expect(Object.keys(unstyled).filter((name) => !names.has(name) || known.has(name))).toEqual([]);
  });

  test.each(["flexx", "text-red-500", "md:flex", "p-safe", "nowrap"])("%s is reported", (name) => {
    const path = "app/ui/planted.tsx";
    const planted = classNames(`<p className="flex ${name} btn">`).map((one) => ({ name: one, path }));
    expect(unknown(planted)).toEqual([{ name, path }]);
  });

  test.each([
    ['<p className="a b">', ["a", "b"]],
    ['<p className={on ? "a b" : undefined}>', ["a", "b"]],
    ['<p className={state === "x" ? "a" : "b"}>', ["a", "b"]],
    ['<p className={`a b-\x24{tone} c \x24{on ? "d" : ""}`}>', ["d", "a", "c"]],
    ['<Share buttonClass="a" />', ["a"]],
    ['const button = { type: "submit", className: "a b" };', ["a", "b"]],
    ["type Props = { className: string };", []],
  ])("%s names %j", (text, names) => {
    expect(classNames(text)).toEqual(names);
  });
});
