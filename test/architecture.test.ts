import { describe, expect, test } from "vitest";
import { functionsOf, longFunctions } from "./architecture/functions.ts";
import * as from from "./architecture/imports.ts";
import { namesExportedTwice } from "./architecture/names.ts";
import { relativeRedirects } from "./architecture/redirects.ts";
import { readTop, type Source, sources, under, wrongImports } from "./architecture/sources.ts";

const code = sources.filter(({ isTest }) => !isTest);
const typescript = sources.filter(({ path }) => /\.tsx?$/.test(path));

/** Fails with the list of offenders unless it is empty. */
function nobody(offenders: string[]) {
  expect(offenders, offenders.join("\n")).toEqual([]);
}

/** A source made up for a test, without a file. */
function written(path: string, text: string): Source {
  return { path, text, isTest: false, imports: [] };
}

describe("import rules", () => {
  test.each([
    ["platform", ["platform"]],
    ["shop", ["shop", "platform"]],
    ["app", ["app", "shop", "platform", "demo"]],
    ["db", ["db", "shop", "platform"]],
    ["demo", ["demo", "app", "shop", "platform"]],
  ])("%s imports only from %s", (room, known) => {
    const rooms = ["app", "shop", "platform", "db", "demo", "server", "scripts", "tools", "test"];
    nobody(
      wrongImports(
        under(room),
        (target) => rooms.includes(from.roomOf(target)) && !known.includes(from.roomOf(target)),
      ),
    );
  });

  test("only the two files of the composition root import the platform's adapters and the demo's; the rest of app imports only types of the platform, and its functions for text", () => {
    const root = ["app/services.server.ts", "app/providers.server.ts"];
    const app = under("app").filter(({ path }) => !root.includes(path));
    nobody(
      wrongImports(
        app,
        (target, _, { typeOnly }) =>
          target.startsWith("demo/") || (/^platform\/(?!text\/)/.test(target) && !typeOnly),
      ),
    );
  });

  test("in app, ui imports only ui, and parts and http import no screens", () => {
    const parts = [...under("app/parts"), ...under("app/back-office/parts"), ...under("app/http")];
    nobody([
      ...wrongImports(under("app/ui"), (target) => /^(app\/(?!ui\/)|shop\/|platform\/)/.test(target)),
      ...wrongImports(parts, (target) => from.screenOf(target) !== undefined),
    ]);
  });

  test("screens import neither each other nor the database", () => {
    const screens = under("app").filter(({ path }) => from.screenOf(path));
    nobody(
      wrongImports(screens, (target, { path }) => {
        const other = from.screenOf(target);
        return (
          (other !== undefined && other !== from.screenOf(path)) || target.startsWith("platform/database/")
        );
      }),
    );
  });

  test("a folder of shop/ imports only folders of a lower level; files directly in shop/ import none", () => {
    nobody([
      ...wrongImports(under("shop"), (target, { path }) => {
        const [mine, other] = [from.nounOf(path), from.nounOf(target)];
        if (other === undefined || mine === other || path === "shop/jobs.server.ts") return false;
        return (from.levels[mine ?? ""] ?? -1) <= (from.levels[other] ?? Number.POSITIVE_INFINITY);
      }),
      ...under("shop")
        .filter(({ path }) => !((from.nounOf(path) ?? "catalogue") in from.levels))
        .map(({ path }) => `${path}: a noun without a level in test/architecture/imports.ts`),
    ]);
  });

  test("the shared kernel, the files directly in shop/, is at most five files", () => {
    const kernel = under("shop").filter(({ path }) => !from.nounOf(path) && path !== "shop/jobs.server.ts");
    expect(kernel.map(({ path }) => path).slice(5)).toEqual([]);
  });

  test("files in a folder X/ beside X.ts are imported only by X and by each other", () => {
    const folders = from.privateFolders(sources);
    nobody(
      wrongImports(sources, (target, { path, isTest }) => {
        // Tests may read the demo data that they look for.
        if (isTest && target.startsWith("demo/seed/")) return false;
        return folders.some((folder) => target.startsWith(`${folder}/`) && !from.mayEnter(folder, path));
      }),
    );
  });

  test("no circular imports", () => nobody(from.cycles(code)));

  test("no barrel files", () => {
    const barrel = /^export \*|^export \{[^}]*\} from/m;
    nobody(
      code
        .filter(({ text, path }) => barrel.test(text) && !path.endsWith("entry.server.tsx"))
        .map((one) => one.path),
    );
  });
});

