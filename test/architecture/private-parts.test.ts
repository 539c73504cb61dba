import { expect, test } from "vitest";
import { privateParts } from "./private-parts.ts";
import { type Import, sources } from "./sources.ts";

// These files have the planted ones.
const own = /^test\/architecture\/private-parts\./;

test("nothing of Node or of a package is patched, replaced, or used by a private name", () => {
  const found = sources.filter(({ path }) => !own.test(path)).flatMap(privateParts);
  const places = found.map(({ what }) => what);
  expect(places, places.join("\n")).toEqual([]);
});

const planted = (path: string, text: string, imports: Import[] = []) =>
  privateParts({ path, text, isTest: false, imports }).map(({ what }) => what);

test.each([
  [
    "a method of a package's object is replaced",
    `import { Pool } from "pg"; const pool = new Pool(); const mine = () => 1; pool.query = mine as typeof pool.query;`,
    "replaces pool.query",
  ],
  [
    "of one that is given",
    `import type { PoolClient } from "pg"; export function f(client: PoolClient) { client.query = () => 1; }`,
    "replaces client.query",
  ],
  [
    "of one that was got from it",
    `import { twoFactor } from "better-auth"; const plugin = twoFactor({}); for (const hook of plugin.hooks.after) hook.matcher = () => true;`,
    "replaces hook.matcher",
  ],
  ["of a module", `import net from "node:net"; net.createServer = () => 1;`, "replaces net.createServer"],
  [
    "of a class",
    `import { Client } from "pg"; const f = Client; Client.prototype.query = f;`,
    "replaces Client.prototype.query",
  ],
  ["by Object.assign", `import pg from "pg"; Object.assign(pg.defaults, {});`, "changes pg.defaults"],
  ["an unsafe name is imported", `import { UNSAFE_x } from "react-router";`, "imports UNSAFE_x"],
  ["an unstable name is imported", `import { unstable_x as x } from "react-router";`, "imports unstable_x"],
  [
    "a private name is read",
    `import net from "node:net"; net._createServerHandle();`,
    "reads _createServerHandle",
  ],
  [
    "a private name is parsed out",
    `const shape = z.object({ _createServerHandle: z.any() });`,
    "names _createServerHandle",
  ],
  ["a private type is read", `type T = Table["_"]["columns"];`, "reads _"],
  [
    "an installed file is deleted",
    `const all = readdirSync(join(root, "node_modules")); for (const one of all) rmSync(one);`,
    "changes one",
  ],
  [
    "an installed file is written",
    `writeFileSync(join(root, "node_modules/drizzle-orm/package.json"), "{}");`,
    `changes join(root, "node_modules/drizzle-orm/package.json")`,
  ],
  [
    "a header of a package's own protocol is sent",
    `const headers = { "X-Remix-Redirect": "/shop" };`,
    "uses X-Remix-Redirect",
  ],
  [
    "a parameter of a package's own protocol is read",
    `const wanted = search.get("_routes");`,
    "uses _routes",
  ],
  ["a global of a package is used", `window.__reactRouterContext.stream;`, "uses __reactRouterContext"],
] as const)("it is found when %s", (_, text, what) => {
  expect(planted("shop/planted.ts", text)).toContain(`shop/planted.ts:1 ${what}`);
});

test("it is found when a package's file is imported that it does not export", () => {
  const imported = (target: string) => planted("app/planted.ts", "", [{ target, typeOnly: false }]);
  expect(imported("react-router/dist/development/index.js")).toEqual([
    "app/planted.ts imports react-router/dist/development/index.js",
  ]);
  expect(imported("../node_modules/pg/lib/client.js")).toHaveLength(1);
  expect(imported("react-router/dom")).toEqual([]);
});

test.each([
  `const plugin = { transform: { filter: { id: "**/react-router/dist/production/lib/router.js" } } };`,
  `const plugin = { load: { filter: { id: /^\\0vite\\/preload-helper\\.js$/ } } };`,
  `const calls = ["UNSAFE_invariant"];`,
])("it is found when vite.config.ts knows a package's files: %s", (text) => {
  expect(planted("vite.config.ts", text)).toEqual([
    expect.stringMatching(/^vite\.config\.ts:1 knows a package's files: /),
  ]);
});

test("data, refs and our own objects may be assigned", () => {
  const fine = `import { useRef } from "react"; import type { IncomingMessage } from "node:http";
    const ref = useRef(); ref.current = () => 1; const mine = { query: f }; mine.query = () => 2;
    export const g = (request: IncomingMessage) => { request.url = "/"; };`;
  expect(planted("app/fine.tsx", fine)).toEqual([]);
});
