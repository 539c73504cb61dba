import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appRole } from "../../platform/database/app-role.ts";
import { readEnvironment, settingNames } from "../../platform/environment.server.mjs";
import { serverArguments, serverEnvironment } from "../server-process.mjs";

const root = join(import.meta.dirname, "../..");
const source = (path: string) => readFileSync(join(root, path), "utf8");
const containerfile = source("Containerfile");
const compose = source("compose.yaml");

/** The part of a service in compose.yaml. */
const service = (name: string) =>
  new RegExp(`^ {2}${name}:\\n((?: {3,}.*\\n|\\n)+)`, "m").exec(compose)?.[1] ?? "";
/** Names and values of its environment. */
const environmentOf = (name: string) =>
  Object.fromEntries(
    [
      ...(/ {4}environment:\n((?: {6}.*\n)+)/.exec(service(name))?.[1] ?? "").matchAll(/^ {6}(\w+): (.*)$/gm),
    ].map(([, key = "", value = ""]) => [key, value.replace(/^"|"$/g, "")]),
  );

test("compose.yaml sets only settings that the shop knows, and with its secrets the shop accepts them", () => {
  const given = environmentOf("shop");
  expect(Object.keys(given).length).toBeGreaterThan(3);
  expect(Object.keys(given).filter((name) => !settingNames.includes(name))).toEqual([]);
  const secrets: Record<string, string> = { DOMAIN: "shop.test", POSTGRES_PASSWORD: "f".repeat(64) };
  const filled = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)[^}]*\}/g, (_, secret: string) => secrets[secret] ?? `no ${secret}`),
    ]),
  );
  // The shop gets all of .env, also what is not for it.
  const { values, problems } = readEnvironment({ ...secrets, ...filled, AUTH_SECRET: "x".repeat(32) });
  expect(problems).toEqual([]);
  expect(values).toMatchObject({
    MODE: "live",
    PUBLIC_URL: "https://shop.test",
    TRUST_PROXY: 1,
    DATABASE_URL: `postgresql://campus:${"f".repeat(64)}@database/campus`,
  });
  expect(values.DATABASE_APP_URL).toContain(`://${appRole}:`);
  expect(source("scripts/deploy/database.sh")).toContain(`create role ${appRole} login`);
});

test("what compose.yaml names is there: files, volumes, services, the port of the shop", () => {
  const files = [...compose.matchAll(/^ {6}- (\.\/[^:]+):/gm)].map(([, path = ""]) => path);
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const volumes = [...compose.matchAll(/^ {6}- ([a-z-]+):\//gm)].map(([, name]) => name);
  const declared = compose.slice(compose.indexOf("\nvolumes:"));
  expect(volumes.length).toBeGreaterThan(2);
  expect(volumes.filter((name) => !declared.includes(`\n  ${name}:`))).toEqual([]);
  expect(service("shop")).toContain("- shop-data:/data");
  const port = /^ +PORT=(\d+)/m.exec(containerfile)?.[1];
  expect(source("scripts/deploy/Caddyfile")).toContain(`reverse_proxy shop:${port}\n`);
});

test("no secret stands in the files, and the file with the secrets is not in the repository", () => {
  for (const name of ["POSTGRES_PASSWORD", "AUTH_SECRET"])
    expect(compose).not.toMatch(new RegExp(`${name}: +[^\\s$]`));
  expect(source(".gitignore").split("\n")).toContain(".env");
});

test("every path that the Containerfile copies exists, is in the build's context, or comes from the build", () => {
  const ignored = source(".containerignore").split("\n");
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
  expect(copied.length).toBeGreaterThan(8);
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(copied.filter((path) => !ignored.includes(`!${path}`))).toEqual([]);
  expect(ignored[1]).toBe("*");
  const made = ["node_modules", "build", "/data"];
  const built = [...containerfile.matchAll(/^COPY --from=build (?:--chown=\S+ )?(.*) \S+$/gm)]
    .flatMap(([, paths = ""]) => paths.split(" "))
    .map((path) => path.replace("/shop/", ""));
  expect(built.filter((path) => !copied.includes(path) && !made.includes(path))).toEqual([]);
});

test("the image runs the shop as npm start does, but as a user of its own, and asks whether it is healthy", () => {
  const commands = [...containerfile.matchAll(/^ *CMD (\[.*\])$/gm)].map(([, list = ""]): unknown =>
    JSON.parse(list),
  );
  expect(commands).toEqual([
    ["node", "scripts/deploy/is-healthy.mjs"],
    ["node", ...serverArguments],
  ]);
  for (const [name, value] of Object.entries(serverEnvironment))
    if (name.startsWith("MALLOC")) expect(containerfile).toContain(`${name}=${value}`);
  expect(containerfile).toMatch(/^USER shop$/m);
  expect(containerfile).toMatch(/^VOLUME \/data$/m);
  expect(service("shop")).toContain('test: ["CMD", "node", "scripts/deploy/is-healthy.mjs"]');
});