describe("names", () => {
  test("files and folders are in kebab-case", () => {
    const kebab = /^(\.?[a-z0-9]+(-[a-z0-9]+)*)(\.[a-z0-9-]+)*$/;
    nobody(
      sources
        .filter(({ path }) => !path.split("/").every((part) => kebab.test(part)))
        .map(({ path }) => path),
    );
  });

  test("no meaningless names such as utils, helpers or common, and no index files", () => {
    const empty = /^(utils?|helpers?|common|lib|misc|service|manager)$/;
    const words = (path: string) => path.split(/[/.-]/);
    const isBarrel = (path: string) => /(^|\/)index\./.test(path);
    nobody(
      sources
        .filter(({ path }) => isBarrel(path) || words(path).some((word) => empty.test(word)))
        .map(({ path }) => path),
    );
  });

  test("no two files of a noun export the same name", () => {
    nobody(namesExportedTwice(["app", "shop", "platform", "server", "db", "demo"].flatMap(under)));
  });

  test("a name that two files of a noun export is reported; framework names and overloads are not counted", () => {
    const sort = written("shop/orders/a.ts", 'export type Order = "name";\nexport const loader = 1;\n');
    const purchase = written(
      "shop/orders/b.ts",
      "export type Order = { id: string };\nexport const loader = 2;\n",
    );
    const overloads = written(
      "shop/orders/c.ts",
      "export function done(): Done;\nexport function done<T>(value: T): Done<T>;\nexport async function read() {}\n",
    );
    expect(namesExportedTwice([sort, overloads])).toEqual([]);
    expect(namesExportedTwice([sort, purchase, overloads])).toEqual([
      "Order: shop/orders/a.ts, shop/orders/b.ts",
    ]);
    const elsewhere = { ...purchase, path: "shop/reports/b.ts" };
    expect(namesExportedTwice([sort, elsewhere])).toEqual([]);
  });

  test("a file without .server imports no server module, node: built-in, database driver or sharp", () => {
    const pure = [
      ...under("shop"),
      ...under("platform"),
      ...under("app/ui"),
      ...under("app/parts"),
      ...under("app/http"),
    ];
    nobody(
      wrongImports(
        pure.filter(({ path }) => !path.includes(".server.")),
        (target, _, { typeOnly }) =>
          !typeOnly && /\.server\.tsx?$|^node:|^(pg|pg-boss|drizzle-orm|sharp)(\/|$)/.test(target),
      ),
    );
  });
});

describe("sources of configuration, time, randomness and packages", () => {
  test("environment variables are read only in platform/config.server.ts, scripts and vitest.config.ts", () => {
    const allowed = /^(platform\/config\.server\.ts|scripts\/.*|vitest\.config\.ts)$/;
    nobody(
      typescript
        .filter(({ text, path }) => /process\.en[v]\b/.test(text) && !allowed.test(path))
        .map((one) => one.path),
    );
  });

  test("shop/ takes the current time and random numbers only from its ports", () => {
    const own = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/;
    nobody(
      under("shop")
        .filter(({ text }) => own.test(text))
        .map(({ path }) => path),
    );
  });

  /** The package that npm finds for `name` from the package at `path`: in its own folder, else in those above. */
  function lockedPackage(packages: Record<string, unknown>, path: string, name: string): unknown {
    const own = packages[`${path && `${path}/`}node_modules/${name}`];
    if (own || !path) return own;
    return lockedPackage(packages, path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
  }

  test("package-lock.json has every package of package.json, also those of other systems: npm ci works", () => {
    const { packages } = JSON.parse(readTop("package-lock.json"));
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readTop("package.json"));
    const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    nobody(
      wanted
        .filter(
          ([name, version]) =>
            packages[`node_modules/${name}`]?.version !== String(version).replace(/^npm:.*@/, ""),
        )
        .map(([name, version]) => `${name} ${version}`),
    );
  });

  // npm leaves out an optional package that its registry lacks, and `npm ci` then refuses the whole lock file.
  test("package-lock.json has every package that its packages want, also the optional ones", () => {
    const { packages } = JSON.parse(readTop("package-lock.json"));
    nobody(
      Object.keys(packages).flatMap((path) =>
        Object.keys({ ...packages[path].dependencies, ...packages[path].optionalDependencies })
          .filter((name) => !lockedPackage(packages, path, name))
          .map((name) => `${name}, wanted by ${path}`),
      ),
    );
  });

  test("package-lock.json contains no registry URL", () => {
    // The URL of a package's funding page is not a registry.
    const lock = JSON.parse(readTop("package-lock.json"), (key, value) =>
      key === "funding" ? undefined : value,
    );
    expect(JSON.stringify(lock)).not.toMatch(/"resolved"|https?:\/\//);
  });
});

describe("style", () => {
  // `...{ a, b }` and `{...{ a, b }}`, which only save lines. One passes an attribute that React's types do not know.
  const spread = /\.\.\.\{ ?\w/;
  test("no object is written out to be spread at once", () => {
    nobody(
      code
        .filter(({ path, text }) => path !== "app/ui/sheet.tsx" && spread.test(text))
        .map(({ path }) => path),
    );
  });

  test.each(["...{ a, b },", "<Card {...{ card, shown }} />"])("%s would be found", (text) => {
    expect(spread.test(text)).toBe(true);
  });
});

describe("size", () => {
  const sized = sources.filter(({ path }) => !/^(app\/routes\.ts|demo\/seed.*|.*\.css)$/.test(path));
  const lines = sized.map(({ path, text }) => ({ path, count: text.split("\n").length - 1 }));

  test("no file over 400 lines", () => {
    nobody(lines.filter(({ count }) => count > 400).map(({ path, count }) => `${path}: ${count} lines`));
  });

  // A table of data that needs more would be an exception, by its name and with the reason. None does.
  test("no function over 120 lines, nested functions included", () => {
    const program = code.filter(({ path }) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith(".d.ts"));
    nobody(longFunctions(program.flatMap(functionsOf), 120));
  });

  test.each([
    ["a declaration", "export function makeIndex() {\n  function add() {\n  }\n}", "makeIndex has 4 lines"],
    ["an arrow function", "const rows = () => [\n  1,\n  2,\n];", "rows has 4 lines"],
    ["a method", "const index = {\n  add() {\n    a();\n    b();\n  },\n};", "add has 4 lines"],
    ["a callback", "on(async () => {\n  a();\n  b();\n});", "a function without a name has 4 lines"],
  ])("%s of 4 lines is reported when 3 are allowed", (_, text, found) => {
    const functions = functionsOf(written("shop/a.ts", text));
    expect(longFunctions(functions, 4)).toEqual([]);
    expect(longFunctions(functions, 3)).toEqual([`shop/a.ts: ${found}`]);
  });

  test("at most 4 folders deep and 25 files a folder", () => {
    const perFolder = Map.groupBy(sources, ({ path }) => path.split("/").slice(0, -1).join("/"));
    nobody([
      ...sources.filter(({ path }) => path.split("/").length > 5).map(({ path }) => `${path} lies too deep`),
      ...[...perFolder]
        .filter(([, files]) => files.length > 25)
        .map(([folder, files]) => `${folder}/ has ${files.length} files`),
    ]);
  });
});

describe("redirects", () => {
  test("every literal redirect target is an absolute path of this site", () => {
    nobody(relativeRedirects(code));
  });

  test.each([
    ["redirect(`?part=mail`, 303)", 1],
    ['throw redirect(\n  "confirm",\n)', 1],
    ["redirectDocument('//elsewhere.example')", 1],
    ['redirect("/admin")', 0],
    ["redirect(`/admin/import`, 303)", 0],
    ["redirect(`\x24{href('/contact')}?sent=1`)", 0],
    ["redirect(list, 303)", 0],
  ])("%s counts %i times", (text, times) => {
    expect(relativeRedirects([written("a.ts", text)])).toHaveLength(times);
  });
});

describe("leftovers", () => {
  // Written so that the patterns do not match this file.
  test.each([
    ["reminders", /\b(TO[D]O|FIX[M]E|XX[X])\b/],
    ["silenced type errors", /@ts-(ignor[e]|expect-erro[r]|nochec[k])/],
    ["waits that give up after a second instead of `eventually`", /\bvi\.wai[t](?:For|Until)\b/],
    ["skipped or favoured tests", /\b(test|it|describe)\.(ski[p]|onl[y]|tod[o]|skipI[f])\b/],
  ])("no %s", (_, sign) => {
    const allowed = "test/support/eventually.ts";
    nobody(
      typescript.filter(({ text, path }) => sign.test(text) && path !== allowed).map(({ path }) => path),
    );
  });

  test("every exported function of shop and platform has a doc comment", () => {
    const bare = [...under("shop"), ...under("platform")].flatMap(({ path, text }) => {
      const lines = text.split("\n");
      return lines.flatMap((line, at) => {
        const name = /^export (?:async )?function (\w+)/.exec(line)?.[1];
        const before = lines[at - 1] ?? "";
        const overloaded = lines.slice(0, at).some((one) => one.startsWith(`export function ${name}`));
        return name && !before.endsWith("*/") && !overloaded ? [`${path}: ${name}`] : [];
      });
    });
    nobody(bare);
  });
});
